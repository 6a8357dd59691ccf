// A write that hasn't reached a synchronous standby is never reported as done.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { burst, writesOf } from '../../http/every-request.ts';
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
  const { id } = await app.product();
  // Every commit waits while the standby is away.
  await client.query("ALTER SYSTEM SET synchronous_standby_names = 'away'");
  await client.query('SELECT pg_reload_conf()');
  const keyed = { headers: { 'Idempotency-Key': 'waiting' } };
  const answers = await burst({
    ...writesOf(app, id),
    'with a key': () => app.createProduct({ title: 'Waiting', rent: 1, sku: 's' }, keyed),
  });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  const { rows } = await client.query('SELECT id, title FROM products');
  expect(rows).toEqual([{ id, title: 'Tent' }]);
});
