// How migrations are applied, on both kinds of database.
import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { DatabaseOpenError } from '../../../src/database/database-errors.ts';
import {
  embeddedPool,
  embeddedSession,
} from '../../../src/database/embedded/embedded-pool.ts';
import { missingMigrations } from '../../../src/database/migrations/applied-migrations.ts';
import { applyMigrations } from '../../../src/database/migrations/migrate.ts';
import {
  type Migration,
  readMigrations,
} from '../../../src/database/migrations/migration-files.ts';
import { openPostgresSession } from '../../../src/database/postgres/postgres.ts';
import { freshPostgres } from '../../support/database.ts';
import { loadEmbedded } from '../../support/embedded-database.ts';

let database: { connect(): ReturnType<typeof openPostgresSession>; drop(): Promise<void> };
let session: Awaited<ReturnType<typeof openPostgresSession>>;
beforeEach(async () => {
  const template = inject('template');
  database =
    template.kind === 'pglite' ? await emptyEmbedded(template.file) : await emptyPostgres();
  session = await database.connect();
});
afterEach(async () => {
  await session.close();
  await database.drop();
});

/** Emptied for each test, which is faster than creating another one. */
let embedded: PGlite | undefined;
afterAll(() => embedded?.close());

async function emptyEmbedded(template: string): Promise<typeof database> {
  embedded ??= await loadEmbedded(template);
  await embedded.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const client = embedded;
  return { connect: () => embeddedSession(embeddedPool(client)), drop: async () => {} };
}

async function emptyPostgres(): Promise<typeof database> {
  const { url, drop } = await freshPostgres('nothing');
  return { connect: () => openPostgresSession(() => url), drop };
}

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** The values of each row, in column order. */
const rows = async (sql: string) =>
  (await session.client.query<object>(sql)).rows.map((row) => Object.values(row));
const records = () =>
  rows(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
  );
const apply = (...migrations: Migration[]) => applyMigrations(database.connect, migrations);

const isMigrated = async ({ client }: typeof session, migrations: Migration[]) =>
  (await missingMigrations(client, migrations)).length === 0;

const first = migration('1_first', 'CREATE TABLE first (id int PRIMARY KEY); -- one; two');
const second = migration('2_second', 'CREATE TABLE second (id int REFERENCES first)');

test('applies each migration of the service once, however often it is asked', async () => {
  const migrations = await readMigrations();
  expect(await isMigrated(session, migrations)).toBe(false);
  await apply(...migrations);
  expect(await isMigrated(session, migrations)).toBe(true);
  await apply(...migrations);
  expect(await records()).toEqual(migrations.map(({ name }) => [name]));
  expect(await rows('SELECT count(*)::int FROM products')).toEqual([[0]]);
});

test('names a later migration before applying it on top', async () => {
  await apply(first);
  expect(await isMigrated(session, [first, second])).toBe(false);
  const info = vi.fn();
  await applyMigrations(database.connect, [first, second], {
    logger: { info, warn: vi.fn() },
  });
  expect(info.mock.calls).toEqual([['Applying the migration 2_second …']]);
  expect(await records()).toEqual([['1_first'], ['2_second']]);
});

test('a failed migration is named with the reason, changes nothing, and can be fixed', async () => {
  const broken = migration(
    '2_second',
    "CREATE TABLE second (id int);\nINSERT INTO second VALUES ('x')",
  );
  await expect(apply(first, broken)).rejects.toThrow(
    new DatabaseOpenError(
      'The migration 2_second failed and was rolled back: invalid input syntax for type integer: "x"',
    ),
  );
  await session.close();
  session = await database.connect();
  expect(await records()).toEqual([['1_first']]);
  expect(await rows(`SELECT to_regclass('second') IS NULL`)).toEqual([[true]]);
  await apply(first, second);
  expect(await isMigrated(session, [first, second])).toBe(true);
});

test('rejects a migration that was edited after it was applied', async () => {
  await apply(first);
  const edited = migration('1_first', 'CREATE TABLE first (id bigint PRIMARY KEY)');
  expect(await isMigrated(session, [edited])).toBe(false);
  await expect(apply(edited)).rejects.toThrow(/1_first was edited after it was applied/);
});

test('rejects a migration that another tool left unfinished, until it is marked as rolled back', async () => {
  await apply(first);
  await rows(`
    INSERT INTO _prisma_migrations (id, checksum, migration_name)
    VALUES ('x', '${second.checksum}', '2_second') RETURNING 1`);
  await expect(apply(first, second)).rejects.toThrow(
    /2_second failed before.*prisma migrate resolve/,
  );
  await rows(
    `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x' RETURNING 1`,
  );
  await apply(first, second);
  expect(await records()).toEqual([['1_first'], ['2_second']]);
});

test('does not migrate a database of another environment (D1)', async () => {
  const migrations = await readMigrations();
  await apply(...migrations);
  await rows("INSERT INTO deployment (environment) VALUES ('live') RETURNING 1");
  const missing = (environment: string) =>
    missingMigrations(session.client, [...migrations, first], { environment });
  await expect(missing('test')).rejects.toThrow('belongs to another environment (live)');
  expect(await missing('live')).toEqual([first]);
});

test('leaves a database that is ahead unchanged, and logs a line with its unknown migrations', async () => {
  await apply(first, second);
  const warn = vi.fn();
  expect(
    await missingMigrations(session.client, [first], { logger: { info: vi.fn(), warn } }),
  ).toEqual([]);
  expect(warn.mock.calls).toEqual([
    [{}, expect.stringMatching(/newer version of the service.*: 2_second/)],
  ]);
  expect(await isMigrated(session, [first])).toBe(true);
  await apply(first);
  expect(await records()).toEqual([['1_first'], ['2_second']]);
});

test('applies a migration of one CREATE INDEX CONCURRENTLY among others', async () => {
  const index = migration(
    '2_index',
    '-- CreateIndex\nCREATE INDEX CONCURRENTLY "first_index" ON "first"("id");\n',
  );
  await apply(
    first,
    index,
    migration('3_gone', 'DROP INDEX CONCURRENTLY first_index'),
    migration('4_again', index.sql),
  );
  expect(
    await rows(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'first_index'::regclass`),
  ).toEqual([[true]]);
  expect(await records()).toEqual([['1_first'], ['2_index'], ['3_gone'], ['4_again']]);
});
