// Each user has a limited number of requests in work, so that they don't delay other users.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BASE, type CallOptions, createTestApp, type TestApp } from '../support/app.ts';
import { heldProbe } from '../support/held-probe.ts';

/** As many as the gate handles at once for one user. */
const IN_WORK = 32;

let app: TestApp;
let probe: ReturnType<typeof heldProbe>;
beforeEach(async () => {
  probe = heldProbe();
  app = await createTestApp({ imageProbe: probe.imageProbe });
});
afterEach(() => app.close());

const withImage = {
  title: 'a',
  rent: 1,
  stock_type: 1,
  images: [{ src: 'https://images.example/a.png' }],
};
/** Node's `Request` requires it for a body that is a stream. */
const half = { duplex: 'half' } as RequestInit;
const create = (options: CallOptions = {}) => app.createProduct(withImage, options);

test("limits one user's requests in work, serves another user at once, and answers them all", async () => {
  const { id } = await app.product({}, app.rival.id);
  const many = Array.from({ length: IN_WORK + 8 }, () => create());
  await expect.poll(() => probe.begun).toBe(IN_WORK);
  expect((await app.readProduct(id, { token: app.rival.token })).status).toBe(200);
  expect(probe.begun).toBe(IN_WORK);
  probe.open();
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
  expect(probe.begun).toBe(many.length);
});

test('requests that wait for an idempotency key release their slot, and take one again later (D40)', async () => {
  const { id } = await app.product();
  const sameKey = Array.from({ length: IN_WORK + 8 }, () =>
    create({ headers: { 'Idempotency-Key': 'k' } }),
  );
  await expect.poll(() => probe.begun).toBe(1);
  expect((await app.readProduct(id)).status).toBe(200);
  const others = Array.from({ length: IN_WORK + 8 }, () => create());
  await expect.poll(() => probe.begun).toBe(IN_WORK);
  probe.open();
  expect((await Promise.all(sameKey)).map(({ status }) => status)).toEqual(
    sameKey.map(() => 201),
  );
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(
    others.map(() => 201),
  );
  expect(await app.db.product.count()).toBe(others.length + 2);
});

test('requests whose bodies arrive slowly hold no slot', async () => {
  const { id } = await app.product();
  const sent = Promise.withResolvers<void>();
  async function* body() {
    yield Buffer.from('{"product":');
    await sent.promise;
    // Rejected, so that a busy machine has little to do for all of them at once.
    yield Buffer.from('{}}');
  }
  const init = () => ({ method: 'POST', body: body() as unknown as BodyInit, ...half });
  const slow = Array.from({ length: 2 * IN_WORK }, () => app.call(`${BASE}/product`, init()));
  expect((await app.readProduct(id)).status).toBe(200);
  sent.resolve();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 400));
});

test("handles few of a user's large bodies at a time, and serves the user's other clients meanwhile", async () => {
  const { id } = await app.product();
  const large = { product: { ...withImage, description: 'x'.repeat(600_000) } };
  const many = Array.from({ length: 8 }, () => app.rest('POST', '/product', large));
  await expect.poll(() => probe.begun).toBe(1);
  expect((await app.readProduct(id)).status).toBe(200);
  expect(probe.begun).toBe(1);
  probe.open();
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
});

test('a connection carries the response of the user whose token it is, or of nobody', async () => {
  const owners: unknown[] = [];
  const client = { address: 'local', setOwner: (userId?: number) => owners.push(userId) };
  for (const Authorization of [`Bearer ${app.owner.token}`, 'Bearer none']) {
    const request = new Request(`http://localhost${BASE}/product/1`, {
      headers: { Authorization },
    });
    await app.app.fetch(request, client);
  }
  expect(owners).toEqual([app.owner.id, undefined]);
});
