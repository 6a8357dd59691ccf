// The oldest version of PostgreSQL that the service takes.
import { expect, test } from 'vitest';
import { DatabaseOpenError } from '../../../src/database/database-errors.ts';
import { refuseOld } from '../../../src/database/postgres/postgres.ts';

test('a server before PostgreSQL 14 is refused at start with one line', () => {
  expect(() => refuseOld(130_022)).toThrow(DatabaseOpenError);
  expect(() => refuseOld(130_022)).toThrow('The server is PostgreSQL 13; the service needs PostgreSQL 14 or newer.');
  expect(() => refuseOld(90_624)).toThrow('PostgreSQL 9;');
});

test('PostgreSQL 14 and newer are taken', () => {
  for (const version of [140_000, 180_004]) refuseOld(version);
});
