// The main job on GraphQL, by urql and the types that gql.tada makes of the schema.
import { Client, fetchExchange } from '@urql/core';
import { initGraphQLTada, type ResultOf } from 'gql.tada';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import type { introspection } from './generated/graphql-env.d.ts';
import { type ServedApp, serveApp } from './serve-app.ts';

const graphql = initGraphQLTada<{ introspection: introspection; scalars: { Date: string; DateTime: string } }>();

const ProductFields = graphql(`
  fragment ProductFields on Product @_unmask {
    id title rent stockType sku online images { src } createdAt
    bundle { items { adId quantity product { id } } }
  }
`);
const ReadProduct = graphql('query ReadProduct($id: ID!) { product(id: $id) { ...ProductFields } }', [ProductFields]);
const CreateProduct = graphql(
  `mutation CreateProduct($input: CreateProductInput!) {
    createProduct(input: $input) { success errors { field code message } id location product { ...ProductFields } }
  }`,
  [ProductFields],
);
const UpdateProduct = graphql(
  `mutation UpdateProduct($id: ID!, $input: UpdateProductInput!) {
    updateProduct(id: $id, input: $input) { success errors { field code message } product { ...ProductFields } }
  }`,
  [ProductFields],
);
const CreateBundle = graphql(`
  mutation CreateBundle($input: CreateBundleInput!) {
    createBundle(input: $input) { success errors { field code } id bundle { rent items { adId quantity } } }
  }
`);

let app: ServedApp;
let client: Client;
beforeAll(async () => {
  app = await serveApp();
  const fetchOptions = { headers: app.headers };
  client = new Client({ url: app.graphqlUrl, exchanges: [fetchExchange], preferGetMethod: false, fetchOptions });
});
afterAll(() => app.close());

test('creates, updates and reads a product', async () => {
  const input = { title: 'Mat', rent: 3.2, stockType: 'BULK', quantity: 20 } as const;
  const created = await client.mutation(CreateProduct, { input });
  expect(created.error).toBeUndefined();
  const id = created.data?.createProduct?.product?.id ?? '';
  expect(created.data?.createProduct).toMatchObject({
    success: true,
    errors: [],
    id,
    product: { title: 'Mat', rent: 3.2 },
  });

  const updated = await client.mutation(UpdateProduct, { id, input: { online: false } });
  expect(updated.data?.updateProduct?.product).toMatchObject({ id, online: false, rent: 3.2 });
  const { data } = await client.query(ReadProduct, { id });
  expect(data?.product).toEqual(updated.data?.updateProduct?.product);
  expectTypeOf<ResultOf<typeof ReadProduct>['product']>().extract<null>().toBeNull();
  expectTypeOf(data?.product?.createdAt).exclude<undefined>().toBeString();
});

test('reads by GET, as a front end behind a cache would', async () => {
  const { id } = await app.product({ title: 'Lamp' });
  const { data, error } = await client.query(ReadProduct, { id: String(id) }, { preferGetMethod: 'force' });
  expect(error).toBeUndefined();
  expect(data?.product?.title).toBe('Lamp');
});

test('creates a bundle', async () => {
  const [mat, rug] = [await app.product({ rent: 0.1 }), await app.product({ rent: 0.2 })];
  const items = [mat, rug].map(({ id }) => ({ adId: String(id), quantity: 1 }));
  const { data } = await client.mutation(CreateBundle, { input: { title: 'Pack', items } });
  expect(data?.createBundle).toMatchObject({ success: true, bundle: { rent: 0.3, items } });
});

test('what is wrong with an input is data, with typed codes', async () => {
  const { data, error } = await client.mutation(CreateProduct, { input: { title: ' ', rent: 0 } });
  expect(error).toBeUndefined();
  const errors = data?.createProduct?.errors ?? [];
  expectTypeOf(errors[0]?.code).extract<'SURPRISE'>().toBeNever();
  expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'title REQUIRED',
    'rent MIN_VALUE',
    'sku REQUIRED',
  ]);
});

test('every other failure is an error with a code', async () => {
  const missing = await client.query(ReadProduct, { id: '2147483647' });
  expect(missing.error?.graphQLErrors[0]?.extensions).toEqual({ code: 'NOT_FOUND' });
  const stranger = new Client({ url: app.graphqlUrl, exchanges: [fetchExchange], preferGetMethod: false });
  const refused = await stranger.query(ReadProduct, { id: '1' });
  expect(refused.error?.graphQLErrors[0]?.extensions).toEqual({ code: 'AUTH_INVALID_TOKEN' });
});
