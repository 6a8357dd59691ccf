// A map with a bounded size.
import { expect, test } from 'vitest';
import { RecentlyUsed } from '../src/recently-used.ts';

test('evicts the least recently used entry, where look-ups count as use; makes each value once while it is in the map', () => {
  const map = new RecentlyUsed<string, object>(2);
  const made = map.of('a', () => ({}));
  map.set('b', {});
  expect(map.of('a', () => ({}))).toBe(made);
  map.set('c', {});
  expect([map.get('b'), map.get('a')]).toEqual([undefined, made]);
  expect(map.of('b', () => ({ again: true }))).toEqual({ again: true });
});
