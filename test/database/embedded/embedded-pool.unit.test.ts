// node-postgres on PGlite: values as they were stored, and a connection that is as new as one to a server.
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../../../src/database/embedded/embedded.ts';
import { embeddedPool, embeddedSession } from '../../../src/database/embedded/embedded-pool.ts';

let client: PGlite;
beforeAll(async () => {
  client = await PGlite.create();
});
afterAll(() => client.close());

test('a byte order mark at the start of a value is kept (D14)', async () => {
  const { rows } = await embeddedPool(client).query('SELECT $1::text AS value, length($1) AS length', ['\ufeff']);
  expect(rows).toEqual([{ value: '\ufeff', length: 1 }]);
});

test('a statement that fails leaves the next one alone, also several at once', async () => {
  const pool = embeddedPool(client);
  const results = await Promise.allSettled(['SELECT 1/0', 'SELECT 1 AS n', 'SELECT no'].map((sql) => pool.query(sql)));
  expect(results.map((one) => (one.status === 'rejected' ? one.reason.code : one.value.rows))).toEqual([
    '22012',
    [{ n: 1 }],
    '42703',
  ]);
});

test('a new connection ends the transaction that an earlier one has left open', async () => {
  await client.exec('CREATE TABLE left_open (id int)');
  const session = await embeddedSession(embeddedPool(client));
  await session.run('BEGIN; INSERT INTO left_open VALUES (1)');
  expect((await embeddedPool(client).query('SELECT id FROM left_open')).rows).toEqual([]);
});

test('without PGlite a statement fails', async () => {
  const other = await PGlite.create();
  const pool = embeddedPool(other);
  await pool.query('SELECT 1');
  await other.close();
  await expect(pool.query('SELECT 1')).rejects.toThrow();
});
