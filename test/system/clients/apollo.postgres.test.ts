// Apollo Client with its normalised cache: an update refreshes the cached product by its id.
import { createHash } from 'node:crypto';
import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { initGraphQLTada } from 'gql.tada';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { introspection } from './generated/graphql-env.d.ts';
import { type ServedApp, serveApp } from './serve-app.ts';

const graphql = initGraphQLTada<{ introspection: introspection; scalars: { Date: string; DateTime: string } }>();

const ReadProduct = graphql('query ReadProduct($id: ID!) { product(id: $id) { id title rent } }');
const UpdateProduct = graphql(`
  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!) {
    updateProduct(id: $id, input: $input) { success errors { field code } product { id title rent } }
  }
`);

const cache = new InMemoryCache();
let app: ServedApp;
let client: ApolloClient;
let requests = 0;
beforeAll(async () => {
  app = await serveApp();
  const counting: typeof fetch = (input, init) => {
    requests += 1;
    return fetch(input, init);
  };
  const link = new HttpLink({ uri: app.graphqlUrl, headers: app.headers, fetch: counting });
  client = new ApolloClient({ link, cache });
});
afterAll(async () => {
  client.stop();
  await app.close();
});

test('an update refreshes every view of the product, without another request', async () => {
  const product = await app.product({ title: 'Tent', rent: 24.5 });
  const id = String(product.id);
  const seen: (number | undefined)[] = [];
  const view = client.watchQuery({ query: ReadProduct, variables: { id } });
  const subscription = view.subscribe(({ data }) => seen.push(data?.product?.rent));
  await expect.poll(() => seen.at(-1)).toBe(24.5);
  requests = 0;

  const { data } = await client.mutate({ mutation: UpdateProduct, variables: { id, input: { rent: 26 } } });
  expect(data?.updateProduct).toMatchObject({ success: true, errors: [] });
  await expect.poll(() => seen.at(-1)).toBe(26);
  expect(client.readQuery({ query: ReadProduct, variables: { id } })?.product).toMatchObject({
    id,
    rent: 26,
    title: 'Tent',
  });
  expect(Object.keys(cache.extract())).toContain(`Product:${id}`);
  expect(requests).toBe(1);
  subscription.unsubscribe();
});

test('a refused update leaves the cached product as it is', async () => {
  const { id: number } = await app.product({ rent: 5 });
  const id = String(number);
  await client.query({ query: ReadProduct, variables: { id } });
  const { data } = await client.mutate({ mutation: UpdateProduct, variables: { id, input: { rent: 0 } } });
  expect(data?.updateProduct).toMatchObject({
    success: false,
    errors: [{ field: 'rent', code: 'MIN_VALUE' }],
    product: null,
  });
  expect(client.readQuery({ query: ReadProduct, variables: { id } })?.product?.rent).toBe(5);
});

test('a failure is an error with a code', async () => {
  const error = await client.query({ query: ReadProduct, variables: { id: '2147483647' } }).catch((cause) => cause);
  expect(CombinedGraphQLErrors.is(error)).toBe(true);
  expect(error.errors[0].extensions).toEqual({ code: 'NOT_FOUND' });
});

test.each([true, false])(
  'its persisted queries send the document after one hash that is refused, by GET: %s (D37)',
  async (useGETForHashedQueries) => {
    const sent: string[] = [];
    const recording: typeof fetch = (input, init) => {
      sent.push(`${init?.method} ${String(init?.body ?? input).includes('persistedQuery') ? 'hash' : 'document'}`);
      return fetch(input, init);
    };
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries });
    const http = new HttpLink({ uri: app.graphqlUrl, headers: app.headers, fetch: recording });
    const hashing = new ApolloClient({ link: link.concat(http), cache: new InMemoryCache() });
    for (const title of ['Tent', 'Mat']) {
      const { id } = await app.product({ title });
      const { data } = await hashing.query({ query: ReadProduct, variables: { id: String(id) } });
      expect(data?.product?.title).toBe(title);
    }
    expect(sent).toEqual([`${useGETForHashedQueries ? 'GET' : 'POST'} hash`, 'POST document', 'POST document']);
    hashing.stop();
  },
);
