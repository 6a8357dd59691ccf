// node-postgres on PGlite: values stay as stored, and each connection starts as clean as one to a server.
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../../../src/database/embedded/embedded.ts';
import {
  embeddedPool,
  embeddedSession,
} from '../../../src/database/embedded/embedded-pool.ts';

let client: PGlite;
beforeAll(async () => {
  client = await PGlite.create();
});
afterAll(() => client.close());

test('keeps a byte order mark at the start of a value (D14)', async () => {
  const { rows } = await embeddedPool(client).query(
    'SELECT $1::text AS value, length($1) AS length',
    ['\ufeff'],
  );
  expect(rows).toEqual([{ value: '\ufeff', length: 1 }]);
});

test("a failed statement doesn't affect the next one, even several at once", async () => {
  const pool = embeddedPool(client);
  const results = await Promise.allSettled(
    ['SELECT 1/0', 'SELECT 1 AS n', 'SELECT no'].map((sql) => pool.query(sql)),
  );
  expect(
    results.map((one) => (one.status === 'rejected' ? one.reason.code : one.value.rows)),
  ).toEqual(['22012', [{ n: 1 }], '42703']);
});

test('a response of many parts arrives whole: PGlite reuses its buffer', async () => {
  const numbers = await embeddedPool(client).query('SELECT generate_series(1, 5000) AS n');
  expect(numbers.rows.map(({ n }) => n)).toEqual(
    Array.from({ length: 5000 }, (_, i) => i + 1),
  );
});

test('a new connection ends a transaction that an earlier one left open', async () => {
  await client.exec('CREATE TABLE left_open (id int)');
  const session = await embeddedSession(embeddedPool(client));
  await session.client.query('BEGIN; INSERT INTO left_open VALUES (1)');
  expect((await embeddedPool(client).query('SELECT id FROM left_open')).rows).toEqual([]);
});

test('nobody gets the connection of a session that ended inside a transaction', async () => {
  const pool = embeddedPool(client);
  await client.exec('CREATE TABLE left_by_session (id int)');
  const session = await embeddedSession(pool);
  await session.client.query('BEGIN; INSERT INTO left_by_session VALUES (1)');
  await session.close();
  expect((await pool.query('SELECT id FROM left_by_session')).rows).toEqual([]);
});
