// The migrations make exactly what prisma/schema.prisma says.
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedAdapterFactory } from '../../../src/database/embedded/embedded-adapter.ts';
import { applyMigrations } from '../../../src/database/migrations/migrate.ts';
import { readMigrations } from '../../../src/database/migrations/migrations.ts';
import { migrationList, missingMigration, SCHEMA_FILE, startEngine } from './missing-migration.ts';

test('nothing is missing between the migrations and the schema', async () => {
  expect(await missingMigration()).toBeUndefined();
});

test('a change of the schema is the migration that is missing', async () => {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  const changed = schema.replace('model Product {', 'model Product {\n  weight Int?');
  expect(await missingMigration(changed)).toMatch(/^ALTER TABLE "products" ADD COLUMN +"weight" INTEGER;$/m);
});

test('the migration engine of Prisma knows the migrations that a start has applied, and finds none missing', async () => {
  const client = await PGlite.create();
  onTestFinished(() => client.close());
  const factory = embeddedAdapterFactory(client);
  const migrations = await readMigrations();
  const half = migrations.slice(0, 2);
  await applyMigrations(await factory.connect(), half);
  const engine = await startEngine(factory);
  const diagnose = () =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrationList(migrations),
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    });
  const known = { hasMigrationsTable: true, editedMigrationNames: [], failedMigrationNames: [] };
  const names = migrations.slice(2).map(({ name }) => name);
  expect(await diagnose()).toMatchObject({ ...known, history: { unappliedMigrationNames: names } });
  await applyMigrations(await factory.connect(), migrations);
  expect(await diagnose()).toMatchObject({ ...known, history: null });
});
