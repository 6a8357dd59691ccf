// The rules of a product as the harness expects them, apart from any service.
import { describe, expect, test } from 'vitest';
import type { Shape } from '../contract/shape.ts';
import type { JsonObject } from './expected-answer.ts';
import { createProductRules, updateProductRules } from './product.ts';
import { sampleProduct } from './product-fields.ts';
import { expectRest } from './write-rules.ts';

const leaf = (kind: Shape['kind'], nullable = false): Shape => ({ kind, nullable, closed: false });
const shape: Shape = {
  ...leaf('object'),
  closed: true,
  fields: new Map(
    Object.entries({
      title: leaf('string'),
      cost: leaf('number', true),
      stock_type: leaf('integer'),
      sku: leaf('string', true),
      code: leaf('string', true),
      shelf_life_min: leaf('integer', true),
      shelf_life_max: leaf('integer', true),
    }).map(([name, field]) => [name, { shape: field, required: false }]),
  ),
};

const STORED: JsonObject = {
  id: 7,
  title: 'Tent',
  cost: 1,
  productType: 0,
  stock_type: 1,
  sku: null,
  code: null,
  shelf_life_min: 2,
  shelf_life_max: 4,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

const answerTo = (change: JsonObject, stored: JsonObject = {}) =>
  expectRest(updateProductRules(shape, { ...STORED, ...stored }), change);
const errorsOf = (answer: ReturnType<typeof answerTo>) =>
  answer.kind === 'invalid' ? answer.errors.map(({ path, code }) => `${path.join('.')} ${code}`) : [];
const skuAfter = (answer: ReturnType<typeof answerTo>) =>
  answer.kind === 'ok' ? answer.stored?.sku : errorsOf(answer).join();

describe('the code is the sku of a product that would have none (D20)', () => {
  test.each([
    [{ code: 'C' }, {}, 'C'],
    [{ code: 'C', stock_type: 0 }, {}, 'C'],
    [{ code: 'C' }, { sku: 'S' }, 'S'],
    [{ code: 'C', sku: null }, { sku: 'S' }, null],
    [{ code: 'C', sku: null, stock_type: 0 }, { sku: 'S' }, 'sku REQUIRED'],
    [{ stock_type: 0 }, { code: 'C' }, 'sku REQUIRED'],
    [{ sku: null }, { sku: 'S', stock_type: 0 }, 'sku REQUIRED'],
  ])('update %j of %j: %j', (change, stored, sku) => {
    expect(skuAfter(answerTo(change, stored))).toBe(sku);
  });

  test.each([
    [{ code: 'C' }, 'C'],
    [{ code: 'C', sku: null }, 'C'],
    [{ code: 'C', sku: 'S' }, 'S'],
    [{}, 'sku REQUIRED'],
  ])('create %j: %j', (input, sku) => {
    expect(skuAfter(expectRest(createProductRules(shape), input))).toBe(sku);
  });
});

test('null on update clears a field that a product can be without; another field is REQUIRED (D13)', () => {
  const cleared = answerTo({ cost: null, code: null, shelf_life_min: null, shelf_life_max: 1 });
  expect(cleared).toMatchObject({ kind: 'ok', stored: { cost: null, code: null, shelf_life_min: null } });
  expect(errorsOf(answerTo({ title: null, stock_type: null }))).toEqual(['title REQUIRED', 'stock_type REQUIRED']);
});

test('read-only fields of an update are compared or ignored (D15)', () => {
  const same = { id: 7, productType: 0, created_at: null, updated_at: 'text' };
  expect(answerTo(same)).toEqual({ kind: 'ok', stored: STORED });
  expect(errorsOf(answerTo({ id: 8 }))).toEqual(['id INVALID_FORMAT']);
  expect(errorsOf(answerTo({ items: [] }))).toEqual(['items INVALID_FORMAT']);
});

test('at most 50 errors are expected (D18)', () => {
  const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`unknown${index}`, 1]));
  const errors = errorsOf(answerTo({ ...unknown, title: 5 }));
  expect(errors).toHaveLength(50);
  expect(errors[0]).toBe('title INVALID_FORMAT');
});

test('the sample of a version that wants an image has one', () => {
  const images = (minItems: number): Shape => ({
    ...leaf('object'),
    fields: new Map([['images', { shape: { ...leaf('array'), minItems }, required: false }]]),
  });
  expect(sampleProduct(images(0))).toEqual({ images: [] });
  expect(sampleProduct(images(1)).images).toHaveLength(1);
});
