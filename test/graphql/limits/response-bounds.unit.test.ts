// The length of a response, computed from what a document selects of a record before graphql-js completes it.
import { setImmediate as turn } from 'node:timers/promises';
import { buildSchema, execute, type GraphQLResolveInfo, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  ALL_PERMITS,
  MAX_RESPONSE_LENGTH,
  ResponseBounds,
  responseLength,
} from '../../../src/graphql/limits/response-bounds.ts';
import { repeatsValues } from '../../../src/graphql/selection.ts';

const schema = buildSchema(`
  type Query { product: Product }
  type Product { title: String description: String type: String bundle: Bundle equipments: [Equipment!] }
  type Bundle { description: String items: [Item!] }
  type Item { product: Product }
  type Equipment { name: String }
`);

const LENGTH = 10_000;
/** The most that names and punctuation add in these documents. */
const MOST_AROUND = 2_000;
const text = 'x'.repeat(LENGTH);

/** How many strings of the record a selection of `product` returns. */
function textsIn(selection: string, record: object): number {
  let length = 0;
  const product = (_args: object, _context: unknown, info: GraphQLResolveInfo) => {
    length = responseLength(info, record, Number.POSITIVE_INFINITY);
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
  items: [
    { product: { description: text } },
    { product: null },
    { product: { description: text } },
  ],
};

describe('the length of a response', () => {
  test.each([
    ['a field', '{ description }', 1],
    ['each alias of a field', '{ a: description b: description description }', 3],
    ['a field that is selected twice only once', '{ description description ...f } ', 2],
    ['the fields of fragments', '{ ...f ... { c: description } }', 2],
    [
      'no skipped field',
      '{ description @include(if: $no) a: description @skip(if: $no) ...f }',
      2,
    ],
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

  test("doesn't count a bundle for a plain product", () => {
    expect(textsIn('{ ...f bundle { description } }', { ...record, type: 'PRODUCT' })).toBe(
      1,
    );
  });
});

test.each([
  ['{ product { title equipments { name } } }', false],
  ['{ product { title title ... { title } } }', false],
  ['{ product { title a: title } }', true],
  ['{ product { title ...f } } fragment f on Product { equipments { a: name } }', true],
  ['{ product { title bundle { description } } }', true],
])("a document may select a record's value twice: %s", (source, repeats) => {
  const found: boolean[] = [];
  const product = (_args: object, _context: unknown, info: GraphQLResolveInfo) => {
    found.push(repeatsValues(info), repeatsValues(info));
    return null;
  };
  execute({ schema, document: parse(source), rootValue: { product } });
  expect(found).toEqual([repeats, repeats]);
});

test('a full response measures no further record', () => {
  const bounds = new ResponseBounds();
  const source = '{ product { title } }';
  const product = (_args: object, _context: unknown, info: GraphQLResolveInfo) => {
    const long = { title: 'x'.repeat(MAX_RESPONSE_LENGTH) };
    for (let times = 0; times < 6; times++) bounds.add(info, long);
    const untouched = new Proxy({}, { ownKeys: () => expect.fail('it was measured') });
    expect(bounds.add(info, untouched)).toBe(false);
    return null;
  };
  const { errors } = execute({ schema, document: parse(source), rootValue: { product } }) as {
    errors?: unknown;
  };
  expect(errors).toBeUndefined();
});

test('a write starts on a turn of the event loop after the one before it', async () => {
  const bounds = new ResponseBounds();
  const started: number[] = [];
  const writes = [1, 2].map((write) =>
    bounds.withPermits(ALL_PERMITS, async () => void started.push(write)),
  );
  await writes[0];
  await Promise.resolve();
  expect(started).toEqual([1]);
  await turn();
  await writes[1];
  expect(started).toEqual([1, 2]);
});
