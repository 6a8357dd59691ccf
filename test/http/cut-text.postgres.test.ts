// Responses repeat long text of a client cut between characters, never inside a surrogate pair.
import { expect, test } from 'vitest';
import { callsAt } from '../support/app.ts';
import { openServedApp } from './served-app.ts';

const { origin, owner } = await openServedApp();
const { createProduct, graphql, rest } = callsAt({ origin, token: owner.token });

const LONG = 'a'.repeat(99) + '😀'.repeat(20);
const HALF = '\ud83d';
const MUTATION =
  'mutation($input: CreateProductInput!) { createProduct(input: $input) { success } }';

test.each([
  ['an unknown field on REST', () => createProduct({ [LONG]: 1 })],
  ['an unknown field that has half a pair', () => createProduct({ [`a${HALF}`]: 1 })],
  ['an unknown field of a variable', () => graphql(MUTATION, { input: { [LONG]: 1 } })],
  [
    'an unknown field of a variable that has half a pair',
    () => graphql(MUTATION, { input: { [HALF]: 1 } }),
  ],
  [
    'a value in a document',
    () => graphql(`{ product(id: ${JSON.stringify(LONG)}, x: "${LONG}") { id } }`),
  ],
  [
    'a token of invalid JSON',
    () => rest('POST', '/product', `{${'a'.repeat(19)}${'😀'.repeat(9)}`),
  ],
])('%s', async (_, send) => {
  const text = JSON.stringify((await send()).body);
  expect(text).toMatch(/error/);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
  expect(text).not.toContain('\uFFFD'.repeat(2));
});
