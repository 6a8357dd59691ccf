// The values of statements are gone once these are done, although Prisma's adapters keep their last hundred queries.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { megabytesKept } from '../system/big-requests/cost.ts';

const app = await openTestApp();

const TIMES = 80;
const LONG = 400 * 1024;
/** Megabytes: a third of what the statements write, and twice what code takes. */
const MAX_GROWTH = 12;

test('long values of many writes leave nothing behind', async () => {
  const { id } = await app.product();
  const write = (n: number) =>
    app.updateProduct(id, { description: String(n) + 'x'.repeat(LONG) });
  for (let warm = 0; warm < 3; warm++) await write(warm);
  const before = await megabytesKept();
  for (let n = 3; n < TIMES; n++) expect((await write(n)).status).toBe(200);
  expect((await megabytesKept()) - before).toBeLessThan(MAX_GROWTH);
});
