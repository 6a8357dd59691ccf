// A PostgreSQL server that goes down, becomes slow or silent, and comes back.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/open-database.ts';
import { loadProduct, WHOLE_PRODUCT } from '../../src/products/product-rows.ts';
import { freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let server: Awaited<ReturnType<typeof freshPostgres>>;
let proxy: TcpProxy;
let database: Database;
let observer: Database;
const warn = vi.fn();

beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  database = await openPostgres(proxy.url, { logger: { info: vi.fn(), warn } });
  observer = await openPostgres(server.url);
});
afterEach(async () => {
  await database.close();
  await observer.close();
  await proxy.close();
  await server.drop();
});

let count = 0;
const user = () => ({ data: { name: 'Ada', email: `ada-${count++}@example.com` } });

const calls: Record<string, () => Promise<unknown>> = {
  'a read': () => database.db.user.findUnique({ where: { id: count++ } }),
  'a write': () => database.db.user.create(user()),
  'a transaction': () =>
    database.db.$transaction(async (tx) => {
      await tx.user.create(user());
      await tx.user.create(user());
    }),
  'a batch': () =>
    database.db.$transaction([
      database.db.user.create(user()),
      database.db.user.create(user()),
    ]),
  'a batched read': () => loadProduct(database.db, ++count, WHOLE_PRODUCT),
  'an insert': () => database.db.inserts.user.create(user()),
  'an update': () =>
    database.db.user.updateMany({ where: { id: count++ }, data: { name: 'Ada' } }),
  'the rate limit': async () => database.pool?.query('SELECT 1 FROM budgets'),
};

/** Calls of each kind at once: the errors, and the milliseconds until the last one ended. */
async function burst(times: number) {
  const start = performance.now();
  const called = Array.from({ length: times }, () =>
    Object.values(calls).map((call) => call()),
  ).flat();
  const results = await Promise.allSettled(called);
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { failures, took: performance.now() - start };
}

async function expectUnavailable() {
  const { failures, took } = await burst(5);
  expect(failures.length).toBe(5 * Object.keys(calls).length);
  expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([]);
  expect(took).toBeLessThan(EVENTUALLY);
}

async function expectRecovery() {
  await proxy.back();
  await expect.poll(async () => (await burst(5)).failures).toEqual([]);
  await expectNoLeaks();
}

/** The default `connection_limit`. */
const CONNECTIONS_OF_NODE = 10;

/** Nothing waits, nothing is locked, and the server has no more connections than the node may open. */
async function expectNoLeaks() {
  const { pool } = database;
  await vi.waitFor(async () => {
    expect(pool).toMatchObject({ waitingCount: 0, idleCount: pool?.totalCount });
    const sessions = await observer.db.$queryRaw<{ state: string }[]>`
      SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    expect(sessions.length).toBeLessThanOrEqual(
      CONNECTIONS_OF_NODE + (observer.pool?.totalCount ?? 0) - 1,
    );
    expect(sessions.filter(({ state }) => state !== 'idle')).toEqual([]);
  }, EVENTUALLY);
}

test.each([
  ['is down', 'open', () => proxy.down()],
  ['falls silent', 'open', () => proxy.silence()],
  ['falls silent', 'not open yet', () => proxy.silence()],
])(
  'with a server that %s while connections are %s, every call is unavailable and works again when it is back',
  async (_, connections, fail) => {
    if (connections === 'open') await burst(5);
    await fail();
    await expectUnavailable();
    await expectUnavailable();
    await expectRecovery();
  },
);

test('connections that died silently cost one failed call, not one each', async () => {
  const { db } = database;
  const read = () => db.reads.$queryRaw`SELECT 1 AS one`;
  await burst(5);
  proxy.forget();
  expect(isUnavailable(await read().catch((error: unknown) => error))).toBe(true);
  expect(await read()).toEqual([{ one: 1 }]);
  const transaction = db.$transaction(async (tx) => {
    await tx.user.count();
    proxy.forget();
    await tx.user.count();
  });
  expect(isUnavailable(await transaction.catch((error: unknown) => error))).toBe(true);
  expect(await read()).toEqual([{ one: 1 }]);
});

test('replaces idle connections that the server closed, without a failed call', async () => {
  await burst(5);
  warn.mockClear();
  await observer.db.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'`;
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), EVENTUALLY);
  await delay(100);
  expect((await burst(2)).failures).toEqual([]);
});

test('a process that was busy for long still receives the responses that arrived meanwhile', async () => {
  await database.db.$queryRaw`SELECT 1 AS one`;
  const calls = [database.db.user.count(), database.pool?.query('SELECT 1')];
  await delay(1);
  const until = performance.now() + 2500;
  while (performance.now() < until);
  await Promise.all(calls);
});

test('never reuses a connection to a server that became read-only', async () => {
  const name = new URL(server.url).pathname.slice(1);
  await burst(5);
  await observer.db.$executeRawUnsafe(
    `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
  );
  await database.close();
  database = await openPostgres(proxy.url, { logger: { info: vi.fn(), warn } });
  await Promise.all(Array.from({ length: 5 }, () => database.db.$queryRaw`SELECT 1 AS one`));
  await observer.db.$executeRawUnsafe(
    `ALTER DATABASE ${name} RESET default_transaction_read_only`,
  );
  const failure = await database.db.user.create(user()).catch((error: unknown) => error);
  expect(isUnavailable(failure)).toBe(true);
  await Promise.all(Array.from({ length: 5 }, () => database.db.user.create(user())));
});
