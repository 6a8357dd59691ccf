// How long another user waits for a response while a crowd of connections sends long work.
import { expect, test } from 'vitest';
import { BASE } from '../support/app.ts';
import { jsonRequest, openServedApp } from './served-app.ts';

const app = await openServedApp();

const CROWD = 32;
/** Fields of an input, which takes the process several milliseconds, in more than 64 KiB. */
const FIELDS = 3_000;

const query =
  'mutation($input: CreateProductInput!) { createProduct(input: $input) { success } }';
const input = Object.fromEntries(
  Array.from({ length: FIELDS }, (_, index) => [`anUnknownField${index}`, index]),
);

test("a user's read that arrives after a crowd's long requests gets its response before most of theirs", async () => {
  const { id } = await app.product({}, app.rival.id);
  const body = JSON.stringify({ query, variables: { input } });
  const long = jsonRequest(app.owner.token, 'POST', '/graphql', body);
  let responses = 0;
  const crowd = Array.from({ length: CROWD }, async () => {
    await app.request(long);
    responses++;
  });
  const read = await app.request(
    jsonRequest(app.rival.token, 'GET', `${BASE}/product/${id}`),
  );
  expect(read.status).toBe(200);
  expect(responses).toBeLessThan(CROWD / 2);
  await Promise.all(crowd);
});
