// The villus client of the guide on other clients: it caches nothing, and errors keep their codes.
import { expect, test } from 'vitest';
import { serveApp } from './serve-app.ts';
import { createOwnerClient } from './villus-client.ts';

const app = await serveApp();
const client = createOwnerClient(app.graphqlUrl, () => app.owner.token);

const READ = 'query Read($id: ID!) { product(id: $id) { rent } }';
const UPDATE =
  'mutation Update($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, input: $input) { success } }';

test('reads a product again after a mutation', async () => {
  const { id: number } = await app.product({ rent: 5 });
  const variables = { id: String(number) };
  const rent = async () =>
    (await client.executeQuery({ query: READ, variables })).data?.product?.rent;
  expect(await rent()).toBe(5);
  await client.executeMutation({ query: UPDATE, variables: { ...variables, input: { rent: 6 } } });
  expect(await rent()).toBe(6);
});

test('has the code of an error', async () => {
  const { error } = await client.executeQuery({ query: READ, variables: { id: '2147483647' } });
  expect(error?.graphqlErrors?.[0]?.extensions?.code).toBe('NOT_FOUND');
});
