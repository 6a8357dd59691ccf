// Suggests the known name for a misspelled one: wrong case and typos, but no names that are merely shorter or longer
// (D17).
import { expect, test } from 'vitest';
import type { FieldError } from '../../src/operation/field-error.ts';
import { nearestName, spellErrors } from '../../src/operation/spelling.ts';

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

test('fields that a client sees under one name, such as beside the wrapper, have one error, the first (D18)', () => {
  const errors: FieldError[] = [
    { path: ['title'], code: 'REQUIRED', message: 'first' },
    { path: ['sku'], code: 'REQUIRED', message: 'other' },
    { path: ['title'], code: 'INVALID_FORMAT', message: 'second', isSent: true },
  ];
  expect(spellErrors(errors).map(({ message }) => message)).toEqual(['first', 'other']);
});
