// Names of prepared statements.
import { expect, test } from 'vitest';
import { statementNames } from '../../../src/database/postgres/statement-names.ts';

test('one text has one name, another text another one', () => {
  const nameOf = statementNames();
  expect(nameOf('SELECT $1')).toBe(nameOf('SELECT $1'));
  expect(nameOf('SELECT $1')).not.toBe(nameOf('SELECT  $1'));
  expect(nameOf('SELECT $1')).toMatch(/^\w{1,63}$/);
});

test('the number of names is bounded, and known ones stay', () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 2000 }, (_, index) => nameOf(`SELECT $${index}`));
  expect(new Set(names).size).toBeLessThanOrEqual(501);
  expect(names.at(-1)).toBe('');
  expect(nameOf('SELECT $0')).toBe(names[0]);
});
