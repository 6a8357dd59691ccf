// The texts that are counted before the products of lines are read: every one that may be long.
import { expect, test } from 'vitest';
import { LONG_FIELDS } from '../../../src/graphql/limits/nested-texts.ts';
import { productFields } from '../../../src/products/product-shape.ts';

const LONG = `https://images.example/${'x'.repeat(1_000)}`;
const LONG_VALUES = [LONG, [{ src: LONG }], [{ name: LONG, quantity: 1 }]];

test('every field of a product that takes a long text is counted', () => {
  const taking = Object.entries(productFields).filter(([, field]) =>
    LONG_VALUES.some((value) => field.safeParse(value).success),
  );
  expect(taking.map(([name]) => name)).toEqual(expect.arrayContaining(['description', 'images', 'equipments']));
  expect(taking.map(([name]) => name).filter((name) => !LONG_FIELDS.has(name))).toEqual([]);
});

test('the title, whose length is limited, is not counted', () => {
  expect([...LONG_FIELDS.keys()]).not.toContain('title');
});
