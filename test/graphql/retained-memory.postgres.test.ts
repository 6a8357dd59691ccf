// GraphQL keeps nothing of a rejected request in memory.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { megabytesKept } from '../system/big-requests/cost.ts';

const app = await openTestApp();

const TIMES = 40;
const MUCH = 400 * 1024;
/** Megabytes: a third of the strings in the requests. */
const MAX_GROWTH = 5;

test.each([
  ['cannot be parsed', (n: number) => `{ product(id: ${n} }`],
  ['cannot be parsed, and are large', (n: number) => `{ ${n} # ${'x'.repeat(MUCH)}`],
  ['are not valid', (n: number) => `{ nothing${n} }`],
  [
    'exceed a limit',
    (n: number) =>
      `{ ${Array.from({ length: 150 }, (_, alias) => `a${n}_${alias}: __typename`)} }`,
  ],
  ['are valid, and large', (n: number) => `{ __typename } # ${n} ${'x'.repeat(MUCH)}`],
  [
    'have variables of the wrong type',
    (n: number) => `query($id: ID!) { q${n}: product(id: $id) { id } }`,
  ],
])('many large requests that %s leave nothing behind', async (_, document) => {
  const send = (n: number) => app.graphql(document(n), { id: [n, 'x'.repeat(MUCH)] });
  for (let warm = 0; warm < 3; warm++) await send(warm);
  const before = await megabytesKept();
  for (let n = 3; n < TIMES; n++) expect([200, 400]).toContain((await send(n)).status);
  expect((await megabytesKept()) - before).toBeLessThan(MAX_GROWTH);
});
