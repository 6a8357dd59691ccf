// The map of bounded size, and the names of prepared statements in one.
import { expect, test } from 'vitest';
import { StatementNames } from '../../src/database/postgres/statement.ts';
import { RecentlyUsed } from '../../src/database/recently-used.ts';

test('at its bound the entry goes that was used the longest ago, by a look-up too', () => {
  const map = new RecentlyUsed<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('a value is made once, and again after its entry has gone', () => {
  const map = new RecentlyUsed<string, object>(1);
  const made = map.of('a', () => ({}));
  expect(map.of('a', () => ({}))).toBe(made);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
  expect(map.of('a', () => ({}))).not.toBe(made);
});

test('one text has one name, another text another one', () => {
  const names = new StatementNames();
  expect(names.of('SELECT $1')).toBe(names.of('SELECT $1'));
  expect(names.of('SELECT $1')).not.toBe(names.of('SELECT  $1'));
  expect(names.of('SELECT $1')).toMatch(/^\w{1,63}$/);
});

test('a text that has lost its name gets another one than any other text had', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 501 }, (_, index) => names.of(`SELECT $${index}`));
  expect(given).not.toContain(names.of('SELECT $0'));
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
