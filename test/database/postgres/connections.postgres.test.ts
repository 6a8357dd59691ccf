// The connections of a node: how its workers share them, their settings whatever the defaults of the database, and their end.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { createTestApp } from '../../support/app.ts';
import { type FreshPostgres, freshDatabase, freshPostgres, isPooled } from '../../support/database.ts';

/** Requests share 0.3 of the connections for reads and as many for appends, at least one for each; the pool has the rest. */
test.each([
  { workers: 1, limit: 20, ofPool: 8 },
  { workers: 2, limit: 20, ofPool: 4 },
  { workers: 2, limit: undefined, ofPool: 3 },
  { workers: 8, limit: undefined, ofPool: 1 },
])('of $limit connections for $workers workers, the pool of each has $ofPool', async ({ workers, limit, ofPool }) => {
  const { directUrl, drop } = await freshPostgres();
  const databaseUrl = new URL(directUrl);
  if (limit !== undefined) databaseUrl.searchParams.set('connection_limit', String(limit));
  const database = await openDatabase({ databaseUrl: databaseUrl.href, dataDir: '', workers });
  expect(database.pool?.options.max).toBe(ofPool);
  await database.close();
  await drop();
});

test('a worker that need not apply migrations opens its database while the server is away', async () => {
  const away = 'postgresql://user@127.0.0.1:1/db';
  const database = await openDatabase({ databaseUrl: away, dataDir: '', workers: 2, isMigrated: true });
  await expect(database.statements.read('SELECT 1', [])).rejects.toThrow();
  await database.close();
});

test('a server that allows no further connection is unavailable', async () => {
  const { directUrl: url, drop } = await freshPostgres();
  const limited = new URL(url);
  limited.username = `limited_${process.pid}`;
  const admin = await openDatabase({ databaseUrl: url, dataDir: '' });
  await admin.db.$executeRawUnsafe(`CREATE ROLE ${limited.username} LOGIN PASSWORD 'postgres' CONNECTION LIMIT 1`);
  await admin.db.$executeRawUnsafe(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${limited.username}`);
  const { statements, close } = await openDatabase({ databaseUrl: limited.href, dataDir: '' });
  const write = () => statements.write('SELECT 1', []);
  const results = await Promise.allSettled(Array.from({ length: 5 }, write));
  const failures = results.filter((result) => result.status === 'rejected');
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every(({ reason }) => isUnavailable(reason))).toBe(true);
  await write();
  await close();
  await admin.db.$executeRawUnsafe(`DROP OWNED BY ${limited.username}; DROP ROLE ${limited.username}`);
  await admin.close();
  await drop();
});

// Behind a pooler a connection has no server process of its own.
test.skipIf(isPooled())(
  'a connection that the server ends is a failed call for its holder, and no end of the process',
  async () => {
    const { db, pool, close } = await freshDatabase();
    const held = await pool?.connect();
    const { rows } = (await held?.query('SELECT pg_backend_pid() AS pid')) ?? { rows: [] };
    await db.$queryRaw`SELECT pg_terminate_backend(${rows[0].pid}::int)`;
    // Nobody listens for errors of this connection but the connection itself.
    await delay(100);
    await expect(held?.query('SELECT 1')).rejects.toThrow();
    held?.release(true);
    expect(await db.user.count()).toBe(0);
    await close();
  },
);

describe('where the database has other defaults', () => {
  const PUTS = 200;
  const CONNECTIONS = 40;

  let server: FreshPostgres;
  let database: Database;
  beforeEach(async () => {
    server = await freshPostgres();
    const name = new URL(server.directUrl).pathname.slice(1);
    const before = await openDatabase({ databaseUrl: server.directUrl, dataDir: '' });
    await before.db.$executeRawUnsafe(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    await before.db.$executeRawUnsafe(`ALTER DATABASE ${name} SET jit = on`);
    await before.close();
    const url = new URL(server.directUrl);
    url.searchParams.set('connection_limit', String(CONNECTIONS));
    database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  });
  afterEach(async () => {
    await database.close();
    await server.drop();
  });

  const SETTINGS = `SELECT current_setting('jit'), current_setting('transaction_isolation')`;

  test('each kind of connection has them', async () => {
    const { read, append, write } = database.statements;
    for (const send of [read, append, write]) expect(await send(SETTINGS, [])).toEqual([['off', 'read committed']]);
    const session = await database.openSession();
    expect(await session.query(SETTINGS)).toEqual([['off', 'read committed']]);
    await session.close();
  });

  test('a transaction is read committed behind a pooler too, which takes no settings at connect', async () => {
    const pooled = new URL(server.directUrl);
    pooled.searchParams.set('pgbouncer', 'true');
    const { db, close } = await openDatabase({ databaseUrl: pooled.href, dataDir: '' });
    const isolation = await db.$transaction(
      (tx) => tx.$queryRaw`SELECT current_setting('transaction_isolation') AS is`,
    );
    expect(isolation).toEqual([{ is: 'read committed' }]);
    await close();
  });

  test('where the database is serializable by default, 0 of 200 parallel updates of a product are 503', async () => {
    const { app, product, rest } = await createTestApp({ database });
    const { id } = await product();
    const puts = Array.from({ length: PUTS }, (_, n) =>
      rest('PUT', `/product/${id}`, { product: { title: `Title ${n}` } }),
    );
    const statuses = (await Promise.all(puts)).map(({ status }) => status);
    await app.close();
    expect(statuses).toEqual(Array(PUTS).fill(200));
  });
});
