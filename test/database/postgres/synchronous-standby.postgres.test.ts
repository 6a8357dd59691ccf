// A write that hasn't reached a synchronous standby is never reported as done.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient } from '../../support/pg-client.ts';
import { type PostgresServer, startPostgresServer } from '../../support/postgres-server.ts';

let server: PostgresServer;
let app: TestApp;
let client: pg.Client;
beforeAll(async () => {
  server = await startPostgresServer({ settings: { synchronous_commit: 'on' } });
  app = await createTestApp({
    database: await openPostgres(server.url),
  });
  client = await connectedClient(server.url);
});
afterAll(async () => {
  await client.query('ALTER SYSTEM RESET synchronous_standby_names');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  await app.close();
  await server.stop();
});

test('writes return 503 and stay invisible while no standby has them, even if the wait is cancelled', async () => {
  const [{ id }, { id: other }] = [await app.product(), await app.product()];
  // Every commit waits while the standby is away.
  await client.query("ALTER SYSTEM SET synchronous_standby_names = 'away'");
  await client.query('SELECT pg_reload_conf()');
  const product = { title: 'Waiting', rent: 1, sku: 's' };
  const answers = await Promise.all([
    app.createProduct(product),
    app.createProduct(product, { headers: { 'Idempotency-Key': 'waiting' } }),
    app.updateProduct(id, product),
    app.rest('POST', '/bundle', {
      bundle: { title: 'Waiting', items: [{ ad_id: other, quantity: 1 }] },
    }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  const { rows } = await client.query("SELECT id FROM products WHERE title = 'Waiting'");
  expect(rows).toEqual([]);
});
