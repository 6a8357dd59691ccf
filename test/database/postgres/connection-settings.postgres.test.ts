// The settings of connections, whatever the defaults of the database: no compilation of statements, and read committed.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { createTestApp } from '../../support/app.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';

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
  const { adapter, close } = await database.openSession();
  const { rows } = await adapter.queryRaw({ sql: SETTINGS, args: [], argTypes: [] });
  expect(rows).toEqual([['off', 'read committed']]);
  await close();
});

test('a transaction is read committed behind a pooler too, which takes no settings at connect', async () => {
  const pooled = new URL(server.directUrl);
  pooled.searchParams.set('pgbouncer', 'true');
  const { db, close } = await openDatabase({ databaseUrl: pooled.href, dataDir: '' });
  const isolation = await db.$transaction((tx) => tx.$queryRaw`SELECT current_setting('transaction_isolation') AS is`);
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
