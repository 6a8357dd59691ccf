// How Apollo Client and Apollo Client 3, with gql.tada's types of the schema, handle responses and errors.
import { createHash } from 'node:crypto';
import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import * as apollo3 from 'apollo-client-3/core/core.cjs';
import { setContext } from 'apollo-client-3/link/context/context.cjs';
import { onError } from 'apollo-client-3/link/error/error.cjs';
import { initGraphQLTada } from 'gql.tada';
import { afterAll, beforeEach, expect, expectTypeOf, test } from 'vitest';
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
/** The method of each request, and whether a hash replaces its document. */
const sent: string[] = [];
const recording: typeof fetch = (input, init) => {
  sent.push(
    `${init?.method} ${String(init?.body ?? input).includes('persistedQuery') ? 'hash' : 'document'}`,
  );
  return fetch(input, init);
};
beforeEach(() => void sent.splice(0));
const link = new HttpLink({ uri: app.graphqlUrl, headers: app.headers, fetch: recording });
const client = new ApolloClient({ link, cache });
afterAll(() => client.stop());

test('an update refreshes every view of the product, without another request', async () => {
  const product = await app.product({ title: 'Tent', rent: 24.5 });
  const id = String(product.id);
  const seen: (number | undefined)[] = [];
  const view = client.watchQuery({ query: ReadProduct, variables: { id } });
  const subscription = view.subscribe(({ data }) => seen.push(data?.product?.rent));
  await expect.poll(() => seen.at(-1)).toBe(24.5);
  sent.splice(0);
  const { data } = await client.mutate({
    mutation: UpdateProduct,
    variables: { id, input: { rent: 26 } },
  });
  expect(data?.updateProduct).toMatchObject({ success: true, errors: [] });
  await expect.poll(() => seen.at(-1)).toBe(26);
  expect(cache.extract()[`Product:${id}`]).toMatchObject({ id, rent: 26, title: 'Tent' });
  expect(sent).toEqual(['POST document']);
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

test.each([true, false])(
  'its persisted queries send the document after one rejected hash, with GET: %s (D37)',
  async (useGETForHashedQueries) => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const hashes = new PersistedQueryLink({ sha256, useGETForHashedQueries });
    const hashing = new ApolloClient({
      link: hashes.concat(link),
      cache: new InMemoryCache(),
    });
    for (const title of ['Tent', 'Mat']) {
      const { id } = await app.product({ title });
      const { data } = await hashing.query({
        query: ReadProduct,
        variables: { id: String(id) },
      });
      expect(data?.product?.title).toBe(title);
    }
    expect(sent).toEqual([
      `${useGETForHashedQueries ? 'GET' : 'POST'} hash`,
      'POST document',
      'POST document',
    ]);
    hashing.stop();
  },
);

// vue-apollo accepts it.
test.each([
  [401, 'AUTH_INVALID_TOKEN'],
  [404, 'NOT_FOUND'],
  [429, 'RATE_LIMITED'],
])(
  'Apollo Client 3: throws an error that REST returns as %i with %s (D47)',
  async (status, code) => {
    const told: string[] = [];
    const link = onError(({ operation }) => void told.push(operation.operationName))
      .concat(setContext(() => ({ headers: { ...app.headers, Prefer: `code=${status}` } })))
      .concat(new apollo3.HttpLink({ uri: app.graphqlUrl }));
    const client3 = new apollo3.ApolloClient({ link, cache: new apollo3.InMemoryCache() });
    const query = apollo3.gql('query ReadProduct { product(id: 1) { id } }');
    const error: apollo3.ApolloError = await client3.query({ query }).catch((cause) => cause);
    const refused = error.networkError as {
      result?: { errors: apollo3.ApolloError['graphQLErrors'] };
    } | null;
    expect(error.graphQLErrors[0]?.extensions?.code).toBe(status === 401 ? undefined : code);
    expect(refused?.result?.errors[0]?.extensions?.code).toBe(
      status === 401 ? code : undefined,
    );
    // A response with data and a status other than 200 is delivered as a result and as an error.
    expect(told).toHaveLength(status === 429 ? 2 : 1);
    client3.stop();
  },
);
