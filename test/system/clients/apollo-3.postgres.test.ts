// Apollo Client 3, which vue-apollo takes: where its errors have the code of a failure.
import { ApolloClient, type ApolloError, gql, HttpLink, InMemoryCache } from 'apollo-client-3/core/core.cjs';
import { setContext } from 'apollo-client-3/link/context/context.cjs';
import { onError } from 'apollo-client-3/link/error/error.cjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedApp, serveApp } from './serve-app.ts';

let app: ServedApp;
beforeAll(async () => {
  app = await serveApp();
});
afterAll(() => app.close());

test.each([
  [401, 'AUTH_INVALID_TOKEN'],
  [404, 'NOT_FOUND'],
  [412, 'CONFLICT'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
])('a failure that REST would answer with %i is thrown with %s (D47)', async (status, code) => {
  const told: string[] = [];
  const link = onError(({ operation }) => void told.push(operation.operationName))
    .concat(setContext(() => ({ headers: { ...app.headers, Prefer: `code=${status}` } })))
    .concat(new HttpLink({ uri: app.graphqlUrl }));
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const query = gql('query ReadProduct { product(id: 1) { id } }');
  const error: ApolloError = await client.query({ query }).catch((cause) => cause);
  const refused = error.networkError as { result?: { errors: ApolloError['graphQLErrors'] } } | null;
  expect(error.graphQLErrors[0]?.extensions?.code).toBe(status === 401 ? undefined : code);
  expect(refused?.result?.errors[0]?.extensions?.code).toBe(status === 401 ? code : undefined);
  // An answer with data and another status than 200 is told as a result, and as an error.
  expect(told).toHaveLength([429, 503].includes(status) ? 2 : 1);
  client.stop();
});
