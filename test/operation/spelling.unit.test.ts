// Suggests the known name for a misspelled one: wrong case and typos, but no names that are merely shorter or longer
// (D17).
import { expect, test } from 'vitest';
import { nearestName } from '../../src/operation/spelling.ts';

const NAMES = [
  'title',
  'rent',
  'cost',
  'code',
  'sku',
  'id',
  'stock_type',
  'shelf_life_min',
  'shelf_life_max',
];
const known = [
  ...NAMES.map((name) => [name, name] as const),
  ['stockType', 'stock_type'] as const,
];

test.each([
  ['Title', 'title'],
  ['STOCK-TYPE', 'stock_type'],
  ['stockType', 'stock_type'],
  ['shelfLifeMax', 'shelf_life_max'],
  ['titel', 'title'],
  ['rents', 'rent'],
  ['stok_typ', 'stock_type'],
  ['ID', 'id'],
])('suggests for %s the name %s (D17)', (sent, name) => {
  expect(nearestName(sent, known)).toBe(name);
});

test.each(['price', 'cots', 'sk', 'ad', '', '_', 'é', '__proto__', `title${'e'.repeat(40)}`])(
  'suggests nothing for "%s" (D17)',
  (sent) => {
    expect(nearestName(sent, known)).toBeUndefined();
  },
);
