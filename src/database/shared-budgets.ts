// Budgets that nodes share in PostgreSQL, by its clock: the clocks of nodes differ, and could end a window early.
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { Batch } from './records/batch.ts';
import { tracedStatement } from './request-scope.ts';

/** The points taken of a budget in its window, and how long that lasts. */
export interface Consumed {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

interface Taking {
  readonly key: string;
  readonly points: number;
}

interface Row extends Taking {
  readonly wait: number;
}

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

export function sharedBudgets(
  pool: Pool,
  { name, windowSeconds }: { readonly name: string; readonly windowSeconds: number },
) {
  /** Keys are addresses and accounts, which no table has in clear. Nodes of the release before, beside this one, count for themselves. */
  const named = (key: string) => `${name}:${createHash('sha256').update(`${name}\n${key}`).digest('base64url')}`;

  /** Takes the points of all requests at once, and answers as if one request came after the other. */
  async function takeAll(takings: readonly Taking[]): Promise<Consumed[]> {
    const sums = new Map<string, number>();
    const upTo = takings.map(({ key, points }) => {
      const sum = (sums.get(key) ?? 0) + points;
      sums.set(key, sum);
      return sum;
    });
    const values = [[...sums.keys()], [...sums.values()], windowSeconds * 1000];
    const { rows } = await pool.query<Row>(TAKE, values);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return takings.map(({ key }, index) => {
      const { points, wait } = byKey.get(key) as Row;
      const consumedPoints = points - (sums.get(key) ?? 0) + (upTo[index] ?? 0);
      return { consumedPoints, msBeforeNext: Math.max(wait, 0) };
    });
  }
  const batch = new Batch({ sql: TAKE, most: MAX_TAKINGS, answer: takeAll });

  return {
    /** Takes points of a budget; negative ones are given back. */
    take: (key: string, points: number): Promise<Consumed> => batch.ask({ key: named(key), points }),
    /** The points taken of a budget; undefined if no window has begun. */
    async look(key: string): Promise<Consumed | undefined> {
      const { rows } = await tracedStatement(LOOK, () => pool.query<Row>(LOOK, [named(key)]));
      return rows.map(({ points, wait }) => ({ consumedPoints: points, msBeforeNext: wait }))[0];
    },
    async clear(key: string): Promise<void> {
      await pool.query('DELETE FROM budgets WHERE key = $1', [named(key)]);
    },
  };
}
