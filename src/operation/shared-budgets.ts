// Budgets that nodes share in PostgreSQL, by its clock: the clocks of nodes differ, and could end a window early.
import type { Pool } from 'pg';
import { Collector } from '../database/records/collector.ts';
import { tracedStatement } from '../database/request-scope.ts';

/** The points taken of a budget in its window, and how long that lasts. */
export interface Consumed {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

interface Taking {
  readonly key: string;
  readonly points: number;
  readonly consumed: PromiseWithResolvers<Consumed>;
}

interface Row {
  readonly key: string;
  readonly points: number;
  readonly wait: number;
}

/** The most requests of one statement. */
const MAX_TAKINGS = 100;

/** The statement that takes points. EXCLUDED is the new row, whose window begins now. */
const TAKE = `
  INSERT INTO budgets AS budget (key, points, expire)
  SELECT key, points, extract(epoch FROM clock_timestamp()) * 1000 + $3::int
  FROM unnest($1::text[], $2::int[]) AS taken (key, points) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = GREATEST(0, EXCLUDED.points + CASE WHEN budget.expire <= EXCLUDED.expire - $3 THEN 0 ELSE budget.points END),
    expire = CASE WHEN budget.expire <= EXCLUDED.expire - $3 THEN EXCLUDED.expire ELSE budget.expire END
  RETURNING key, points, (expire - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS wait`;

/** The statement that reads a budget whose window has not ended. */
const LOOK = `
  SELECT points, wait FROM (
    SELECT points, (expire - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS wait FROM budgets WHERE key = $1
  ) AS budget WHERE wait > 0`;

export class SharedBudgets {
  readonly #pool: Pool;
  readonly #name: string;
  readonly #windowMilliseconds: number;
  readonly #collector = new Collector<Taking>((takings) => this.#takeAll(takings), MAX_TAKINGS, TAKE);

  constructor(pool: Pool, { name, windowSeconds }: { readonly name: string; readonly windowSeconds: number }) {
    this.#pool = pool;
    this.#name = name;
    this.#windowMilliseconds = windowSeconds * 1000;
  }

  /** Takes points of a budget; negative ones are given back. */
  take(key: string, points: number): Promise<Consumed> {
    const consumed = Promise.withResolvers<Consumed>();
    this.#collector.add({ key: `${this.#name}:${key}`, points, consumed });
    return consumed.promise;
  }

  /** The points taken of a budget; undefined if no window has begun. */
  async look(key: string): Promise<Consumed | undefined> {
    const { rows } = await tracedStatement(LOOK, () => this.#pool.query<Row>(LOOK, [`${this.#name}:${key}`]));
    return rows.map(({ points, wait }) => ({ consumedPoints: points, msBeforeNext: wait }))[0];
  }

  async clear(key: string): Promise<void> {
    await this.#pool.query('DELETE FROM budgets WHERE key = $1', [`${this.#name}:${key}`]);
  }

  /** Takes the points of all requests at once, and answers as if one request came after the other. */
  async #takeAll(takings: readonly Taking[]): Promise<void> {
    const sums = new Map<string, number>();
    const upTo = takings.map(({ key, points }) => {
      const sum = (sums.get(key) ?? 0) + points;
      sums.set(key, sum);
      return sum;
    });
    try {
      const values = [[...sums.keys()], [...sums.values()], this.#windowMilliseconds];
      const { rows } = await this.#pool.query<Row>(TAKE, values);
      const byKey = new Map(rows.map((row) => [row.key, row]));
      for (const [index, { key, consumed }] of takings.entries()) {
        const { points, wait } = byKey.get(key) as Row;
        const consumedPoints = points - (sums.get(key) ?? 0) + (upTo[index] ?? 0);
        consumed.resolve({ consumedPoints, msBeforeNext: Math.max(wait, 0) });
      }
    } catch (error) {
      for (const { consumed } of takings) consumed.reject(error);
    }
  }
}
