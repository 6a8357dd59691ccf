// The map of bounded size, and the names of prepared statements in one.
import { expect, test } from 'vitest';
import { StatementNames } from '../../src/database/postgres/statement.ts';
import { RecentlyUsed } from '../../src/database/recently-used.ts';

test('at its bound the entry goes that was used the longest ago, by a look-up too; a value is made once while it is there', () => {
  const map = new RecentlyUsed<string, object>(2);
  const made = map.of('a', () => ({}));
  map.set('b', {});
  expect(map.of('a', () => ({}))).toBe(made);
  map.set('c', {});
  expect([map.get('b'), map.get('a')]).toEqual([undefined, made]);
  expect(map.of('b', () => ({ again: true }))).toEqual({ again: true });
});

test('one text has one name, another text another one, also when the first has lost its name', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 501 }, (_, index) => names.of(`SELECT $${index}`));
  expect(names.of('SELECT $500')).toBe(given[500]);
  expect(given[500]).toMatch(/^\w{1,63}$/);
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
