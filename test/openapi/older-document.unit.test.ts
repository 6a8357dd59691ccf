// The OpenAPI document of an older version, derived from the declared changes of two invented releases.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import type { VersionChange } from '../../src/rest/version-change.ts';
import { changesBetween } from '../contract/openapi-changes.ts';
import { invented, V1, V2, V3 } from '../rest/invented-releases.ts';
import { type Json, ORIGIN } from '../support/openapi-contract.ts';

const endpoint = createOpenApiEndpoint(invented(), ORIGIN);
const [first, second, third]: Json[] = [V1, V2, V3].map((date) => endpoint.document(date));

const fields = (document: Json, schema: string) => Object.keys(document.components.schemas[schema].properties);
const property = (document: Json, schema: string, name: string) => document.components.schemas[schema].properties[name];
const required = (document: Json, schema: string) => document.components.schemas[schema].required ?? [];

/** The document of the newest release as it was before `change`. */
function before(change: Omit<VersionChange, 'description'>): Json {
  const release = { date: V2, label: '', summary: '', changes: [{ description: 'Invented.', ...change }] };
  const versions = createVersions([...RELEASES, release], () => new Date(V3));
  return createOpenApiEndpoint(versions, ORIGIN).document(V1);
}

const newest: Json = before({ operations: [] });

describe('every version', () => {
  it.each([
    [V1, first],
    [V2, second],
    [V3, third],
  ])('of %s has no fault under the strictest recommended rules of the linter', async (_, document) => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    expect(await lintFromString({ source: JSON.stringify(document), config })).toEqual([]);
  });

  it('names its own date in its examples', () => {
    for (const [date, document] of [
      [V1, first],
      [V3, third],
    ] as const) {
      const { parameters, headers, responses } = document.components;
      expect(parameters.ServiceVersion.schema.example ?? parameters.ServiceVersion.example).toBe(date);
      expect(headers['X-API-Version'].schema.example).toBe(date);
      expect(JSON.stringify(responses.UnusableVersion)).toContain(`Use one of the versions ${date}`);
    }
  });

  it('has the shapes of the newest where nothing has changed', () => {
    expect(changesBetween(newest, third).filter(({ what }) => what.includes('product'))).toEqual([]);
    expect(first.components.schemas.Rental.required).toEqual(newest.components.schemas.Rental.required);
    expect(first.components.schemas.CreateBundleInput.properties.title).toEqual(
      newest.components.schemas.CreateBundleInput.properties.title,
    );
  });
});

describe('a renamed field', () => {
  it('has its older name in requests, answers and what is required, once for each change', () => {
    for (const schema of ['CreateProductInput', 'UpdateProductInput', 'Product']) {
      expect(fields(first, schema)).toEqual(expect.arrayContaining(['text', 'ean', 'pictures', 'amount', 'label']));
      expect(fields(second, schema)).toEqual(expect.arrayContaining(['note', 'ean', 'images', 'quantity', 'tag']));
      for (const name of ['note', 'description', 'barcode', 'images'])
        expect(fields(first, schema)).not.toContain(name);
    }
    expect(required(first, 'Product')).toEqual(expect.arrayContaining(['text', 'pictures', 'ean']));
    expect(required(first, 'Product')).not.toContain('description');
    expect(property(first, 'Product', 'text')).toMatchObject(property(newest, 'Product', 'description'));
  });

  it('says what GraphQL calls it', () => {
    expect(property(first, 'Product', 'text')['x-graphql-name']).toBe('description');
    const older = before({ operations: ['readProduct'], renamed: { stockType: 'stock_type', kind: 'productType' } });
    expect(property(older, 'Product', 'stockType')).not.toHaveProperty('x-graphql-name');
    expect(property(older, 'Product', 'kind')['x-graphql-name']).toBe('type');
  });

  it('has its older name in examples, also in those of errors', () => {
    const { post } = first.paths['/product'];
    const { unit, data } = post.requestBody.content['application/json'].examples;
    const { text, pictures } = unit.value.product;
    expect([typeof text, pictures.map(Object.keys)]).toEqual(['string', [['url'], ['url']]]);
    expect(data.value.data.attributes).toMatchObject({ title: 'Gas cartridge', weight: 2.5 });
    const answer = first.paths['/product/{id}'].get.responses['200'].content['application/json'].examples;
    expect(answer.product.value.product).toMatchObject({ text: expect.any(String), amount: '3', weight: 49 });
    expect(answer.bundle.value.product.items[0]).toEqual({ product: 1, quantity: 1 });
    const errors = first.components.responses.ValidationFailure.content['application/json'].examples;
    const named = (example: Json) => example.value.errors.map(({ field }: Json) => field);
    expect(named(errors.fields)).toEqual(['title', 'rent', 'sku', 'pictures[0].url']);
    expect(named(errors.items)).toEqual(['items[0].product', 'items[1].product', 'items[2].product']);
    expect(named(errors.version)).toEqual(['service-version']);
    expect(property(first, 'ValidationError', 'field').example).toBe('items[0].product');
  });
});

describe('a component that operations share', () => {
  it('is changed for those that the change concerns alone, under a name of its own', () => {
    const { schemas } = first.components;
    expect(property(first, 'CreateProductInput', 'pictures').items).toEqual({
      $ref: '#/components/schemas/UpdateProductImageInput',
    });
    expect(property(first, 'UpdateProductInput', 'pictures').items).toEqual(
      property(first, 'CreateProductInput', 'pictures').items,
    );
    expect(property(first, 'CreateBundleInput', 'images').items).toEqual({ $ref: '#/components/schemas/ImageInput' });
    expect(fields(first, 'UpdateProductImageInput')).toEqual(['url']);
    expect(schemas.ImageInput).toEqual(newest.components.schemas.ImageInput);
    expect(property(first, 'Rental', 'tenant').$ref).not.toBe(property(first, 'Rental', 'owner').$ref);
  });

  it('keeps its name where all that refer to it change alike', () => {
    expect(fields(first, 'Image')).toEqual(['url']);
    expect(fields(first, 'BundleItem')).toEqual(['product', 'quantity']);
    expect(fields(first, 'BundleItemInput')).toEqual(['product', 'quantity']);
    const names = Object.keys(first.components.schemas);
    const older = Object.keys(newest.components.schemas);
    expect(names.filter((name) => !older.includes(name))).toEqual(['ReadRentalAccount', 'UpdateProductImageInput']);
  });
});

describe('other changes', () => {
  it('leave out added fields', () => {
    for (const schema of ['CreateProductInput', 'UpdateProductInput', 'Product']) {
      expect(fields(first, schema)).not.toContain('archived');
      expect(required(first, schema)).not.toContain('archived');
    }
  });

  it('have removed fields, in answers only those that are answered', () => {
    for (const schema of ['CreateProductInput', 'UpdateProductInput']) {
      expect(fields(first, schema)).toEqual(expect.arrayContaining(['weight', 'color', 'label']));
      expect(fields(second, schema)).not.toContain('weight');
      expect(fields(second, schema)).toContain('tag');
    }
    expect(fields(first, 'Product')).toEqual(expect.arrayContaining(['weight', 'label']));
    expect(fields(first, 'Product')).not.toContain('color');
    expect(required(first, 'Product')).toEqual(expect.arrayContaining(['weight', 'label']));
    expect(required(first, 'CreateProductInput')).toEqual(['title', 'weight']);
    expect(required(first, 'UpdateProductInput')).toEqual([]);
  });

  it('do not require a field that has a default; in a create it may be null', () => {
    expect(required(second, 'CreateProductInput')).toEqual(['title', 'rent']);
    expect(property(first, 'CreateProductInput', 'rent').type).toEqual(['number', 'null']);
    expect(property(first, 'UpdateProductInput', 'rent').type).toBe('number');
    expect(required(first, 'EquipmentInput')).toEqual(['name']);
    expect(required(first, 'Equipment')).toEqual(['name', 'quantity']);
    expect(property(first, 'EquipmentInput', 'quantity').type).toBe('integer');
  });

  it('reach the reply of a write where they are of it', () => {
    expect(fields(first, 'CreatedProduct').toSorted()).toEqual(['id', 'ok', 'path']);
    expect(fields(third, 'CreatedProduct')).toEqual(['success', 'id', 'location']);
    expect(fields(first, 'CreatedBundle')).toEqual(fields(third, 'CreatedBundle'));
  });

  it('take the rest from a function', () => {
    expect(property(first, 'Product', 'amount').type).toBe('string');
    expect(property(second, 'Product', 'quantity').type).toBe('integer');
  });
});

it('a place that no schema has changes nothing', () => {
  const older = before({ operations: ['readProduct', 'createProduct'], at: 'nowhere[].x', renamed: { a: 'title' } });
  expect(older).toEqual(newest);
});
