// The length of an answer by what a document selects of a record, counted before graphql-js completes it.
import { buildSchema, execute, type GraphQLResolveInfo, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { answerLength } from '../../../src/graphql/limits/answer-bounds.ts';
import { repeatsValues } from '../../../src/graphql/selection.ts';

const schema = buildSchema(`
  type Query { product: Product }
  type Product { title: String description: String type: String bundle: Bundle equipments: [Equipment!] }
  type Bundle { description: String items: [Item!] }
  type Item { product: Product }
  type Equipment { name: String }
`);

const LENGTH = 1_000;
/** What names and punctuation add at most in these documents. */
const MOST_AROUND = 600;
const text = 'x'.repeat(LENGTH);

/** How many texts of the record the answer to a selection of `product` holds. */
function textsIn(selection: string, record: object): number {
  let length = 0;
  const product = (_args: object, _context: unknown, info: GraphQLResolveInfo) => {
    length = answerLength(info, record, Number.POSITIVE_INFINITY);
    return null;
  };
  const source = `query($no: Boolean = false) { product ${selection} } fragment f on Product { b: description }`;
  execute({ schema, document: parse(source), rootValue: { product } });
  expect(length % LENGTH).toBeLessThan(MOST_AROUND);
  return Math.floor(length / LENGTH);
}

const record = {
  type: 'BUNDLE',
  description: text,
  equipments: [{ name: text }, { name: text }],
  items: [{ product: { description: text } }, { product: null }, { product: { description: text } }],
};

describe('the length of an answer', () => {
  test.each([
    ['a field', '{ description }', 1],
    ['each alias of a field', '{ a: description b: description description }', 3],
    ['a field that is selected twice once', '{ description description ...f } ', 2],
    ['the fields of fragments', '{ ...f ... { c: description } }', 2],
    ['no field that is left out', '{ description @include(if: $no) a: description @skip(if: $no) ...f }', 2],
    ['each entry of a list', '{ equipments { name } a: equipments { b: name c: name } }', 6],
    [
      'the lines of a product seen as a bundle',
      '{ bundle { description items { a: product { description } product { description } } } }',
      5,
    ],
    ['no field without a value', '{ title __typename }', 0],
  ])('counts %s', (_, selection, texts) => {
    expect(textsIn(selection, record)).toBe(texts);
  });

  test('counts no bundle of a plain product', () => {
    expect(textsIn('{ ...f bundle { description } }', { ...record, type: 'PRODUCT' })).toBe(1);
  });
});

test.each([
  ['{ product { title equipments { name } } }', false],
  ['{ product { title title ... { title } } }', false],
  ['{ product { title a: title } }', true],
  ['{ product { title ...f } } fragment f on Product { equipments { a: name } }', true],
  ['{ product { title bundle { description } } }', true],
])('a document may select a value of a record twice: %s', (source, repeats) => {
  const found: boolean[] = [];
  const product = (_args: object, _context: unknown, info: GraphQLResolveInfo) => {
    found.push(repeatsValues(info), repeatsValues(info));
    return null;
  };
  execute({ schema, document: parse(source), rootValue: { product } });
  expect(found).toEqual([repeats, repeats]);
});
