// The migrations result in exactly what the schema says.
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  embeddedPool,
  embeddedSession,
} from '../../../src/database/embedded/embedded-pool.ts';
import { applyMigrations } from '../../../src/database/migrations/migrate.ts';
import {
  type Migration,
  readMigrations,
} from '../../../src/database/migrations/migration-files.ts';
import { migrationList, missingIn, startEngine } from './missing-migration.ts';

let client: PGlite;
let engine: Awaited<ReturnType<typeof startEngine>>;
beforeAll(async () => {
  client = await PGlite.create();
  engine = await startEngine(client);
});
beforeEach(() => client.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
afterAll(() => client.close());

test('the migrations and the schema match', async () => {
  expect(await missingIn(engine)).toBeUndefined();
});

test('a schema change results in a missing migration', async () => {
  const weights = { path: 'weights.prisma', content: 'model Weight {\n  grams Int @id\n}' };
  expect(await missingIn(engine, [weights])).toMatch(/^CREATE TABLE "Weight"/m);
});

test("Prisma's migration engine knows the migrations that a start applied, and finds none missing", async () => {
  const migrations = await readMigrations();
  const later = {
    name: '99990101000000_later',
    sql: 'CREATE TABLE later ()',
    checksum: 'later',
  };
  const open = () => embeddedSession(embeddedPool(client));
  await applyMigrations(open, migrations);
  const diagnose = (...more: Migration[]) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrationList([...migrations, ...more]),
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    });
  const known = {
    hasMigrationsTable: true,
    editedMigrationNames: [],
    failedMigrationNames: [],
  };
  const history = { unappliedMigrationNames: [later.name] };
  expect(await diagnose(later)).toMatchObject({ ...known, history });
  expect(await diagnose()).toMatchObject({ ...known, history: null });
});
