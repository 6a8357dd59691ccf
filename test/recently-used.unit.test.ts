// The map of bounded size.
import { expect, test } from 'vitest';
import { RecentlyUsed } from '../src/recently-used.ts';

test('at its bound the entry goes that was used the longest ago, by a look-up too; a value is made once while it is there', () => {
  const map = new RecentlyUsed<string, object>(2);
  const made = map.of('a', () => ({}));
  map.set('b', {});
  expect(map.of('a', () => ({}))).toBe(made);
  map.set('c', {});
  expect([map.get('b'), map.get('a')]).toEqual([undefined, made]);
  expect(map.of('b', () => ({ again: true }))).toEqual({ again: true });
});
