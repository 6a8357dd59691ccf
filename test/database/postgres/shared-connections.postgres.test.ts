// Connections that requests share: what a slow, ended or silent one means for the statements of others.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { freshPostgres, isPooled } from '../../support/database.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

let server: Awaited<ReturnType<typeof freshPostgres>>;
let proxy: TcpProxy;
let database: Database;
beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  database = await openDatabase({ databaseUrl: proxy.url, dataDir: '' });
});
afterEach(async () => {
  await database.close();
  await proxy.close();
  await server.drop();
});

const read = (sql: string) => database.statements.read(sql, []);
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a slow statement delays none but those behind it on its connection', async () => {
  const slow = read('SELECT pg_sleep(1)').then(() => 'slow');
  // It is sent at the end of its turn; those of the same turn are behind it.
  await delay(20);
  const others = (async () => {
    for (let answered = 0; answered < 20; answered++) await read('SELECT 1');
    return 'others';
  })();
  expect(await Promise.race([slow, others])).toBe('others');
  expect(await slow).toBe('slow');
});

test('a failed statement is an error of its own request alone', async () => {
  const [failed, right] = await Promise.all([failureOf(read('SELECT 1/0')), read('SELECT 1')]);
  expect([(failed as { code: string }).code, right]).toEqual(['22012', [[1]]]);
});

// Behind a pooler a connection has no server process of its own.
test.skipIf(isPooled())(
  'the statements of a connection that the server ends are unavailable, and the next are answered',
  async () => {
    await read('SELECT 1');
    const pending = ['SELECT pg_sleep(20)', 'SELECT 1', 'SELECT 2'].map((sql) => failureOf(read(sql)));
    await delay(100);
    await database.db
      .$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)' AND pid <> pg_backend_pid()`;
    for (const failure of await Promise.all(pending)) expect(isUnavailable(failure)).toBe(true);
    expect(await read('SELECT 3')).toEqual([[3]]);
  },
);

test('a silent server: pending statements are unavailable within seconds, and the next are answered when it is back', async () => {
  await read('SELECT 1');
  proxy.silence();
  const start = performance.now();
  const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(read('SELECT 1'))));
  expect(failures.every(isUnavailable)).toBe(true);
  expect(performance.now() - start).toBeLessThan(5_000);
  await proxy.back();
  expect(await read('SELECT 2')).toEqual([[2]]);
});
