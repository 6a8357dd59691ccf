// Names of prepared statements.
import { expect, test } from 'vitest';
import { StatementNames } from '../../../src/database/postgres/statement-names.ts';

test('one text has one name, another text another one', () => {
  const names = new StatementNames();
  expect(names.of('SELECT $1')).toBe(names.of('SELECT $1'));
  expect(names.of('SELECT $1')).not.toBe(names.of('SELECT  $1'));
  expect(names.of('SELECT $1')).toMatch(/^\w{1,63}$/);
});

test('at their bound the text that was sent the longest ago loses its name, which no other text gets', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 500 }, (_, index) => names.of(`SELECT $${index}`));
  expect(names.of('SELECT $0')).toBe(given[0]);
  const next = names.of('SELECT $500');
  expect(given).not.toContain(next);
  expect(names.of('SELECT $0')).toBe(given[0]);
  expect([...given, next]).not.toContain(names.of('SELECT $1'));
});

test('a connection is spent once twice as many statements as are in use may be prepared on it', () => {
  const names = new StatementNames();
  const givenAtOpening = names.given;
  for (let index = 0; index < 500; index++) names.of(`SELECT $${index}`);
  expect(names.areSpent(givenAtOpening)).toBe(false);
  names.of('SELECT $500');
  expect(names.areSpent(givenAtOpening)).toBe(true);
  expect(names.areSpent(names.given)).toBe(false);
});
