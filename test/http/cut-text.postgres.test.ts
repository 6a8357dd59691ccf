// Responses repeat long text of a client cut between characters, never inside a surrogate pair.
import { expect, test } from 'vitest';
import { BASE } from '../support/app.ts';
import { openServedApp } from './served-app.ts';

const app = await openServedApp();

const LONG = 'a'.repeat(99) + '😀'.repeat(20);
const HALF = '\ud83d';
const mutation =
  'mutation($input: CreateProductInput!) { createProduct(input: $input) { success } }';

async function send(path: string, body: string): Promise<string> {
  const response = await fetch(app.origin + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${app.owner.token}`,
      'Content-Type': 'application/json',
    },
    body,
  });
  return response.text();
}

const product = (field: string) => JSON.stringify({ product: { [field]: 1 } });
const variables = (field: string) =>
  JSON.stringify({ query: mutation, variables: { input: { [field]: 1 } } });
const document = (text: string) =>
  JSON.stringify({ query: `{ product(id: ${JSON.stringify(text)}, x: "${text}") { id } }` });

test.each([
  ['an unknown field on REST', `${BASE}/product`, product(LONG)],
  ['an unknown field that has half a pair', `${BASE}/product`, product(`a${HALF}`)],
  ['an unknown field of a variable', '/graphql', variables(LONG)],
  ['an unknown field of a variable that has half a pair', '/graphql', variables(HALF)],
  ['a value in a document', '/graphql', document(LONG)],
  ['a token of invalid JSON', `${BASE}/product`, `{${'a'.repeat(19)}${'😀'.repeat(9)}`],
])('%s', async (_, path, body) => {
  const text = await send(path, body);
  expect(text).toMatch(/error/);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  expect(text).not.toContain('\uFFFD'.repeat(2));
});
