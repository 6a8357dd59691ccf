// A field whose type a release changed is documented in its own type: format, rules and example.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { createVersions } from '../../src/operation/versions.ts';
import type { ApiChange } from '../../src/rest/releases.ts';
import { FIRST_RELEASE } from '../support/first-release.ts';
import { type Json, ORIGIN } from '../support/openapi-contract.ts';

const V2 = '2031-03-01';
const seconds = z.codec(z.int(), z.string(), {
  decode: (time) => new Date(time * 1000).toISOString(),
  encode: (text) => Math.floor(Date.parse(text) / 1000),
});
const asText = z.codec(z.string().regex(/^[0-9]+$/), z.number(), { decode: Number, encode: String });
const changes: readonly ApiChange[] = [
  { type: 'Rental.createdAt', is: seconds },
  { type: 'Rental.id', is: asText },
  { type: 'Product.shelfLifeMin', is: asText },
];

const document: Json = createOpenApiEndpoint(
  createVersions([...FIRST_RELEASE, { date: V2, label: '', summary: '', changes }], () => new Date(V2)),
  ORIGIN,
).document(V2);
const { Rental, UpdateProductInput, Product } = document.components.schemas;

test('a timestamp is an integer of 64 bits with an example that is one', () => {
  const { created_at } = Rental.properties;
  expect(created_at).toMatchObject({ type: 'integer', format: 'int64', example: Date.UTC(2026, 6, 1, 8, 30) / 1000 });
  expect(created_at.description).toBe('When it was created.');
  expect(Rental.properties.updated_at).toMatchObject({ type: 'string', format: 'date-time' });
});

test('a number in a text has the rules of the text, and none of the number', () => {
  expect(Rental.properties.id).toMatchObject({ type: 'string', pattern: '^[0-9]+$', example: '1' });
  expect(Rental.properties.id).not.toHaveProperty('maximum');
  for (const { properties } of [UpdateProductInput, Product]) {
    expect(properties.shelf_life_min).toMatchObject({ type: ['string', 'null'], pattern: '^[0-9]+$' });
    expect(properties.shelf_life_min).not.toHaveProperty('minimum');
    expect(properties.shelf_life_max).toMatchObject({ format: 'int32' });
  }
});
