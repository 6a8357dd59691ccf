// The known name that an unknown one stands for: other cases and slips, never a name that is merely short or long (D17).
import { expect, test } from 'vitest';
import { nearestName } from '../../src/operation/spelling.ts';

const NAMES = ['title', 'rent', 'cost', 'code', 'sku', 'id', 'stock_type', 'shelf_life_min', 'shelf_life_max'];
const known = [...NAMES.map((name) => [name, name] as const), ['stockType', 'stock_type'] as const];

test.each([
  ['Title', 'title'],
  ['STOCK-TYPE', 'stock_type'],
  ['stockType', 'stock_type'],
  ['shelfLifeMax', 'shelf_life_max'],
  ['titel', 'title'],
  ['rents', 'rent'],
  ['stok_typ', 'stock_type'],
  ['ID', 'id'],
])('%s is nearly %s (D17)', (sent, name) => {
  expect(nearestName(sent, known)).toBe(name);
});

test.each(['price', 'cots', 'sk', 'ad', '', '_', 'é', '__proto__', `title${'e'.repeat(40)}`])(
  '"%s" is nearly none of them (D17)',
  (sent) => {
    expect(nearestName(sent, known)).toBeUndefined();
  },
);
