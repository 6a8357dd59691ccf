// The map of bounded size.
import { expect, test } from 'vitest';
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
