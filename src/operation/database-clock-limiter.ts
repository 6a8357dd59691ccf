// RateLimiterPostgres by the clock of the database: clocks of nodes differ, and would end a budget's window early.
import type { Pool, QueryResult } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

interface Row {
  readonly points: number;
  readonly wait: number;
}

/** The two methods in which the library uses the clock of the node, for consume() alone; its types don't declare them. */
export class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #pool: Pool;

  constructor(options: ConstructorParameters<typeof RateLimiterPostgres>[0] & { storeClient: Pool }) {
    super(options);
    this.#pool = options.storeClient;
  }

  /** EXCLUDED is the row that was to be inserted: its window begins now. */
  _upsert(key: string, points: number, windowMilliseconds: number): Promise<QueryResult<Row>> {
    return this.#pool.query({
      name: 'budgets-consume',
      text: `
        INSERT INTO budgets AS budget (key, points, expire)
        VALUES ($1, $2, extract(epoch FROM clock_timestamp()) * 1000 + $3::int)
        ON CONFLICT (key) DO UPDATE SET
          points = EXCLUDED.points + CASE WHEN budget.expire <= EXCLUDED.expire - $3 THEN 0 ELSE budget.points END,
          expire = CASE WHEN budget.expire <= EXCLUDED.expire - $3 THEN EXCLUDED.expire ELSE budget.expire END
        RETURNING points, (expire - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS wait`,
      values: [key, points, windowMilliseconds],
    });
  }

  _getRateLimiterRes(_key: string, consumed: number, { rows: [row] }: QueryResult<Row>): RateLimiterRes {
    const { points = consumed, wait = 0 } = row ?? {};
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(wait, 0), points, points === consumed);
  }
}
