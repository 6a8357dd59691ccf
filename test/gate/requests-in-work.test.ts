// The requests in work of one user are bounded, and do not keep those of another user waiting.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CallOptions, createTestApp, type TestApp } from '../support/app.ts';

/** As many as the gate works on at the same time for one user. */
const IN_WORK = 32;

let app: TestApp;
let isOpen: PromiseWithResolvers<void>;
let probed: number;
beforeEach(async () => {
  probed = 0;
  isOpen = Promise.withResolvers();
  const imageProbe = {
    async reachable(urls: readonly string[]) {
      probed++;
      await isOpen.promise;
      return urls.map(() => true);
    },
  };
  app = await createTestApp({ imageProbe });
});
afterEach(() => app.close());

const withImage = { title: 'a', rent: 1, stock_type: 1, images: [{ src: 'https://images.example/a.png' }] };
const create = (options: CallOptions = {}) => app.rest('POST', '/product', { product: withImage }, options);

test('of many requests of one user a bounded number is in work, another user is served at once, and all are answered', async () => {
  const { id } = await app.product({}, app.rival.id);
  const many = Array.from({ length: IN_WORK + 8 }, () => create());
  await expect.poll(() => probed).toBe(IN_WORK);
  expect((await app.rest('GET', `/product/${id}`, undefined, { token: app.rival.token })).status).toBe(200);
  expect(probed).toBe(IN_WORK);
  isOpen.resolve();
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
  expect(probed).toBe(many.length);
});

test('requests that wait for an idempotency key hold no place of their user, and take one again (D40)', async () => {
  const { id } = await app.product();
  const sameKey = Array.from({ length: IN_WORK + 8 }, () => create({ headers: { 'Idempotency-Key': 'k' } }));
  await expect.poll(() => probed).toBe(1);
  expect((await app.rest('GET', `/product/${id}`)).status).toBe(200);
  const others = Array.from({ length: IN_WORK + 8 }, () => create());
  await expect.poll(() => probed).toBe(IN_WORK);
  isOpen.resolve();
  expect((await Promise.all(sameKey)).map(({ status }) => status)).toEqual(sameKey.map(() => 201));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201));
  expect(await app.db.product.count()).toBe(others.length + 2);
});
