// RateLimiterPostgres by the clock of the database: clocks of nodes differ, and would end a budget's window early.
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { onceRead } from '../database/turn.ts';

interface Row {
  readonly key: string;
  readonly points: number;
  readonly wait: number;
}

/** The points that are taken of one budget in one turn of the event loop, and how each taker gets its answer. */
interface Taken {
  points: number;
  readonly takers: { readonly upTo: number; readonly answer: PromiseWithResolvers<Row> }[];
}

/** The two methods in which the library uses the clock of the node, for consume() and reward(); its types don't declare them. */
export class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #pool: Pool;
  #taken = new Map<string, Taken>();

  constructor(options: ConstructorParameters<typeof RateLimiterPostgres>[0] & { storeClient: Pool }) {
    super(options);
    this.#pool = options.storeClient;
  }

  /** The points of all requests of one turn are taken by one statement, as if one request came after the other. */
  _upsert(key: string, points: number, windowMilliseconds: number): Promise<Row> {
    if (this.#taken.size === 0) onceRead(() => this.#takeAll(windowMilliseconds));
    const taken = this.#taken.get(key) ?? { points: 0, takers: [] };
    this.#taken.set(key, taken);
    taken.points += points;
    const answer = Promise.withResolvers<Row>();
    taken.takers.push({ upTo: taken.points, answer });
    return answer.promise;
  }

  /** EXCLUDED is the row that was to be inserted: its window begins now. Points that are given back are negative. */
  async #takeAll(windowMilliseconds: number): Promise<void> {
    const all = this.#taken;
    this.#taken = new Map();
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
        values: [[...all.keys()], [...all.values()].map(({ points }) => points), windowMilliseconds],
      });
      for (const row of rows) {
        const { points = 0, takers = [] } = all.get(row.key) ?? {};
        for (const { upTo, answer } of takers) answer.resolve({ ...row, points: row.points - points + upTo });
      }
    } catch (error) {
      for (const { takers } of all.values()) for (const { answer } of takers) answer.reject(error);
    }
  }

  _getRateLimiterRes(_key: string, consumed: number, { points, wait }: Row): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(wait, 0), points, points === consumed);
  }
}
