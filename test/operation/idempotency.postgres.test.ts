// Writes that are sent again with an Idempotency-Key, on both surfaces (D40).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../src/accounts/tokens.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { dropOldRows } from '../../src/usage/housekeeping.ts';
import { type Answer, budget, createTestApp, faults, RETENTION, type TestApp } from '../support/app.ts';

const POINTS = 3;
const HOUR = 3_600_000;

let app: TestApp;
/** Image URLs that were probed; of those with `slow` the answer comes when `open` is called. */
let probed: string[];
let open: () => void;
beforeAll(async () => {
  const reachable = async (urls: readonly string[]) => {
    probed.push(...urls);
    if (urls.some((url) => url.includes('slow'))) await gate;
    return urls.map((url) => !url.includes('gone'));
  };
  app = await createTestApp({ config: { throttle: budget(POINTS) }, imageProbe: { reachable } });
});
afterAll(() => app.close());

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
const CREATE = `mutation ($input: CreateProductInput!) {
  createProduct(input: $input) { success errors { field code } id location product { id title rent } } }`;
const createOnGraphql = (fields: object = {}, options?: Options) =>
  graphql(CREATE, { input: { ...TENT, ...fields } }, options);
const UPDATE = `mutation ($id: ID!, $input: UpdateProductInput!) {
  updateProduct(id: $id, input: $input) { success errors { field code } product { title quantity } } }`;

const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';
const count = () => app.db.product.count({ where: { ownerId: owner.id } });
const codesOf = ({ body }: Answer) =>
  (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
const REUSED = 'Idempotency key was used for another request';

describe('the first result comes again, and nothing is done', () => {
  test('POST /product: status, id, location and Location, without the ETag (D40)', async () => {
    const [first, second] = [await create(), await create()];
    expect(first).toMatchObject({ status: 201 });
    expect([first, second].map(({ headers }) => headers.has('etag'))).toEqual([true, false]);
    expect(isReplayed(first)).toBe(false);
    expect(isReplayed(second)).toBe(true);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await count()).toBe(1);
  });

  test('PUT /product: a later change of another request stays', async () => {
    const { id } = await app.product({}, owner.id);
    const send = () => rest('PUT', `/product/${id}`, { product: { title: 'first' } });
    await send();
    await rest('PUT', `/product/${id}`, { product: { title: 'later' } }, { key: '' });
    const before = await app.db.product.findUniqueOrThrow({ where: { id } });
    const again = await send();
    expect(again).toMatchObject({ status: 200, body: { success: true } });
    expect(isReplayed(again)).toBe(true);
    expect(again.headers.get('etag'), 'of a revision that this client has not seen (D41)').toBeNull();
    expect(await app.db.product.findUniqueOrThrow({ where: { id } })).toEqual(before);
  });

  test('createProduct, with the fields that this request selects', async () => {
    const first = await createOnGraphql();
    const again = await graphql(
      'mutation ($input: CreateProductInput!) { p: createProduct(input: $input) { id product { sku bundle { id } } } }',
      { input: TENT },
    );
    expect(first.body.data.createProduct).toMatchObject({ success: true, product: { title: 'Tent', rent: 2 } });
    expect(again.body).toEqual({
      data: { p: { id: first.body.data.createProduct.id, product: { sku: 'T', bundle: null } } },
    });
    expect([first, again].map(isReplayed)).toEqual([false, true]);
    expect(await count()).toBe(1);
  });

  test('updateProduct: the product is shown as it is now', async () => {
    const { id } = await app.product({}, owner.id);
    const send = () => graphql(UPDATE, { id, input: { title: 'first' } });
    await send();
    await app.db.product.update({ where: { id }, data: { title: 'later', quantity: 9 } });
    const again = await send();
    expect(again.body.data.updateProduct).toMatchObject({ success: true, product: { title: 'later', quantity: 9 } });
    expect(isReplayed(again)).toBe(true);
  });

  test('over the other surface, in its own names', async () => {
    const fields = { stock_type: 1, commodity_code: 'c', cost: 3.5 };
    const first = await create(fields);
    const again = await createOnGraphql({ cost: 3.5, commodityCode: 'c', stockType: 'BULK' });
    expect(again.body.data.createProduct).toMatchObject({ id: String(first.body.id), location: first.body.location });
    const third = await rest('POST', '/product', {
      data: { type: 'products', attributes: { ...fields, ...TENT, description: null } },
    });
    expect(third).toMatchObject({ status: 201, body: first.body });
    expect([first, again, third].map(isReplayed)).toEqual([false, true, true]);
    expect(await count()).toBe(1);
  });

  test('POST /bundle: no rule runs again, neither images nor items are looked at', async () => {
    const product = await app.product({}, owner.id);
    const bundle = {
      title: 'Pack',
      items: [{ ad_id: product.id, quantity: 1 }],
      images: [{ src: 'https://a.example/once.png' }],
    };
    const first = await rest('POST', '/bundle', { bundle });
    await app.db.product.update({ where: { id: product.id }, data: { online: false } });
    const second = await rest('POST', '/bundle', { bundle });
    expect(second).toMatchObject({ status: 201, body: first.body });
    const input = { title: 'Pack', items: [{ adId: String(product.id), quantity: 1 }], images: bundle.images };
    const third = await graphql(
      'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { bundle { id items { quantity } } } }',
      { input },
    );
    expect(third.body.data.createBundle).toEqual({ bundle: { id: String(first.body.id), items: [{ quantity: 1 }] } });
    expect([first, second, third].map(isReplayed)).toEqual([false, true, true]);
    expect(await count()).toBe(2);
    expect(await app.db.bundleItem.count({ where: { adId: product.id } })).toBe(1);
    expect(probed).toEqual(['https://a.example/once.png']);
  });

  test('another user with the same key writes a product of its own', async () => {
    const other = await app.person('other');
    const [first, second] = [await create(), await create({}, { token: other.token })];
    expect(second.body.id).not.toBe(first.body.id);
    expect(isReplayed(second)).toBe(false);
  });

  test('another token of the same user has the same keys', async () => {
    const first = await create();
    const { value: token } = await createToken(app.db, {
      userId: owner.id,
      name: 'second',
      environment: 'test',
      version: first.headers.get('x-api-version') ?? '',
    });
    expect((await create({}, { token })).body).toEqual(first.body);
  });
});

test('every write of REST takes a key, and no read does', () => {
  for (const { method, operation } of ROUTES) expect(operation.replay !== undefined).toBe(method !== 'GET');
});

describe('the same key for another request is 422, and nothing is done', () => {
  test('with another input, also one that is invalid in its shape', async () => {
    await create();
    const answer = await create({ rent: 3 });
    expect(answer).toMatchObject({ status: 422, body: { error: REUSED } });
    expect(isReplayed(answer)).toBe(false);
    expect((await create({ rent: 'much', unknown: 1 })).status).toBe(422);
    expect(await count()).toBe(1);
  });

  test('with another operation or another id', async () => {
    const [one, other] = [await app.product({}, owner.id), await app.product({}, owner.id)];
    await rest('PUT', `/product/${one.id}`, { product: { title: 'Tent', rent: 2, sku: 'T' } });
    expect((await rest('PUT', `/product/${other.id}`, { product: { title: 'Tent', rent: 2, sku: 'T' } })).status).toBe(
      422,
    );
    expect((await create()).status).toBe(422);
    expect(await count()).toBe(2);
    expect((await app.db.product.findUniqueOrThrow({ where: { id: other.id } })).updatedAt).toEqual(other.updatedAt);
  });

  test('on GraphQL: IDEMPOTENCY_KEY_REUSED with the sentence of REST', async () => {
    await create();
    const answer = await createOnGraphql({ rent: 3 });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ createProduct: null });
    expect(answer.body.errors).toMatchObject([
      { message: REUSED, path: ['createProduct'], extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    ]);
  });
});

describe('failures are not kept', () => {
  test('a refused input is done when it is corrected, under the same key', async () => {
    expect(faults(await create({ rent: 0 }))).toEqual(['rent MIN_VALUE']);
    expect(faults(await create({ images: [{ src: 'https://gone.example/a.png' }] }))).toEqual([
      'images[0].src INVALID_FORMAT',
    ]);
    const done = await create();
    expect(done.status).toBe(201);
    expect(isReplayed(done)).toBe(false);
  });

  test('a bundle whose items were refused', async () => {
    const { id } = await app.product({ online: false }, owner.id);
    const send = () => rest('POST', '/bundle', { bundle: { title: 'Pack', items: [{ ad_id: id, quantity: 1 }] } });
    expect((await send()).status).toBe(400);
    await app.db.product.update({ where: { id }, data: { online: true } });
    expect((await send()).status).toBe(201);
    expect(isReplayed(await send())).toBe(true);
  });
});

describe('the throttle (D31)', () => {
  test('a replay takes no point, and comes when the budget is used up; a new request is 429 then', async () => {
    const first = await create();
    for (let again = 0; again < POINTS + 2; again++) expect((await create()).body).toEqual(first.body);
    for (let point = 1; point < POINTS; point++)
      expect((await create({}, { key: `${key}-${point}` })).status).toBe(201);
    expect((await create({}, { key: `${key}-more` })).status).toBe(429);
    expect((await create()).status).toBe(201);
    expect((await create({ rent: 3 })).status).toBe(422);
  });

  test('a refused input or body takes a point, with a key as without', async () => {
    await create({ rent: 0 });
    await rest('POST', '/product', '{');
    await rest('POST', '/product', { product: 1 });
    expect((await create()).status).toBe(429);
    expect((await rest('POST', '/product', '{')).status).toBe(429);
  });
});

describe('permission and ownership hold on a replay', () => {
  test('without write: 403', async () => {
    await create();
    await app.db.user.update({ where: { id: owner.id }, data: { permissions: ['READ'] } });
    expect((await create()).status).toBe(403);
    expect(codesOf(await createOnGraphql())).toEqual(['FORBIDDEN']);
  });

  test('without read the id comes again, and the product is refused (D5)', async () => {
    const first = await create();
    await app.db.user.update({ where: { id: owner.id }, data: { permissions: ['WRITE'] } });
    const again = await createOnGraphql();
    expect(again.body.data.createProduct).toMatchObject({ id: String(first.body.id), product: null });
    expect(codesOf(again)).toEqual(['FORBIDDEN']);
    expect((await create()).status).toBe(201);
  });

  test('a product that has another owner now is 403, one that is gone is 404', async () => {
    const { id } = await app.product({}, owner.id);
    const put = () => rest('PUT', `/product/${id}`, { product: { title: 'a' } });
    const created = await create({}, { key: `${key}-created` });
    await put();
    await app.db.product.updateMany({ where: { ownerId: owner.id }, data: { ownerId: app.rival.id } });
    expect((await put()).status).toBe(403);
    expect((await create({}, { key: `${key}-created` })).status).toBe(403);
    await app.db.product.deleteMany({ where: { id: { in: [id, created.body.id] } } });
    expect((await put()).status).toBe(404);
    expect((await create({}, { key: `${key}-created` })).status).toBe(404);
  });
});

describe('the key', () => {
  const malformed = [
    '',
    ' ',
    'a b',
    '"',
    '"a',
    'a'.repeat(256),
    `"${'a'.repeat(256)}"`,
    '""',
    '"a"b"',
    '"a"; x=1',
    'ä',
    '"a\\b"',
  ];
  test.each(malformed)('%j is 400 at Idempotency-Key and takes no point', async (bad) => {
    const headers = { 'Idempotency-Key': bad };
    for (let call = 0; call <= POINTS; call++) {
      const answer = await app.rest('POST', '/product', { product: TENT }, { token: owner.token, headers });
      expect(answer.status).toBe(400);
      expect(faults(answer)).toEqual(['Idempotency-Key INVALID_FORMAT']);
    }
    const { status, body } = await app.graphql(CREATE, { input: TENT }, { token: owner.token, headers });
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('data');
    expect(body.errors).toMatchObject([
      {
        message: 'Validation failed',
        extensions: { code: 'VALIDATION_FAILED', errors: [{ field: 'Idempotency-Key', code: 'INVALID_FORMAT' }] },
      },
    ]);
    expect(await count()).toBe(0);
    expect((await create()).status).toBe(201);
  });

  test.each(['a', 'a'.repeat(255), '!#$%&*+-./:;<=>?@[]^_`{|}~,()', "'"])('%j is one, quoted or not', async (good) => {
    const [first, second] = [await create({}, { key: good }), await create({}, { key: `"${good}"` })];
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  test('quotes and backslashes within quotes are escaped', async () => {
    const [first, second] = [await create({}, { key: 'a"b\\c' }), await create({}, { key: '"a\\"b\\\\c"' })];
    expect(second.body).toEqual(first.body);
  });

  test('of a reader is not looked at before its permission', async () => {
    const reader = await app.person('reader', ['READ']);
    expect((await create({}, { key: 'a b', token: reader.token })).status).toBe(403);
  });

  test('is ignored by reads', async () => {
    const { id } = await app.product({}, owner.id);
    expect((await rest('GET', `/product/${id}`, undefined, { key: 'a b' })).status).toBe(200);
    expect((await graphql(`{ product(id: ${id}) { id } }`, {}, { key: 'a b' })).status).toBe(200);
  });
});

describe('several mutations in one GraphQL request', () => {
  const both = (one: object, two: object) =>
    graphql(
      `mutation ($one: CreateProductInput!, $two: CreateProductInput!) {
        __typename
        one: createProduct(input: $one) { id }
        ...More
      }
      fragment More on Mutation { two: createProduct(input: $two) { id errors { code } } }`,
      { one, two },
    );

  test('the key counts for each by its response name', async () => {
    const first = await both(TENT, TENT);
    expect(first.body.data.one.id).not.toBe(first.body.data.two.id);
    const again = await both(TENT, TENT);
    expect(again.body).toEqual(first.body);
    expect(isReplayed(again)).toBe(true);
    expect(await count()).toBe(2);
  });

  test('those that failed are done by the next request, the others are replayed', async () => {
    const first = await both(TENT, { ...TENT, rent: 0 });
    expect(first.body.data.two).toEqual({ id: null, errors: [{ code: 'MIN_VALUE' }] });
    const again = await both(TENT, TENT);
    expect(again.body.data.one).toEqual(first.body.data.one);
    expect(again.body.data.two.errors).toEqual([]);
    expect(isReplayed(again)).toBe(true);
    expect(await count()).toBe(2);
  });

  test('response names can be long', async () => {
    const long = 'a'.repeat(10_000);
    const send = () =>
      graphql(
        `mutation ($input: CreateProductInput!) { ${long}: createProduct(input: $input) { id } b: createProduct(input: $input) { id } }`,
        { input: TENT },
      );
    const first = await send();
    expect((await send()).body).toEqual(first.body);
  });
});

describe('a request that comes while the first is under way', () => {
  const images = [{ src: 'https://slow.example/a.png' }];
  test('waits for it and gets its answer, without a point', async () => {
    const answers = [create({ images })];
    await expect.poll(() => probed.length).toBe(1);
    for (let n = 0; n < 20; n++) answers.push(n % 2 ? createOnGraphql({ images }) : create({ images }));
    open();
    const ended = await Promise.all(answers);
    const ids = ended.map(({ body }) => String(body.id ?? body.data.createProduct.id));
    expect(new Set(ids).size).toBe(1);
    expect(ended.map(isReplayed)).toEqual([false, ...Array(20).fill(true)]);
    expect(await count()).toBe(1);
    expect(probed).toHaveLength(1);
    for (let point = 1; point < POINTS; point++)
      expect((await create({}, { key: `${key}-${point}` })).status).toBe(201);
    expect((await create({}, { key: `${key}-more` })).status).toBe(429);
  });

  test('does the work itself when the first is refused', async () => {
    const first = create({ images: [...images, { src: 'https://gone.example/a.png' }] });
    await expect.poll(() => probed.length).toBe(2);
    const second = create();
    open();
    expect((await first).status).toBe(400);
    expect(await second).toMatchObject({ status: 201 });
    expect(isReplayed(await second)).toBe(false);
    expect(await count()).toBe(1);
  });

  test('is 422 when it is another one and the first is done', async () => {
    const first = create({ images });
    await expect.poll(() => probed.length).toBe(1);
    const second = create({ images, rent: 3 });
    open();
    expect((await first).status).toBe(201);
    expect((await second).status).toBe(422);
  });
});

describe('the record', () => {
  const records = () => app.db.idempotencyRecord.findMany({ where: { userId: owner.id } });

  test('is in the database when the write is, and neither without the other', async () => {
    await app.db.$executeRawUnsafe(
      "ALTER TABLE idempotency_records ADD CONSTRAINT no_record_check CHECK (operation <> 'createBundle') NOT VALID",
    );
    const { id } = await app.product({}, owner.id);
    const bundle = { title: 'Pack', items: [{ ad_id: id, quantity: 1 }] };
    expect((await rest('POST', '/bundle', { bundle })).status).toBe(500);
    expect(await count()).toBe(1);
    expect(await records()).toEqual([]);
    await app.db.$executeRawUnsafe('ALTER TABLE idempotency_records DROP CONSTRAINT no_record_check');
    const { body } = await rest('POST', '/bundle', { bundle });
    expect(await records()).toMatchObject([{ operation: 'createBundle', productId: body.id }]);
    expect((await app.db.product.findUniqueOrThrow({ where: { id: body.id } })).idempotencyRecord).toBeNull();
  });

  test('has neither the key nor the input', async () => {
    await create({ title: 'Secret tent' }, { key: 'secret-key' });
    expect(await records()).toHaveLength(1);
    expect(JSON.stringify(await records())).not.toMatch(/secret/i);
  });

  test('is dropped after 24 hours, by the clock of the database; then the key is new', async () => {
    const ids = [];
    for (const hours of [23, 25]) {
      ids.push((await create({}, { key: `${key}-${hours}` })).body.id);
      await app.db.$executeRaw`
        UPDATE idempotency_records SET created_at = now() - make_interval(secs => ${(hours * HOUR) / 1_000})
        WHERE product_id = ${ids.at(-1)}`;
    }
    await dropOldRows(app.database.statements, RETENTION);
    expect((await create({}, { key: `${key}-23` })).body.id).toBe(ids[0]);
    expect((await create({}, { key: `${key}-25` })).body.id).not.toBe(ids[1]);
  });

  test('is not made for a request without a key', async () => {
    await create({}, { key: '' });
    expect(await records()).toEqual([]);
  });
});
