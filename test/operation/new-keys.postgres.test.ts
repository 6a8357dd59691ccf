// The limit on a user's new idempotency keys (D40), each of which is stored for a day.
import { beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

const TENT = { title: 'Tent', rent: 2, sku: 'T' };
const HOUR = 3_600;

const app = await openTestApp();
let owner: Awaited<ReturnType<TestApp['person']>>;

/** All nodes count in the table of budgets; one key is left. */
beforeEach(async () => {
  owner = await app.person('keyed');
  await app.db.$executeRaw`
    INSERT INTO budgets (key, points, expire)
    VALUES (${`idempotency-keys:${owner.id}`}, 99999, ${Date.now() + HOUR * 1_000})`;
});

const withKey = (key: string, token = owner.token) => ({
  token,
  headers: { 'Idempotency-Key': key },
});
const create = (key: string, token?: string) => app.createProduct(TENT, withKey(key, token));

test('beyond 100,000 new keys in 24 hours, both APIs return 429 with Retry-After and write nothing', async () => {
  const { body } = await create('last');
  const update = (key: string) =>
    app.updateProduct(body.id, { title: 'Other' }, withKey(key));
  for (const answer of [await create('next'), await update('next')]) {
    expect(answer).toMatchObject({ status: 429, body: { error: 'Request limit exceeded' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(HOUR - 60);
  }
  const mutation = `mutation { updateProduct(id: ${body.id}, input: { title: "Other" }) { success } }`;
  const onGraphQL = await app.graphql(mutation, {}, withKey('next'));
  expect(onGraphQL).toMatchObject({
    status: 429,
    body: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
  });
  expect(
    await app.db.product.findMany({ where: { ownerId: owner.id }, select: { title: true } }),
  ).toEqual([{ title: 'Tent' }]);
});

const remaining = (headers: Headers) => headers.get('ratelimit')?.replace(/;t=.*/, '');

test('used keys, requests without a key, the rate limit and other users are unaffected', async () => {
  const { body, headers } = await create('last');
  const refused = await create('next');
  expect(refused.status).toBe(429);
  expect(remaining(refused.headers)).toBe(remaining(headers));
  expect(await create('last')).toMatchObject({ status: 201, body: { id: body.id } });
  expect((await app.createProduct(TENT, { token: owner.token })).status).toBe(201);
  expect((await create('next', app.rival.token)).status).toBe(201);
});

test("a failed write doesn't use up a key", async () => {
  const refused = await app.createProduct({ title: 'Tent' }, withKey('wrong'));
  expect(refused.status).toBe(400);
  expect((await create('right')).status).toBe(201);
});
