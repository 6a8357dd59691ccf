// A request's deadline limits every wait for the database.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnavailable, outageOf } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/db.ts';
import { withDeadline } from '../../src/request-scope.ts';
import { freshDatabase } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { lock } from '../support/lock.ts';

let database: Database;
let db: Database['db'];
beforeEach(async () => {
  database = await freshDatabase();
  db = database.db;
  await db.user.create({ data: { name: 'Ada', email: 'ada@example.com' } });
});
afterEach(() => database.close());

/** How a call ended under a deadline, and after how many milliseconds. */
async function under(milliseconds: number, call: () => Promise<unknown>) {
  const start = performance.now();
  const failure = await withDeadline(milliseconds, call).catch((error: unknown) => error);
  return { isUnavailable: isUnavailable(failure), took: performance.now() - start };
}

/** All but some connections of the pool. */
const takeConnections = (left: number) =>
  Promise.all(
    Array.from({ length: (database.pool?.options.max ?? 0) - left }, () =>
      database.pool?.connect(),
    ),
  );

const rename = (name: string) => db.user.updateMany({ data: { name } });

describe('a call that is past its deadline is unavailable', () => {
  test('while it waits for a lock or a connection: it changes nothing, and the pool loses no connection', async () => {
    const held = await lock({ database, db }, 'LOCK TABLE users');
    // More than there are connections, so some wait for one. The earlier of two deadlines applies.
    const late = () => under(600, () => withDeadline(5_000, () => rename('late')));
    const ended = await Promise.all(Array.from({ length: 20 }, late));
    await held.release();
    for (const { isUnavailable, took } of ended)
      expect([isUnavailable, took < EVENTUALLY]).toEqual([true, true]);
    const { pool } = database;
    const busy = () => [pool?.waitingCount, (pool?.totalCount ?? 0) - (pool?.idleCount ?? 0)];
    await expect.poll(busy).toEqual([0, 0]);
    expect(await db.user.findMany()).toMatchObject([{ name: 'Ada' }]);
    await Promise.all(Array.from({ length: 20 }, () => db.user.count()));
  });

  test.each(['between two statements', 'before the commit'])(
    '%s of a transaction, which changes nothing',
    async (when) => {
      const ended = await under(300, () =>
        db.$transaction(async (tx) => {
          await tx.user.create({ data: { name: 'Bob', email: 'bob@example.com' } });
          await delay(400);
          if (when === 'between two statements') await tx.user.count();
        }),
      );
      expect(ended).toMatchObject({ isUnavailable: true });
      expect(await db.user.count()).toBe(1);
    },
  );
});

test("a deadline that ends before a statement is not a server that doesn't respond", async () => {
  const calls = {
    statement: () => db.user.count(),
    batch: () => db.$transaction([db.user.count(), db.user.count()]),
    transaction: () => db.$transaction((tx) => tx.user.count()),
  };
  for (const call of Object.values(calls)) {
    const failure = await withDeadline(0, async () => await call()).catch((error) => error);
    expect([outageOf(failure), isUnavailable(failure)]).toEqual(['deadline', true]);
  }
});

test("a call that waits for another request's connection keeps its own deadline", async () => {
  const taken = await takeConnections(1);
  const short = withDeadline(700, () => db.$queryRaw`SELECT 1 FROM pg_sleep(0.3)`);
  await delay(50);
  // It gets the connection in the context of the first one, whose deadline ends before its statement does.
  const long = withDeadline(4_000, () => db.$queryRaw`SELECT 1 FROM pg_sleep(1)`);
  await expect(Promise.all([short, long])).resolves.toHaveLength(2);
  for (const client of taken) client?.release();
});
