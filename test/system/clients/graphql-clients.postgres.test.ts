// How Apollo Client, with gql.tada's types of the schema, handles responses and errors.
import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { initGraphQLTada } from 'gql.tada';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import type { introspection } from './generated/graphql-env.d.ts';
import { serveApp } from './serve-app.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string };
}>();

const ReadProduct = graphql(
  'query ReadProduct($id: ID!) { product(id: $id) { id title rent createdAt } }',
);
const UpdateProduct = graphql(`
  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!) {
    updateProduct(id: $id, input: $input) { success errors { field code } product { id title rent } }
  }
`);

const app = await serveApp();

const cache = new InMemoryCache();
let requests = 0;
const counting: typeof fetch = (...sent) => {
  requests += 1;
  return fetch(...sent);
};
const link = new HttpLink({ uri: app.graphqlUrl, headers: app.headers, fetch: counting });
const client = new ApolloClient({ link, cache });
afterAll(() => client.stop());

test('an update refreshes every view of the product, without another request', async () => {
  const product = await app.product({ title: 'Tent', rent: 24.5 });
  const id = String(product.id);
  const seen: (number | undefined)[] = [];
  const view = client.watchQuery({ query: ReadProduct, variables: { id } });
  const subscription = view.subscribe(({ data }) => seen.push(data?.product?.rent));
  await expect.poll(() => seen.at(-1)).toBe(24.5);
  requests = 0;
  const { data } = await client.mutate({
    mutation: UpdateProduct,
    variables: { id, input: { rent: 26 } },
  });
  expect(data?.updateProduct).toMatchObject({ success: true, errors: [] });
  await expect.poll(() => seen.at(-1)).toBe(26);
  expect(cache.extract()[`Product:${id}`]).toMatchObject({ id, rent: 26, title: 'Tent' });
  expect(requests).toBe(1);
  subscription.unsubscribe();
});

test('a rejected update leaves the cached product unchanged; its error has a code', async () => {
  const { id: number } = await app.product({ rent: 5 });
  const id = String(number);
  await client.query({ query: ReadProduct, variables: { id } });
  const { data } = await client.mutate({
    mutation: UpdateProduct,
    variables: { id, input: { rent: 0 } },
  });
  const errors = [{ field: 'rent', code: 'MIN_VALUE' }];
  expect(data?.updateProduct).toMatchObject({ success: false, errors, product: null });
  expectTypeOf(data?.updateProduct?.errors[0]?.code).extract<'SURPRISE'>().toBeNever();
  expect(client.readQuery({ query: ReadProduct, variables: { id } })?.product?.rent).toBe(5);
  const error = await client
    .query({ query: ReadProduct, variables: { id: '2147483647' } })
    .catch((cause) => cause);
  expect(CombinedGraphQLErrors.is(error)).toBe(true);
  expect(error.errors[0].extensions).toEqual({ code: 'NOT_FOUND' });
});
