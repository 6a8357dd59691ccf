// A product field exists everywhere or nowhere: as a column, in inputs and outputs of both APIs, and in JSON.
import { isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { BUNDLE_DEFAULTS, createBundleInput } from '../../src/bundles/bundle-shape.ts';
import { schemaOf } from '../../src/graphql/schema.ts';
import { productFields } from '../../src/products/product-fields.ts';
import {
  createProductInput,
  PRODUCT_DEFAULTS,
  updateProductFields,
} from '../../src/products/product-shape.ts';
import { productResponse } from '../../src/rest/response-shapes.ts';
import { atLastRelease } from '../support/at-last-release.ts';

const schema = schemaOf(atLastRelease());
const sorted = (names: Iterable<string>) => [...names].toSorted();
const fields = Object.keys(productFields);
const read = [...fields, 'id', 'createdAt', 'updatedAt'];

function graphqlFields(name: string): string[] {
  const type = schema.getType(name);
  return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
}

test('every column but the owner, the revision and the idempotency record is a field', () => {
  expect(sorted(Object.keys(Prisma.ProductScalarFieldEnum))).toEqual(
    sorted([...read, 'ownerId', 'revision', 'idempotencyRecord']),
  );
});

test('update accepts every field except the type on both APIs (D25)', () => {
  const settable = fields.filter((name) => name !== 'type');
  expect(sorted(Object.keys(updateProductFields.shape))).toEqual(sorted(settable));
  expect(sorted(graphqlFields('UpdateProductInput'))).toEqual(sorted(settable));
});

test('a read returns every field on both APIs (D22), and the revision on GraphQL (D41)', () => {
  expect(sorted(Object.keys(productResponse.shape))).toEqual(sorted([...read, 'items']));
  expect(sorted(graphqlFields('Product'))).toEqual(sorted([...read, 'bundle', 'revision']));
});

test('every default is valid for its field', () => {
  expect(createProductInput.partial().safeParse(PRODUCT_DEFAULTS).success).toBe(true);
  expect(createBundleInput.partial().safeParse(BUNDLE_DEFAULTS).success).toBe(true);
});
