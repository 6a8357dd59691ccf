// A session that holds locks, so that a test can act while a statement waits for them.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

const WAITING =
  "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/** The locks of a statement, held until `release`, which commits it. */
export async function lock(
  { database, db }: Pick<TestApp, 'database' | 'db'>,
  sql: string,
  ...values: unknown[]
) {
  const client = await database.pool?.connect();
  await client?.query('BEGIN');
  await client?.query(sql, values);
  const waiting = async () => (await db.$queryRawUnsafe<object[]>(WAITING)).length;
  return {
    /** The number of statements that wait for a lock. */
    waiting,
    untilOneWaits: () => expect.poll(waiting).toBe(1),
    async release() {
      await client?.query('COMMIT');
      client?.release();
    },
  };
}
