// Writes repeated with an Idempotency-Key (D40): cases that neither the harness nor the race tests cover.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../src/accounts/tokens.ts';
import { dropOldRows } from '../../src/usage/housekeeping.ts';
import { type Answer, budget, faults, openTestApp, type TestApp } from '../support/app.ts';

const POINTS = 3;
const HOUR = 3_600_000;

/** Image URLs that were probed; the response for one with `slow` waits until `open` is called. */
let probed: string[];
let open: () => void;
const app = await openTestApp({
  config: { throttle: budget(POINTS) },
  imageProbe: {
    async reachable(urls) {
      probed.push(...urls);
      if (urls.some((url) => url.includes('slow'))) await gate;
      return urls.map((url) => !url.includes('gone'));
    },
  },
});

let gate: Promise<void>;
let owner: Awaited<ReturnType<TestApp['person']>>;
let key: string;
let keys = 0;
beforeEach(async () => {
  probed = [];
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  open = opened.resolve;
  owner = await app.person('keyed');
  key = `key-${++keys}`;
});
afterEach(() => open());

type Options = { key?: string | undefined; token?: string };

const withKey = ({ key: given = key, token = owner.token }: Options = {}) => ({
  token,
  headers: given === '' ? {} : { 'Idempotency-Key': given },
});
const rest = (method: string, path: string, body: unknown, options?: Options) =>
  app.rest(method, path, body, withKey(options));
const graphql = (query: string, variables: object = {}, options?: Options) =>
  app.graphql(query, variables, withKey(options));

const TENT = { title: 'Tent', rent: 2, sku: 'T' };
const create = (fields: object = {}, options?: Options) =>
  rest('POST', '/product', { product: { ...TENT, ...fields } }, options);
const MUTATION =
  'mutation ($input: CreateProductInput!) { __typename createProduct(input: $input) { id product { sku bundle { id } } } }';
const createOnGraphql = () => graphql(MUTATION, { input: TENT });
const packOf = (adId: number) => ({
  bundle: { title: 'Pack', items: [{ ad_id: adId, quantity: 1 }] },
});

const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';
const count = () => app.db.product.count({ where: { ownerId: owner.id } });
const codesOf = ({ body }: Answer) =>
  (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
const setPermissions = (...permissions: ('READ' | 'WRITE')[]) =>
  app.db.user.update({ where: { id: owner.id }, data: { permissions } });

describe('a replay', () => {
  test('returns the fields that its request selects, of the product as it is now', async () => {
    const first = await create();
    await app.db.product.update({ where: { id: first.body.id }, data: { sku: 'later' } });
    const again = await createOnGraphql();
    expect(again.body).toEqual({
      data: {
        __typename: 'Mutation',
        createProduct: { id: String(first.body.id), product: { sku: 'later', bundle: null } },
      },
    });
    expect([first, again].map(isReplayed)).toEqual([false, true]);
  });

  test('of a bundle skips the rules: it checks neither images nor items', async () => {
    const { id } = await app.product({}, owner.id);
    const bundle = { ...packOf(id).bundle, images: [{ src: 'https://a.example/once.png' }] };
    const first = await rest('POST', '/bundle', { bundle });
    await app.db.product.update({ where: { id }, data: { online: false } });
    expect(await rest('POST', '/bundle', { bundle })).toMatchObject({
      status: 201,
      body: first.body,
    });
    expect(probed).toEqual(['https://a.example/once.png']);
  });

  test('works with another token of the same user', async () => {
    const first = await create();
    const version = first.headers.get('x-api-version') ?? '';
    const second = {
      userId: owner.id,
      name: 'second',
      environment: 'test',
      version,
    } as const;
    const { value: token } = await createToken(app.db, second);
    expect((await create({}, { token })).body).toEqual(first.body);
  });

  test("isn't rate limited, and works when a new request returns 429 (D31)", async () => {
    const first = await create();
    for (let again = 0; again < POINTS + 2; again++)
      expect((await create()).body).toEqual(first.body);
    for (let point = 1; point < POINTS; point++)
      expect((await create({}, { key: `${key}-${point}` })).status).toBe(201);
    expect((await create({}, { key: `${key}-more` })).status).toBe(429);
    expect((await create()).status).toBe(201);
    expect((await create({ rent: 3 })).status).toBe(422);
  });

  test('returns 403 without the permission to write, and only the ID without the permission to read (D5)', async () => {
    const first = await create();
    await setPermissions('READ');
    expect((await create()).status).toBe(403);
    expect(codesOf(await createOnGraphql())).toEqual(['FORBIDDEN']);
    await setPermissions('WRITE');
    const again = await createOnGraphql();
    expect(again.body.data.createProduct).toEqual({
      id: String(first.body.id),
      product: null,
    });
    expect(codesOf(again)).toEqual(['FORBIDDEN']);
    expect((await create()).status).toBe(201);
  });

  test('returns 403 if the product now has another owner, and 404 if it was deleted', async () => {
    const { id } = await app.product({}, owner.id);
    const put = () => rest('PUT', `/product/${id}`, { product: { title: 'a' } });
    const created = await create({}, { key: `${key}-created` });
    const statuses = async () => [
      (await put()).status,
      (await create({}, { key: `${key}-created` })).status,
    ];
    await put();
    await app.db.product.updateMany({
      where: { ownerId: owner.id },
      data: { ownerId: app.rival.id },
    });
    expect(await statuses()).toEqual([403, 403]);
    await app.db.product.deleteMany({ where: { id: { in: [id, created.body.id] } } });
    expect(await statuses()).toEqual([404, 404]);
  });
});

test("a request with a malformed key doesn't count; it is rejected after the permission (D9)", async () => {
  const malformed = { key: 'a b' };
  for (let call = 0; call <= POINTS; call++)
    expect(faults(await create({}, malformed))).toEqual(['Idempotency-Key INVALID_FORMAT']);
  expect((await create()).status).toBe(201);
  await setPermissions('READ');
  expect((await create({}, malformed)).status).toBe(403);
});

test('with several mutations repeats only the failed ones, however long their names are', async () => {
  const long = 'a'.repeat(255);
  const both = (input: object) =>
    graphql(
      `mutation ($one: CreateProductInput!, $two: CreateProductInput!) { ${long}: createProduct(input: $one) { id } ...More }
      fragment More on Mutation { two: createProduct(input: $two) { id errors { code } } }`,
      { one: TENT, two: input },
    );
  const first = await both({ ...TENT, rent: 0 });
  expect(first.body.data.two).toEqual({ id: null, errors: [{ code: 'MIN_VALUE' }] });
  const again = await both(TENT);
  expect(again.body.data[long]).toEqual(first.body.data[long]);
  expect(again.body.data.two.errors).toEqual([]);
  expect(isReplayed(again)).toBe(true);
  expect(await count()).toBe(2);
});

test('lets a concurrent request with the same key do the work instead', async () => {
  const images = [
    { src: 'https://slow.example/a.png' },
    { src: 'https://gone.example/a.png' },
  ];
  const first = create({ images });
  await expect.poll(() => probed.length).toBe(2);
  const second = create();
  open();
  expect((await first).status).toBe(400);
  expect(await second).toMatchObject({ status: 201 });
  expect(isReplayed(await second)).toBe(false);
  expect(await count()).toBe(1);
});

test('a number beyond doubles is another input than the null that JSON makes of it (D12)', async () => {
  const { id } = await app.product({ cost: 5 }, owner.id);
  const put = (cost: string) => rest('PUT', `/product/${id}`, `{"product":{"cost":${cost}}}`);
  expect((await put('null')).status).toBe(200);
  expect((await put('1e400')).status).toBe(422);
  expect((await put('-1e400')).status).toBe(422);
  expect(isReplayed(await put('null'))).toBe(true);
});

describe('the record', () => {
  const records = () => app.db.idempotencyRecord.findMany({ where: { userId: owner.id } });

  test('is stored together with the write, or not at all', async () => {
    await app.db.$executeRawUnsafe(
      "ALTER TABLE idempotency_records ADD CONSTRAINT no_record_check CHECK (operation <> 'createBundle') NOT VALID",
    );
    const { id } = await app.product({}, owner.id);
    expect((await rest('POST', '/bundle', packOf(id))).status).toBe(500);
    expect([await count(), await records()]).toEqual([1, []]);
    await app.db.$executeRawUnsafe(
      'ALTER TABLE idempotency_records DROP CONSTRAINT no_record_check',
    );
    const { body } = await rest('POST', '/bundle', packOf(id));
    expect(await records()).toMatchObject([{ operation: 'createBundle', resultId: body.id }]);
    expect(
      (await app.db.product.findUniqueOrThrow({ where: { id: body.id } })).idempotencyRecord,
    ).toBeNull();
  });

  test('contains neither the key nor the input, and exists only for requests with a key', async () => {
    await create({}, { key: '' });
    await create({ title: 'Secret tent' }, { key: 'secret-key' });
    expect(await records()).toHaveLength(1);
    expect(JSON.stringify(await records())).not.toMatch(/secret/i);
  });

  test("is deleted after 24 hours by the database's clock; then the key is new", async () => {
    const ids = [];
    for (const hours of [23, 25]) {
      ids.push((await create({}, { key: `${key}-${hours}` })).body.id);
      await app.db.$executeRaw`
        UPDATE idempotency_records SET created_at = now() - make_interval(secs => ${(hours * HOUR) / 1_000})
        WHERE result_id = ${ids.at(-1)}`;
    }
    await dropOldRows(app.db);
    expect((await create({}, { key: `${key}-23` })).body.id).toBe(ids[0]);
    expect((await create({}, { key: `${key}-25` })).body.id).not.toBe(ids[1]);
  });
});
