// A request's deadline limits every wait for the database: a PostgreSQL server, or one of any kind that doesn't
// respond.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isUnavailable, outageOf } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/open-database.ts';
import { withDeadline } from '../../src/request-scope.ts';
import { createTestApp } from '../support/app.ts';
import { freshDatabase, freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

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

/** Locks the table of users until the returned function is called. */
async function lockUsers(): Promise<() => Promise<unknown>> {
  const client = await database.pool?.connect();
  await client?.query('BEGIN');
  await client?.query('LOCK TABLE users');
  return async () => {
    await client?.query('ROLLBACK');
    client?.release();
  };
}

const rename = (name: string) => db.user.updateMany({ data: { name } });

describe('a call that is past its deadline is unavailable', () => {
  test('while it waits for a lock or a connection: it changes nothing, and the pool loses no connection', async () => {
    const unlock = await lockUsers();
    // More than there are connections, so some wait for one. The earlier of two deadlines applies.
    const late = () => under(600, () => withDeadline(5_000, () => rename('late')));
    const ended = await Promise.all(Array.from({ length: 20 }, late));
    await unlock();
    for (const { isUnavailable, took } of ended)
      expect([isUnavailable, took < EVENTUALLY]).toEqual([true, true]);
    await vi.waitFor(
      () =>
        expect(database.pool).toMatchObject({
          waitingCount: 0,
          idleCount: database.pool?.totalCount,
        }),
      EVENTUALLY,
    );
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

test("requests to both APIs return 503 while the database doesn't respond", async () => {
  const proxy = await startTcpProxy((await freshPostgres()).url);
  const app = await createTestApp({
    database: await openPostgres(proxy.url),
  });
  proxy.silence();
  const answers = [
    app.readProduct(1),
    app.rest('POST', '/product', {}),
    app.graphql('{ product(id: 1) { id } }'),
    app.call('/readyz', {}),
  ];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([
    503, 503, 503, 503,
  ]);
  await app.close();
  await proxy.close();
});
