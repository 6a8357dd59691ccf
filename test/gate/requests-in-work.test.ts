// The requests in work of one user are bounded, and do not keep those of another user waiting.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

/** As many as the gate works on at the same time for one user. */
const IN_WORK = 32;

let app: TestApp;
let isOpen: PromiseWithResolvers<void>;
let probed = 0;
beforeAll(async () => {
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
afterAll(() => app.close());

const withImage = { title: 'a', rent: 1, stock_type: 1, images: [{ src: 'https://images.example/a.png' }] };
const create = () => app.rest('POST', '/product', { product: withImage });

test('of many requests of one user a bounded number is in work, another user is served at once, and all are answered', async () => {
  const { id } = await app.product({}, app.rival.id);
  const many = Array.from({ length: IN_WORK + 8 }, create);
  await expect.poll(() => probed).toBe(IN_WORK);
  expect((await app.rest('GET', `/product/${id}`, undefined, { token: app.rival.token })).status).toBe(200);
  expect(probed).toBe(IN_WORK);
  isOpen.resolve();
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
  expect(probed).toBe(many.length);
});
