// A PostgreSQL server that goes down, becomes slow or silent, and comes back.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import type { Database } from '../../src/database/open-database.ts';
import { loadProduct, WHOLE_PRODUCT } from '../../src/products/product-rows.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { rowsAt } from '../support/pg-client.ts';
import { failureOf, troubledDatabase } from '../support/troubled-database.ts';

const warn = vi.fn();
const troubled = troubledDatabase('', { info: vi.fn(), warn });

let count = 0;
const user = () => ({ data: { name: 'Ada', email: `ada-${count++}@example.com` } });

const calls: readonly ((database: Database) => Promise<unknown> | undefined)[] = [
  ({ db }) => db.user.findUnique({ where: { id: count++ } }),
  ({ db }) => db.user.create(user()),
  ({ db }) =>
    db.$transaction(async (tx) => {
      await tx.user.create(user());
      await tx.user.create(user());
    }),
  ({ db }) => db.$transaction([db.user.create(user()), db.user.create(user())]),
  ({ db }) => loadProduct(db, ++count, WHOLE_PRODUCT),
  ({ db }) => db.inserts.user.create(user()),
  ({ db }) => db.user.updateMany({ where: { id: count++ }, data: { name: 'Ada' } }),
  ({ pool }) => pool?.query('SELECT 1 FROM budgets'),
];

/** Calls of each kind at once: the errors, and the milliseconds until the last one ended. */
async function burst(times: number) {
  const start = performance.now();
  const called = Array.from({ length: times }, () =>
    calls.map((call) => call(troubled.database)),
  ).flat();
  const results = await Promise.allSettled(called);
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return { failures, took: performance.now() - start };
}

async function expectUnavailable() {
  const { failures, took } = await burst(5);
  expect(failures.length).toBe(5 * calls.length);
  expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([]);
  expect(took).toBeLessThan(EVENTUALLY);
}

async function expectRecovery() {
  await troubled.proxy.back();
  await expect.poll(async () => (await burst(5)).failures).toEqual([]);
  await expectNoLeaks();
}

/** The default `connection_limit`. */
const CONNECTIONS_OF_NODE = 10;
const OTHER_SESSIONS =
  'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Nothing waits, nothing is locked, and the server has no more connections than the node may open. */
async function expectNoLeaks() {
  const { pool } = troubled.database;
  await vi.waitFor(async () => {
    expect(pool).toMatchObject({ waitingCount: 0, idleCount: pool?.totalCount });
    const sessions = await rowsAt(troubled.serverUrl, `SELECT state ${OTHER_SESSIONS}`);
    expect(sessions.length).toBeLessThanOrEqual(CONNECTIONS_OF_NODE);
    expect(sessions).toEqual(sessions.map(() => ({ state: 'idle' })));
  }, EVENTUALLY);
}

test.each([
  ['is down', 'open', () => troubled.proxy.down()],
  ['falls silent', 'open', () => troubled.proxy.silence()],
  ['falls silent', 'not open yet', () => troubled.proxy.silence()],
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
  const { proxy, database } = troubled;
  const read = () => database.db.reads.$queryRaw`SELECT 1 AS one`;
  await burst(5);
  proxy.forget();
  expect(isUnavailable(await failureOf(read()))).toBe(true);
  expect(await read()).toEqual([{ one: 1 }]);
  const transaction = database.db.$transaction(async (tx) => {
    await tx.user.count();
    proxy.forget();
    await tx.user.count();
  });
  expect(isUnavailable(await failureOf(transaction))).toBe(true);
  expect(await read()).toEqual([{ one: 1 }]);
});

test('replaces idle connections that the server closed, without a failed call', async () => {
  await burst(5);
  warn.mockClear();
  const end = `SELECT pg_terminate_backend(pid) ${OTHER_SESSIONS} AND state = 'idle'`;
  await rowsAt(troubled.serverUrl, end);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), EVENTUALLY);
  await delay(100);
  expect((await burst(2)).failures).toEqual([]);
});

test('a process that was busy for long still receives the responses that arrived meanwhile', async () => {
  const { db, pool } = troubled.database;
  await db.$queryRaw`SELECT 1 AS one`;
  async function busy() {
    const calls = [db.user.count(), pool?.query('SELECT 1')];
    await delay(1);
    const until = performance.now() + 2500;
    while (performance.now() < until);
    return Promise.all(calls);
  }
  // On a machine without time for the server, the responses may not have arrived.
  await vi.waitFor(busy, { timeout: 4 * EVENTUALLY });
});

test('never reuses a connection to a server that became read-only', async () => {
  const name = new URL(troubled.serverUrl).pathname.slice(1);
  const alter = (change: string) =>
    troubled.database.db.$executeRawUnsafe(`ALTER DATABASE ${name} ${change}`);
  await alter('SET default_transaction_read_only = on');
  const times = Array.from({ length: 5 });
  const { db, close } = await openPostgres(troubled.serverUrl);
  await Promise.all(times.map(() => db.$queryRaw`SELECT 1 AS one`));
  await alter('RESET default_transaction_read_only');
  expect(isUnavailable(await failureOf(db.user.create(user())))).toBe(true);
  await Promise.all(times.map(() => db.user.create(user())));
  await close();
});
