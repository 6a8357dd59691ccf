// The check of variables against their types agrees with the coercion of graphql-js.
import fc from 'fast-check';
import { coerceInputValue, type GraphQLInputType, parseType, typeFromAST } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fitsType } from '../../src/graphql/fits-type.ts';
import { SCHEMA } from '../support/released-schema.ts';

const typeOf = (text: string) => typeFromAST(SCHEMA, parseType(text)) as GraphQLInputType;

function isCoercible(type: GraphQLInputType, value: unknown): boolean {
  let errors = 0;
  coerceInputValue(value, type, () => void errors++);
  return errors === 0;
}

const TYPES = [
  'ID!', 'Int', 'Float!', 'Boolean', 'String', '[ID!]', '[[Int]!]', 'StockType', 'CreateProductInput!',
  'UpdateProductInput', 'CreateBundleInput', '[ImageInput!]', '[EquipmentInput]!', 'BundleItemInput',
]; // biome-ignore format: a list of types

const leaf = fc.constantFrom<unknown>(
  null, 1, 1.5, -1, 2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY, '1', '', 'a', 'UNIT', true, [], {}, [null],
); // biome-ignore format: a list of values
const NAMES = ['title', 'rent', 'stockType', 'images', 'items', 'src', 'adId', 'quantity', 'equipments', 'name'];
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, '__proto__', 'constructor', 'zz'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Values that fit now and then: those of the fields, with another one in a place. */
const product = fc.record(
  {
    title: fc.constantFrom<unknown>('a', 'a', 1),
    rent: fc.constantFrom<unknown>(1, 1.5, '1'),
    stockType: fc.constantFrom<unknown>('UNIT', 'BULK', 'NONE'),
    images: fc.constantFrom<unknown>([{ src: 'a' }], { src: 'a' }, [1], null),
    items: fc.constantFrom<unknown>([{ adId: '1', quantity: 1 }], [{ adId: 1, quantity: 1 }], []),
    zz: fc.constant(1),
  },
  { requiredKeys: ['title', 'rent'] },
);

describe.each(TYPES)('%s', (text) => {
  test('takes the values that graphql-js takes', () => {
    const type = typeOf(text);
    fc.assert(
      fc.property(fc.oneof(value, product), (given) => {
        expect(fitsType(type, given)).toBe(isCoercible(type, given));
      }),
      { numRuns: 300, seed: 8 },
    );
  });
});

test('both right and wrong values of every kind are among them', () => {
  const values = fc.sample(fc.oneof(value, product), { numRuns: 2_000, seed: 8 });
  for (const text of TYPES) {
    const fitting = values.filter((given) => fitsType(typeOf(text), given)).length;
    expect(fitting, text).toBeGreaterThan(0);
    expect(fitting, text).toBeLessThan(values.length);
  }
});
