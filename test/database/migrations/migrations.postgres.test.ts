// Several nodes that start at once on one PostgreSQL server.
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyMigrations } from '../../../src/database/migrations/migrate.ts';
import { readMigrations } from '../../../src/database/migrations/migrations.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { openPostgresSession } from '../../../src/database/postgres/postgres.ts';
import { freshPostgres } from '../../support/database.ts';
import { EVENTUALLY } from '../../support/eventually.ts';

let server: Awaited<ReturnType<typeof freshPostgres>>;
let client: pg.Client;
beforeEach(async () => {
  server = await freshPostgres('nothing');
  client = new pg.Client({ connectionString: server.directUrl });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await server.drop();
});

const open = () => openDatabase({ databaseUrl: server.url, dataDir: '' });
const recorded = async () => (await client.query('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).rows;
const expected = async () => (await readMigrations()).map(({ name }) => ({ migration_name: name }));

test('the migrations run once when processes start together', async () => {
  const opener = new URL('../../../src/database/open-database.ts', import.meta.url).href;
  const script = `
    const { openDatabase } = await import(${JSON.stringify(opener)});
    const database = await openDatabase({ databaseUrl: process.argv[1], dataDir: '' });
    await database.db.user.count();
    await database.close();`;
  const node = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, server.url]);
  await Promise.all([node(), node(), node()]);
  expect(await recorded()).toEqual(await expected());
});

test('a node waits while another, or `prisma migrate deploy`, is migrating, and the lock is free afterwards', async () => {
  await client.query('SELECT pg_advisory_lock(72707369)');
  let opened = false;
  const opening = open().finally(() => {
    opened = true;
  });
  await delay(500);
  expect(opened).toBe(false);
  await client.query('SELECT pg_advisory_unlock(72707369)');
  await (await opening).close();
  // The server notices the end of a connection in its own time.
  await vi.waitFor(async () => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(72707369) AS free');
    expect(rows).toEqual([{ free: true }]);
  }, EVENTUALLY);
});

test('a node that loses its connection while it migrates leaves nothing half done', async () => {
  const sql = 'CREATE TABLE half (id int); SELECT pg_terminate_backend(pg_backend_pid())';
  await expect(
    applyMigrations(() => openPostgresSession(server.url), [{ name: '1_half', sql, checksum: '' }]),
  ).rejects.toThrow(/1_half failed and was rolled back: terminating connection/);
  const { rows } = await client.query(
    `SELECT to_regclass('half') AS half, to_regclass('_prisma_migrations') AS record`,
  );
  expect(rows).toEqual([{ half: null, record: null }]);
  await (await open()).close();
});

test('a migrated database is opened without the lock', async () => {
  await (await open()).close();
  await client.query('SELECT pg_advisory_lock(72707369)');
  await (await open()).close();
});

test('a server that can’t be reached is named, its password is not', async () => {
  const url = new URL(server.url);
  url.port = '1';
  const failure = openDatabase({ databaseUrl: url.href, dataDir: '' });
  await expect(failure).rejects.toThrow(/The database at 127\.0\.0\.1:1 can't be opened/);
  await expect(failure).rejects.not.toThrow(/:postgres@/);
});
