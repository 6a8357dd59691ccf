// The names, values and types of a version, from its document: what the harness means is sent and read as REST spells it.
import { GraphQLInt } from 'graphql';
import { expect, test } from 'vitest';
import { isNumberText, type Shape, shapeOf, spelled } from './shape.ts';
import { fromGraphQL, fromRest, toRest, toVariable } from './translate.ts';

const entry = { type: 'object', properties: { label: { type: 'string', 'x-graphql-name': 'name' } } };
const shape = shapeOf(
  {
    type: 'object',
    properties: {
      daily_rent: { type: 'number', 'x-graphql-name': 'rent' },
      code: { type: 'string', 'x-graphql-name': 'sku' },
      sku: { type: 'string', 'x-graphql-name': 'code' },
      kind: { enum: [0, 1], 'x-graphql-name': 'type', 'x-enum-varnames': ['PRODUCT', 'BUNDLE'] },
      stock_type: {
        ...{ type: ['string', 'null'], enum: ['unit', 'bulk', null] },
        ...{ 'x-graphql-name': 'stockType', 'x-enum-varnames': ['UNIT', 'BULK'] },
      },
      equipments: { type: 'array', items: entry },
      online: { type: 'boolean', description: 'Whether it is online. Default: false.' },
      shelf_life_min: { type: 'string', pattern: '^[0-9.]+$', 'x-graphql-name': 'shelfLifeMin' },
    },
    required: ['daily_rent'],
  },
  (schema) => schema,
);
const field = (name: string) => shape.fields?.get(name)?.shape as Shape;

const OWN = { rent: 1, sku: 'S', code: 'C', productType: 1, stock_type: 1, equipments: [{ name: 'Peg' }] };
const REST = { daily_rent: 1, code: 'S', sku: 'C', kind: 1, stock_type: 'bulk', equipments: [{ label: 'Peg' }] };

test('names and values, exchanged ones too, are translated both ways', () => {
  expect(toRest(OWN, shape)).toEqual(REST);
  expect(fromRest(REST, shape)).toEqual(OWN);
});

test('what the version does not know stays as it is', () => {
  const wrong = { cost: 1, stock_type: 5, equipments: 'none' };
  expect([toRest(wrong, shape), fromRest(wrong, shape)]).toEqual([wrong, wrong]);
});

test('fields of errors are named as the version names them, and as GraphQL does', () => {
  const at = (surface: 'rest' | 'graphql') => spelled(['equipments', 0, 'name'], surface, { name: 'product', shape });
  expect([at('rest'), at('graphql')]).toEqual(['equipments[0].label', 'equipments[0].name']);
  expect(spelled([], 'rest', { name: 'product', shape })).toBe('product');
});

test('a default is read from the description, what is required from the list of the document', () => {
  expect(field('online').default).toBe(false);
  expect([...(shape.fields ?? [])].filter(([, { required }]) => required).map(([name]) => name)).toEqual(['rent']);
});

test('a number in a text is a number on GraphQL, and what is wrong on one surface is wrong on the other', () => {
  const min = field('shelf_life_min');
  expect([isNumberText(min), isNumberText(field('sku'))]).toEqual([true, false]);
  expect(['12', 12, 'a'].map((value) => toVariable(value, min, GraphQLInt))).toEqual([12, '12', 'a']);
  expect(fromGraphQL(12, min)).toBe('12');
});

test('a date is the timestamp that a version made of it, in the unit of its example', () => {
  const timestamp = (example: number) => shapeOf({ type: 'integer', format: 'int64', example }, (schema) => schema);
  const date = '2040-01-01T00:00:00.500Z';
  expect(fromGraphQL(date, timestamp(1_782_894_600))).toBe(Date.UTC(2040) / 1000);
  expect(fromGraphQL(date, timestamp(1_782_894_600_000))).toBe(Date.UTC(2040) + 500);
  expect(fromGraphQL('2040-01-01', timestamp(1))).toBe(Date.UTC(2040) / 1000);
});
