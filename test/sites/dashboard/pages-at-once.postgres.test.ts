// Many pages that one user asks for at once: they leave connections of the pool to other users.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { freshPostgres } from '../../support/database.ts';
import { signedIn } from './visitor.ts';

let app: TestApp;
let client: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, directUrl, ...database } = await freshPostgres();
  drop = database.drop;
  app = await createTestApp({ database: await openDatabase({ databaseUrl: url, dataDir: '' }) });
  client = new pg.Client(directUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
  await drop();
});

const PAGES = 16;
const WAITING = `SELECT FROM pg_locks WHERE relation = 'refused_requests'::regclass AND NOT granted`;

test('while the statements of 16 pages of one user wait, an update of another user does not', async () => {
  const visitor = await signedIn(app);
  const { id } = await app.product({}, app.rival.id);
  await client.query('BEGIN; LOCK TABLE refused_requests IN ACCESS EXCLUSIVE MODE');
  const pages = Promise.all(Array.from({ length: PAGES }, () => visitor.get('/dashboard/requests')));
  await expect.poll(async () => (await client.query(WAITING)).rowCount).toBeGreaterThan(1);
  const update = await app.rest('PUT', `/product/${id}`, { product: { rent: 2 } }, app.rival);
  const stillWaiting = (await client.query(WAITING)).rowCount;
  await client.query('COMMIT');
  expect({ status: update.status, stillWaiting }).toEqual({ status: 200, stillWaiting: 2 });
  for (const { status } of await pages) expect(status).toBe(200);
});
