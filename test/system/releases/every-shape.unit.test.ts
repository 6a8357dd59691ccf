// Every kind of change on every kind of shape: an older client notices nothing.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printedSchema } from '../../../src/graphql/schema.ts';
import type { JsonObject } from '../../../src/http/json-body.ts';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import type { Change } from '../../../src/operation/change-kinds.ts';
import { check } from '../../../src/operation/check.ts';
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import {
  createProductInput,
  updateProductFields,
} from '../../../src/products/product-shape.ts';
import { productAnswer } from '../../../src/rest/answers.ts';
import { createCodecs } from '../../../src/rest/codec.ts';
import { FIRST_RELEASE, V1, withRelease } from '../../support/first-release.ts';
import { type Json, ORIGIN } from '../../support/openapi-contract.ts';
import { entryFindings } from '../contract/entry-findings.ts';
import { FILE, restName, SHAPE_CHANGES, type Shape, SIZE } from './shape-changes.ts';

const DAY = '2031-03-01';

const released = (change: Change, now = DAY): Versions =>
  createVersions(withRelease(DAY, change), () => new Date(now));
const before = createVersions(FIRST_RELEASE);

/** A product with one sample of a shape. */
function productWith({ field }: Shape, value: unknown): JsonObject {
  const name = restName(field);
  const required = { title: 'T', rent: 1, sku: 'S' };
  if (field.startsWith('RehearsedSize'))
    return { ...required, rehearsed_size: { ...SIZE, [name]: value } };
  if (field.startsWith('RehearsedFile'))
    return { ...required, rehearsed_files: [{ ...FILE, [name]: value }] };
  return { ...required, [name]: value };
}

/** What a create and an update of a version make of a sample, and what a read then returns. */
function exchange(versions: Versions, version: string, body: JsonObject) {
  const codec = createCodecs(versions)(version);
  return [createProductInput, updateProductFields].map((shape) => {
    const { data, errors } = check(codec.view.shape(shape), codec.object(shape).read(body));
    const spelling = codec.spelling(shape);
    const told = errors.map((error) => ({ ...error, path: spelling.field(error.path) }));
    return JSON.stringify([data && codec.object(productAnswer).write(data), told]);
  });
}

/** The document without deprecation marks, and without the limits of responses, which are those of all versions. */
function requestsOf(versions: Versions, version: string): string {
  const document: Json = createOpenApiEndpoint(versions, ORIGIN).document(version);
  const { CreateProductInput, UpdateProductInput, RehearsedSizeInput, RehearsedFileInput } =
    document.components.schemas;
  const requests = [
    CreateProductInput,
    UpdateProductInput,
    RehearsedSizeInput,
    RehearsedFileInput,
  ];
  return JSON.stringify(requests, (name, value) =>
    name === 'deprecated' ? undefined : value,
  );
}

/** What the older version didn't have before, it doesn't have afterwards. */
const isAddition = (change: Change) => 'added' in change || 'member' in change;

describe.each(SHAPE_CHANGES)('$title', ({ shape, change }) => {
  test('is no error', () => {
    expect(entryFindings(withRelease(DAY, change), () => false)).toEqual([]);
  });

  test.skipIf(isAddition(change))(
    'changes nothing for the older version, before its day and from then on',
    () => {
      for (const now of ['2031-02-28', DAY])
        for (const sample of shape.samples) {
          const body = productWith(shape, sample);
          expect(exchange(released(change, now), V1, body)).toEqual(
            exchange(before, V1, body),
          );
        }
      expect(requestsOf(released(change), V1)).toBe(requestsOf(before, V1));
    },
  );

  test("changes the newer version's document or checks", () => {
    const documents = [before, released(change)].map((versions) =>
      JSON.stringify(
        createOpenApiEndpoint(versions, ORIGIN).document(versions.newest()).components,
      ),
    );
    if (!isAddition(change)) expect(documents[1]).not.toBe(documents[0]);
    expect(printedSchema(released(change))).toContain('type Product');
  });
});

test('an object that replaces a number has errors at its own fields, and its own description', () => {
  const stock = z.strictObject({
    total: z.int().min(1).meta({ description: 'All units.' }),
    reserved: z.int().min(0).meta({ description: 'Units that are kept back.' }),
  });
  const asStock = z
    .codec(stock, z.number(), {
      decode: ({ total }) => total,
      encode: (total) => ({ total, reserved: 0 }),
    })
    .meta({ description: 'The stock.', example: { total: 3, reserved: 1 } });
  const versions = released({ type: 'Product.quantity', is: asStock });
  const errorsOf = (quantity: unknown) => {
    const codec = createCodecs(versions)(DAY);
    const body = { title: 'T', rent: 1, sku: 'S', quantity } as JsonObject;
    const { errors } = check(
      codec.view.shape(createProductInput),
      codec.object(createProductInput).read(body),
    );
    return errors.map(
      ({ path, code }) => `${codec.spelling(createProductInput).field(path)} ${code}`,
    );
  };
  expect(errorsOf({ reserved: -1, all: 2 })).toEqual([
    'quantity.total REQUIRED',
    'quantity.reserved MIN_VALUE',
    'quantity.all INVALID_FORMAT',
  ]);
  expect(errorsOf(3)).toEqual(['quantity INVALID_FORMAT']);
  const document: Json = createOpenApiEndpoint(versions, ORIGIN).document(DAY);
  const { CreateProductInput } = document.components.schemas;
  expect(CreateProductInput.properties.quantity).toMatchObject({
    description: 'The stock. Default: {"total":1,"reserved":0}. Null is the same as absent.',
    example: { total: 3, reserved: 1 },
    properties: { total: { minimum: 1 }, reserved: { minimum: 0 } },
    additionalProperties: false,
  });
});
