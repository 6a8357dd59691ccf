// Connections to a PostgreSQL server that died, were closed, waited for long, or became read-only.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { rowsAt } from '../support/pg-client.ts';
import { failureOf, troubledDatabase } from '../support/troubled-database.ts';

const warn = vi.fn();
const troubled = troubledDatabase('', { info: vi.fn(), warn });

let count = 0;
const user = () => ({ data: { name: 'Ada', email: `ada-${count++}@example.com` } });

const OTHER_SESSIONS =
  'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** A call in each pool, several times. */
const useAll = () => {
  const { db } = troubled.database;
  const pools = Array(5).fill([db, db.reads, db.inserts]).flat();
  return pools.map((one: typeof db) => one.user.count());
};

test.each(['open', 'not open yet'])(
  'with a silent server, calls without a deadline are unavailable while connections are %s',
  async (connections) => {
    if (connections === 'open') await Promise.all(useAll());
    troubled.proxy.silence();
    const failures = await Promise.all(useAll().map(failureOf));
    expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([]);
  },
);

test('connections that died silently cost one failed call, not one each', async () => {
  const { proxy, database } = troubled;
  const read = () => database.db.reads.$queryRaw`SELECT 1 AS one`;
  await Promise.all(useAll());
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
  await Promise.all(useAll());
  warn.mockClear();
  const end = `SELECT pg_terminate_backend(pid) ${OTHER_SESSIONS} AND state = 'idle'`;
  await rowsAt(troubled.serverUrl, end);
  await expect.poll(() => warn).toHaveBeenCalled();
  await delay(100);
  await Promise.all(useAll());
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
