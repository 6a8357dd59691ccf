// A session that holds locks, so that a test can act while a statement waits for them.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const WAITING =
  "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/** The number of statements that wait for a lock. */
export const waiting = async ({ db }: Pick<TestApp, 'db'>): Promise<number> =>
  (await db.$queryRawUnsafe<object[]>(WAITING)).length;

/** The locks of a statement, held until `release`, which commits it. */
export async function lock(
  app: Pick<TestApp, 'database' | 'db'>,
  sql: string,
  ...values: unknown[]
) {
  const client = await app.database.pool?.connect();
  // On a busy machine a test may hold them for longer than the service lets a transaction be idle.
  await client?.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  await client?.query(sql, values);
  return {
    /** Another statement of the transaction. */
    query: (more: string) => client?.query(more),
    waiting: () => waiting(app),
    untilOneWaits: () => expect.poll(() => waiting(app)).toBe(1),
    async release() {
      await client?.query('COMMIT');
      client?.release();
    },
  };
}
