// RateLimiterPostgres by the clock of the database: clocks of nodes differ, and would end a budget's window early.
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Collector } from '../database/records/collector.ts';

interface Row {
  readonly key: string;
  readonly points: number;
  readonly wait: number;
}

/** Points that a request takes of a budget. */
interface Taking {
  readonly key: string;
  readonly points: number;
  readonly windowMilliseconds: number;
  readonly budget: PromiseWithResolvers<Row>;
}

/** Budgets of one statement. */
const MOST_TAKINGS = 100;

/** The two methods in which the library uses the clock of the node, for consume() and reward(); its types don't declare them. */
export class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #pool: Pool;
  readonly #collector = new Collector<Taking>((takings) => this.#take(takings), MOST_TAKINGS);

  constructor(options: ConstructorParameters<typeof RateLimiterPostgres>[0] & { storeClient: Pool }) {
    super(options);
    this.#pool = options.storeClient;
  }

  _upsert(key: string, points: number, windowMilliseconds: number): Promise<Row> {
    const budget = Promise.withResolvers<Row>();
    this.#collector.add({ key, points, windowMilliseconds, budget });
    return budget.promise;
  }

  /**
   * Takes the points of all requests at once, and answers as if one request came after the other. EXCLUDED is the row that
   * was to be inserted: its window begins now. Points that are given back are negative.
   */
  async #take(takings: readonly Taking[]): Promise<void> {
    const points = new Map<string, number>();
    const upTo = takings.map((taking) => {
      const sum = (points.get(taking.key) ?? 0) + taking.points;
      points.set(taking.key, sum);
      return sum;
    });
    try {
      const { rows } = await this.#pool.query<Row>({
        name: 'budgets-consume',
        text: `
          INSERT INTO budgets AS budget (key, points, expire)
          SELECT key, points, extract(epoch FROM clock_timestamp()) * 1000 + $3::int
          FROM unnest($1::text[], $2::int[]) AS taken (key, points) ORDER BY key
          ON CONFLICT (key) DO UPDATE SET
            points = GREATEST(0, EXCLUDED.points + CASE WHEN budget.expire <= EXCLUDED.expire - $3 THEN 0 ELSE budget.points END),
            expire = CASE WHEN budget.expire <= EXCLUDED.expire - $3 THEN EXCLUDED.expire ELSE budget.expire END
          RETURNING key, points, (expire - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS wait`,
        values: [[...points.keys()], [...points.values()], takings[0]?.windowMilliseconds],
      });
      const byKey = new Map(rows.map((row) => [row.key, row]));
      for (const [index, { key, budget }] of takings.entries()) {
        const row = byKey.get(key) as Row;
        budget.resolve({ ...row, points: row.points - (points.get(key) ?? 0) + (upTo[index] ?? 0) });
      }
    } catch (error) {
      for (const { budget } of takings) budget.reject(error);
    }
  }

  _getRateLimiterRes(_key: string, consumed: number, { points, wait }: Row): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(wait, 0), points, points === consumed);
  }
}
