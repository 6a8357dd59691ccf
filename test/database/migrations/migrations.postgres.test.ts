// Migrations on a server: several nodes can start at once, table users never wait long, and indexes are built
// alongside writes.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyMigrations } from '../../../src/database/migrations/migrate.ts';
import { readMigrations } from '../../../src/database/migrations/migration-files.ts';
import { openPostgresSession } from '../../../src/database/postgres/postgres.ts';
import { createTestApp } from '../../support/app.ts';
import { freshPostgres } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient } from '../../support/pg-client.ts';

/** Longer than a request waits for the database before it returns 503. */
const READER_MILLISECONDS = 3000;
const BETWEEN_REQUESTS = 20;

let server: Awaited<ReturnType<typeof freshPostgres>>;
let client: pg.Client;
let other: pg.Client;
const info = vi.fn<(line: string) => void>();
beforeEach(async () => {
  server = await freshPostgres('nothing');
  client = await connectedClient(server.url, 'tests');
  other = await connectedClient(server.url, 'nightly backup');
  info.mockClear();
  await apply([
    '1_words',
    `CREATE TABLE words (word text); INSERT INTO words VALUES ('a'), ('b')`,
  ]);
});
afterEach(async () => {
  await Promise.all([client.end(), other.end()]);
  await server.drop();
});

const applied: [name: string, sql: string][] = [];
afterEach(() => void applied.splice(0));

/** Applies one more migration, as another node. */
async function apply(
  migration: [name: string, sql: string],
  lockWaitSeconds = 600,
): Promise<void> {
  const all = [...applied, migration].map(([name, sql]) => ({ name, sql, checksum: name }));
  const logger = { info, warn: vi.fn() };
  await applyMigrations(() => openPostgresSession(() => server.url, lockWaitSeconds), all, {
    logger,
    lockWaitSeconds,
  });
  if (!applied.includes(migration)) applied.push(migration);
}

const lines = () => info.mock.calls.map(([line]) => line);
const told = (text: string) =>
  expect.poll(lines).toContainEqual(expect.stringContaining(text));
const rows = async (sql: string) => (await client.query(sql)).rows;
const recorded = async () =>
  (await rows('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).map(
    (row) => row.migration_name,
  );
const indexes = () =>
  rows(`SELECT relname AS name, indisvalid AS valid FROM pg_index JOIN pg_class ON oid = indexrelid
    WHERE indrelid = 'words'::regclass`);

const oid = async () => (await rows(`SELECT 'words_word_idx'::regclass::oid AS oid`))[0].oid;

const INDEX: [string, string] = [
  '2_index',
  '-- CreateIndex\nCREATE INDEX CONCURRENTLY "words_word_idx" ON "words"("word");\n',
];
const BUILT = [{ name: 'words_word_idx', valid: true }];

describe('CREATE INDEX CONCURRENTLY, alone in its migration', () => {
  test('is built alongside writes and recorded, once even if several nodes start together', async () => {
    await client.query('BEGIN');
    await client.query(`INSERT INTO words VALUES ('c')`);
    const building = Promise.all([apply(INDEX), apply(INDEX)]);
    await told('Another process is migrating');
    await other.query(`INSERT INTO words VALUES ('d')`);
    await client.query('COMMIT');
    await building;
    expect(await indexes()).toEqual(BUILT);
    expect(await recorded()).toEqual(['1_words', '2_index']);
  });

  test.each([
    ['drops and rebuilds the invalid index of a node that was killed halfway', false],
    ['keeps and records the index of a node that was killed before recording it', true],
  ])('%s', async (_, isValid) => {
    await client.query('CREATE INDEX words_word_idx ON words (word)');
    await client.query(
      `UPDATE pg_index SET indisvalid = ${isValid} WHERE indexrelid = 'words_word_idx'::regclass`,
    );
    const before = await oid();
    await apply(INDEX);
    expect(await indexes()).toEqual(BUILT);
    expect((await oid()) === before).toBe(isValid);
    expect(await recorded()).toEqual(['1_words', '2_index']);
  });

  test('waits for and keeps an index that the server is still building for a killed node', async () => {
    await client.query('BEGIN');
    await client.query(`INSERT INTO words VALUES ('c')`);
    const building = other.query(INDEX[1].replace(/--.*/, ''));
    await expect.poll(indexes).toEqual([{ ...BUILT[0], valid: false }]);
    const before = await oid();
    const applying = apply(INDEX);
    await told('is still being built by process');
    await client.query('COMMIT');
    await Promise.all([building, applying]);
    expect(await oid()).toBe(before);
    expect(await recorded()).toEqual(['1_words', '2_index']);
  });

  test('reports rows that violate a unique index, and leaves no invalid index', async () => {
    await client.query(`INSERT INTO words VALUES ('a')`);
    const unique: [string, string] = [
      '2_unique',
      'CREATE UNIQUE INDEX CONCURRENTLY words_word_key ON words (word)',
    ];
    await expect(apply(unique)).rejects.toThrow(
      /^The migration 2_unique failed: could not create unique index/,
    );
    expect(await indexes()).toEqual([]);
    await client.query(`DELETE FROM words`);
    await apply(unique);
    expect(await indexes()).toEqual([{ name: 'words_word_key', valid: true }]);
  });

  test('DROP INDEX CONCURRENTLY works likewise, even if the index no longer exists', async () => {
    await apply(INDEX);
    await apply(['3_drop', 'DROP INDEX CONCURRENTLY words_word_idx;']);
    await apply(['4_gone', 'DROP INDEX CONCURRENTLY words_word_idx;']);
    expect(await indexes()).toEqual([]);
    expect(await recorded()).toEqual(['1_words', '2_index', '3_drop', '4_gone']);
  });

  test('a wait that takes too long ends', async () => {
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await other.query('SELECT count(*) FROM words');
    await expect(apply(INDEX, 1)).rejects.toThrow(
      /2_index failed: canceling statement due to lock timeout/,
    );
    await other.query('COMMIT');
    await apply(INDEX);
    expect(await indexes()).toEqual(BUILT);
  });
});

test('a migration that waits too long for a reader is rolled back', async () => {
  await other.query('BEGIN; LOCK TABLE words IN ACCESS SHARE MODE');
  await expect(
    apply(['2_length', 'ALTER TABLE words ADD COLUMN length int'], 2),
  ).rejects.toThrow(
    '2_length failed and was rolled back: canceling statement due to lock timeout',
  );
  await other.query('COMMIT');
});

test("a migration that waits for a reader's lock delays no requests, and succeeds after the reader", async () => {
  const { url, drop } = await freshPostgres();
  const app = await createTestApp({
    database: await openPostgres(url),
  });
  const { id } = await app.product();
  const reader = await connectedClient(url, 'nightly backup');
  await reader.query('BEGIN');
  await reader.query(`SELECT 'secret', count(*) FROM products`);
  const later = {
    name: '9_later',
    sql: 'ALTER TABLE products ADD COLUMN later int',
    checksum: '',
  };
  const migrations = [...(await readMigrations()), later];
  const applying = applyMigrations(() => openPostgresSession(() => url), migrations, {
    logger: { info, warn: vi.fn() },
  });
  const statuses = new Set<number>();
  const end = performance.now() + READER_MILLISECONDS;
  while (performance.now() < end) {
    const requests = [app.readProduct(id), app.updateProduct(id, { rent: 3 })];
    for (const { status } of await Promise.all(requests)) statuses.add(status);
    await delay(BETWEEN_REQUESTS);
  }
  expect([...statuses]).toEqual([200]);
  expect(lines()).toContainEqual(
    'A migration is waiting: canceling statement due to lock timeout',
  );
  const columns = `SELECT 1 FROM pg_attribute WHERE attrelid = 'products'::regclass AND attname = 'later'`;
  expect((await reader.query(columns)).rows).toEqual([]);
  await reader.query('COMMIT');
  await applying;
  expect((await reader.query(columns)).rows).toHaveLength(1);
  expect((await app.readProduct(id)).status).toBe(200);
  await Promise.all([reader.end(), app.close()]);
  await drop();
});

const open = () => openPostgres(server.url);

test('a node waits while another or `prisma migrate deploy` migrates, and needs no lock afterwards', async () => {
  await other.query('SELECT pg_advisory_lock(72707369)');
  await expect(apply(['2_x', 'SELECT 1'], 0)).rejects.toThrow('Another process is migrating');
  const opening = open();
  expect(await Promise.race([opening, delay(500, 'it waits')])).toBe('it waits');
  await other.query('SELECT pg_advisory_unlock(72707369)');
  await (await opening).close();
  // The server notices the end of a connection only after a while.
  const lock = 'SELECT pg_try_advisory_lock(72707369) AS free';
  await expect.poll(() => rows(lock)).toEqual([{ free: true }]);
  await (await open()).close();
});

test('a node that loses its connection during a migration leaves nothing half done', async () => {
  const half = apply([
    '2_half',
    'CREATE TABLE half (id int); SELECT pg_terminate_backend(pg_backend_pid())',
  ]);
  await expect(half).rejects.toThrow(
    /2_half failed and was rolled back: terminating connection/,
  );
  expect(await rows(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  expect(await recorded()).toEqual(['1_words']);
  await (await open()).close();
});
