// The answers that an input must get on GraphQL: variables of the wrong type, single values in place of lists.
import { buildSchema, type GraphQLInputType, isInputType, parseType, typeFromAST } from 'graphql';
import { expect, test } from 'vitest';
import type { Shape } from '../contract/shape.ts';
import { toVariable } from '../contract/translate.ts';
import type { JsonObject } from './expected-answer.ts';
import { createProductRules } from './product.ts';
import { expectPair } from './write-rules.ts';

const schema = buildSchema(`
  input Image { src: String! }
  input Product { title: String!, stockType: Int, images: [Image!] }
`);
const found = typeFromAST(schema, parseType('Product!'));
if (!isInputType(found)) throw new Error('no input type');
const type: GraphQLInputType = found;

const leaf = (kind: Shape['kind']): Shape => ({ kind, nullable: false, closed: true });
const image: Shape = {
  ...leaf('object'),
  fields: new Map([['src', { shape: { ...leaf('string'), format: 'uri' }, required: true }]]),
};
const shape: Shape = {
  ...leaf('object'),
  fields: new Map([
    ['title', { shape: { ...leaf('string'), minLength: 1 }, required: true }],
    ['stock_type', { shape: { ...leaf('integer'), graphqlName: 'stockType' }, required: false }],
    ['images', { shape: { ...leaf('array'), item: image }, required: false }],
  ]),
};

function expected(input: JsonObject) {
  const variable = { value: toVariable(input, shape, type) };
  const pair = expectPair(createProductRules(shape), input, {
    variable,
    field: { arguments: new Map([['input', type]]) },
  });
  const lines = (answer: (typeof pair)['rest']) =>
    answer.kind === 'invalid'
      ? answer.errors.map(({ path, code }) => `${path.join('.')} ${code}`).concat(answer.listedIn ?? [])
      : answer.kind;
  return { rest: lines(pair.rest), graphql: lines(pair.graphql) };
}

test('a variable of the wrong type has the errors of its shape alone', () => {
  expect(expected({ title: 5 })).toEqual({
    rest: ['title INVALID_FORMAT', 'sku REQUIRED'],
    graphql: ['title INVALID_FORMAT', 'variables'],
  });
});

test('limits count among the errors of a variable of the wrong type; alone they are errors of the payload', () => {
  const images = [{ src: 'ftp://a.com' }];
  expect(expected({ title: '', stock_type: 'x', images }).graphql).toEqual([
    'title REQUIRED',
    'stock_type INVALID_FORMAT',
    'images.0.src INVALID_FORMAT',
    'variables',
  ]);
  expect(expected({ title: '', stock_type: 1 }).graphql).toEqual(['title REQUIRED', 'payload']);
});

test('a single value in place of a list is a list of one on GraphQL', () => {
  const input = { title: 'Tent', stock_type: 1 };
  expect(expected({ ...input, images: { src: 'https://a.com/x' } })).toEqual({
    rest: ['images INVALID_FORMAT'],
    graphql: 'ok',
  });
  expect(expected({ ...input, images: {} }).graphql).toEqual(['images.0.src REQUIRED', 'variables']);
});
