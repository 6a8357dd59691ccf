// Apollo Client, openapi-fetch and urql write once even if responses are lost (D40).
import { gql } from '@apollo/client';
import openApiClient from 'openapi-fetch';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createClient } from './apollo-client.ts';
import { fetchWithRetries } from './fetch-with-retries.ts';
import { startLosingProxy } from './losing-proxy.ts';
import type { paths } from './owner-api.d.ts';
import { serveApp } from './serve-app.ts';
import { createUrqlClient, withKey } from './urql-client.ts';

const CREATE =
  'mutation Create($input: CreateProductInput!) { createProduct(input: $input) { success id } }';

const app = await serveApp();
const proxy = await startLosingProxy(() => app.origin);
afterAll(proxy.close);
const url = `${proxy.origin}/graphql`;
const token = () => app.owner.token;
beforeEach(() => void proxy.passed());

const variablesOf = (title: string) => ({ input: { title, rent: 1, stockType: 'BULK' } });
test.each<
  [
    client: string,
    key: string | undefined,
    create: (title: string, key: string) => Promise<unknown>,
  ]
>([
  [
    'Apollo Client, which gives a mutation without a key one',
    undefined,
    async (title) => {
      const client = createClient(url, { token, onTokenRefused: () => {} });
      const { data } = await client.mutate({
        mutation: gql(CREATE),
        variables: variablesOf(title),
      });
      client.stop();
      return data;
    },
  ],
  [
    'openapi-fetch',
    'jug-1',
    async (title, key) => {
      const api = openApiClient<paths>({
        baseUrl: `${proxy.origin}/api/token-secured`,
        fetch: fetchWithRetries,
      });
      const headers = { ...app.headers, 'Idempotency-Key': key };
      const { data } = await api.POST('/product', {
        headers,
        body: { product: { title, rent: 1, stock_type: 1 } },
      });
      return { createProduct: data };
    },
  ],
  [
    'urql, whose key is in the options of one mutation',
    'mat-1',
    async (title, key) =>
      (
        await createUrqlClient(url, token).mutation(
          CREATE,
          variablesOf(title),
          withKey(key, token),
        )
      ).data,
  ],
])('%s', async (title, key, create) => {
  proxy.drop(2);
  expect(await create(title, key ?? '')).toMatchObject({ createProduct: { success: true } });
  expect(await app.db.product.count({ where: { title } })).toBe(1);
  const keys = proxy.passed().map((one) => one.key);
  expect(keys).toEqual(Array(3).fill(key ?? keys[0] ?? 'none'));
});
