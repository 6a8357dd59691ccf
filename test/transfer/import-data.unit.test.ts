// Which export files can be imported: those of the same environment whose migrations this version of the service
// knows.
import { expect, test } from 'vitest';
import { readMigrations } from '../../src/database/migrations/migrations.ts';
import type { Header } from '../../src/transfer/data-file.ts';
import { changesRows, requireImportable } from '../../src/transfer/import-data.ts';

const migration = (
  name: string,
  sql = 'ALTER TABLE a ADD COLUMN b INTEGER NOT NULL DEFAULT 1;',
) => ({
  ...{ name, sql, checksum: '' },
});
const KNOWN = ['1_initial', '2_weight', '3_revision'].map((name) => migration(name));
const NAMES = KNOWN.map(({ name }) => name);

const HEADER: Header = {
  format: 'rental-marketplace-data',
  version: 1,
  environment: 'test',
  migrations: NAMES,
  created: '',
};
const refusing =
  (migrations: string[], known = KNOWN) =>
  () =>
    requireImportable({ ...HEADER, migrations }, 'test', known);

test('accepts a file with the same migrations, or the first of them', () => {
  expect(refusing(NAMES)).not.toThrow();
  expect(refusing(['1_initial'])).not.toThrow();
});

test('rejects a file with unknown migrations, or with gaps', () => {
  expect(refusing([...NAMES, '4_colour'])).toThrow('has the migration 4_colour');
  expect(refusing(['1_initial', '3_revision'])).toThrow('has the migration 3_revision');
});

test('rejects a file from before a migration that changes rows, because its rows would not be changed', () => {
  const changing = migration('4_fill', 'ALTER TABLE a ADD COLUMN c INTEGER;\nUPDATE a SET c = b;');
  expect(refusing(NAMES, [...KNOWN, changing])).toThrow(
    'exported before the migration 4_fill, which changes rows',
  );
  expect(refusing([...NAMES, '4_fill'], [...KNOWN, changing])).not.toThrow();
});

test.each([
  ['update a set b = 1;', true],
  ['-- Fill\nINSERT INTO a SELECT 1;', true],
  ['  DELETE FROM a;', true],
  ['WITH x AS (SELECT 1) UPDATE a SET b = 1;', true],
  ['DO $$ BEGIN UPDATE a SET b = 1; END $$;', true],
  ['ALTER TABLE a ALTER COLUMN b TYPE INTEGER USING (b * 100);', true],
  ['UPDATE "a" SET "b" = 1 WHERE "b" IS NULL;', true],
  [
    'UPDATE "a" SET "b" = 1 WHERE "b" IS NULL;\nALTER TABLE "a" ALTER COLUMN "c" SET NOT NULL;',
    true,
  ],
  [
    'UPDATE "a" SET "b" = 1 WHERE "b" IS NULL;\nALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;',
    false,
  ],
  ['INSERT INTO "token_usage_days" SELECT 1;\nDELETE FROM a;', true],
  ['INSERT INTO "token_usage_days" SELECT 1;', false],
  ['ALTER TABLE a ADD COLUMN b INTEGER NOT NULL DEFAULT 1;', false],
  ['CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW EXECUTE FUNCTION f();', false],
  [
    'CREATE FUNCTION f() RETURNS trigger AS $body$\nBEGIN\nINSERT INTO a SELECT 1;\nEND\n$body$ LANGUAGE plpgsql;',
    false,
  ],
  [
    'ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c(d)\nON DELETE RESTRICT\nON UPDATE CASCADE;',
    false,
  ],
])('%j changes rows: %s', (sql, expected) => {
  expect(changesRows({ sql })).toBe(expected);
});

test('accepts files of every migration so far', async () => {
  const known = await readMigrations();
  const names = known.map(({ name }) => name);
  for (const count of known.keys())
    expect(refusing(names.slice(0, count + 1), known)).not.toThrow();
});
