// The migrations make exactly what prisma/schema.prisma says.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { missingMigration, SCHEMA_FILE } from '../../../src/database/migrations/missing-migration.ts';

test('nothing is missing between the migrations and the schema', async () => {
  expect(await missingMigration()).toBeUndefined();
});

test('a change of the schema is the migration that is missing', async () => {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  const changed = schema.replace('model Product {', 'model Product {\n  weight Int?');
  expect(await missingMigration(changed)).toMatch(/^ALTER TABLE "products" ADD COLUMN +"weight" INTEGER;$/m);
});
