// Apollo Client, openapi-fetch, urql and Relay write once although answers are lost (D40).
import { gql } from '@apollo/client';
import openApiClient from 'openapi-fetch';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createClient } from './back-office/src/api/create-client.ts';
import { fetchWithRetries } from './fetch-with-retries.ts';
import type { paths } from './generated/owner-api.d.ts';
import { startLosingProxy } from './losing-proxy.ts';
import { createEnvironment } from './relay/environment.ts';
import { serveApp } from './serve-app.ts';
import { createUrqlClient, withKey } from './urql-client.ts';

const CREATE = `mutation Create($input: CreateProductInput!) {
  createProduct(input: $input) { success id }
}`;

const app = await serveApp();
afterAll(app.close);
const proxy = await startLosingProxy(() => app.origin);
afterAll(proxy.close);
const url = `${proxy.origin}/graphql`;
beforeEach(() => void proxy.passed());

const input = (title: string) => ({ title, rent: 1, stockType: 'BULK' });
/** As `commitMutation` with `cacheConfig: { metadata: { key } }` does. */
function byRelay(variables: object, key?: string) {
  const request = {
    text: CREATE,
    operationKind: 'mutation',
    name: 'Create',
    id: null,
    cacheID: 'create',
    metadata: {},
  } as const;
  const network = createEnvironment(url, () => app.owner.token).getNetwork();
  return network.execute(request, variables, key ? { metadata: { key } } : {}).toPromise();
}
const count = (title: string) => app.db.product.count({ where: { title } });

test('Apollo Client: a mutation without a key gets one, which all attempts have', async () => {
  const client = createClient(url, { token: () => app.owner.token, onTokenRefused: () => {} });
  proxy.drop(2);
  const { data } = await client.mutate<{ createProduct: { success: boolean } }>({
    mutation: gql(CREATE),
    variables: { input: input('Bed') },
  });
  expect(data?.createProduct.success).toBe(true);
  expect(await count('Bed')).toBe(1);
  expect(new Set(proxy.passed().map(({ key }) => key)).size).toBe(1);
  client.stop();
});

test('openapi-fetch: its requests are sent again with their bodies and keys', async () => {
  const api = openApiClient<paths>({ baseUrl: `${proxy.origin}/api/token-secured`, fetch: fetchWithRetries });
  proxy.drop(2);
  const { data } = await api.POST('/product', {
    headers: { ...app.headers, 'Idempotency-Key': 'jug-1' },
    body: { product: { title: 'Jug', rent: 1, stock_type: 1 } },
  });
  expect(data?.success).toBe(true);
  expect(await count('Jug')).toBe(1);
  expect(proxy.passed().map(({ key }) => key)).toEqual(['jug-1', 'jug-1', 'jug-1']);
});

test('urql: the key is in the options of one mutation', async () => {
  const token = () => app.owner.token;
  const client = createUrqlClient(url, token);
  proxy.drop(2);
  const { data } = await client.mutation(CREATE, { input: input('Mat') }, withKey('mat-1', token));
  expect(data.createProduct.success).toBe(true);
  expect(await count('Mat')).toBe(1);
  expect(proxy.passed().map(({ key }) => key)).toEqual(['mat-1', 'mat-1', 'mat-1']);
});

test('Relay: the key is in the metadata of one mutation', async () => {
  proxy.drop(2);
  expect(await byRelay({ input: input('Rug') }, 'rug-1')).toMatchObject({ data: { createProduct: { success: true } } });
  expect(await count('Rug')).toBe(1);
  expect(proxy.passed().map(({ key }) => key)).toEqual(['rug-1', 'rug-1', 'rug-1']);
});

test('an error of the network is told after the last attempt', async () => {
  proxy.drop(5);
  await expect(byRelay({ input: input('Cup') })).rejects.toThrow('fetch failed');
  expect(new Set(proxy.passed().map(({ key }) => key)).size).toBe(1);
  expect(await count('Cup')).toBe(1);
});
