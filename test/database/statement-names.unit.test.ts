// Names of prepared statements.
import { expect, test } from 'vitest';
import { statementNames } from '../../src/database/statement-names.ts';

const query = (sql: string, args: unknown[] = [1]) => ({ sql, args, argTypes: [] });

test('one text has one name, another text another one', () => {
  const nameOf = statementNames();
  expect(nameOf(query('SELECT $1', [1]))).toBe(nameOf(query('SELECT $1', [2])));
  expect(nameOf(query('SELECT $1'))).not.toBe(nameOf(query('SELECT  $1')));
  expect(nameOf(query('SELECT $1'))).toMatch(/^\w{1,63}$/);
});

test('a statement without arguments has none: it may be many, or end a transaction', () => {
  expect(statementNames()(query('COMMIT', []))).toBe('');
});

test('the number of names is bounded, and known ones stay', () => {
  const nameOf = statementNames();
  const names = Array.from({ length: 2000 }, (_, index) => nameOf(query(`SELECT $${index}`)));
  expect(new Set(names).size).toBeLessThanOrEqual(501);
  expect(names.at(-1)).toBe('');
  expect(nameOf(query('SELECT $0'))).toBe(names[0]);
});
