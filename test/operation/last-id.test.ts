// The ids of a table have come to their end: int4 by contract (D10), so nothing can be created until an operator acts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const product = { title: 'Tent', rent: 1, sku: 's' };
const INPUT = '{ title: "Tent", rent: 1, sku: "s" }';
const CREATE = `mutation { one: createProduct(input: ${INPUT}) { success } two: createProduct(input: ${INPUT}) { success } }`;
const once = { headers: { 'Idempotency-Key': 'once' } };

test('creates are 503 on both surfaces, nothing is half done, and the same key creates once there are ids again (D52)', async () => {
  const { id } = await app.product();
  await app.db.$queryRaw`SELECT setval('products_id_seq', 2147483647)`;
  const bundle = { title: 'a', items: [{ ad_id: id, quantity: 1 }] };
  const answers = [
    await app.rest('POST', '/product', { product }),
    await app.rest('POST', '/product', { product }, once),
    await app.rest('POST', '/bundle', { bundle }, { headers: { 'Idempotency-Key': 'bundle' } }),
    await app.graphql(CREATE),
  ];
  for (const { status, headers } of answers) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
  }
  expect(answers.at(-1)?.body.errors).toMatchObject([
    { extensions: { code: 'UNAVAILABLE' } },
    { extensions: { code: 'UNAVAILABLE' } },
  ]);
  expect(await app.db.product.count()).toBe(1);
  // All that needs no new id goes on.
  expect((await app.rest('GET', `/product/${id}`)).status).toBe(200);
  expect((await app.rest('PUT', `/product/${id}`, { product: { title: 'b' } })).status).toBe(200);

  await app.db.$queryRaw`SELECT setval('products_id_seq', 1000)`;
  const created = await app.rest('POST', '/product', { product }, once);
  expect(created).toMatchObject({ status: 201, body: { ad_id: 1001 } });
  expect(created.headers.get('idempotency-replayed')).toBeNull();
});
