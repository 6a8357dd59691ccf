// Nothing is written for an owner who is disabled or erased by then, and an erasure removes what was written before it.
import { expect, test } from 'vitest';
import { disableUser, eraseUser } from '../../src/accounts/users.ts';
import { openServedApp } from '../http/served-app.ts';
import { BASE } from '../support/app.ts';
import { lock } from '../support/lock.ts';
import { operator } from '../support/operator.ts';

let whileProbing = async (): Promise<unknown> => undefined;
const app = await openServedApp({
  imageProbe: {
    async reachable(urls) {
      await whileProbing();
      return urls.map(() => true);
    },
  },
});
const by = operator(app.db);
const rowsOf = (ownerId: number) => app.db.product.findMany({ where: { ownerId } });
const recordsOf = (userId: number) => app.db.idempotencyRecord.count({ where: { userId } });

const images = [{ src: 'https://images.example.com/tent.jpg' }];
const FIELDS = { title: 'Private words', rent: 5, images };

async function send(method: string, path: string, token: string, body: object, key?: string) {
  const response = await fetch(`${app.origin}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...(key && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify(body),
  });
  const challenge = response.headers.get('www-authenticate') ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: bodies of both APIs
  return { status: response.status, challenge, body: (await response.json()) as any };
}

type Send = (token: string, productId: number) => ReturnType<typeof send>;

const WRITES: Record<string, Send> = {
  'POST /product': (token) =>
    send('POST', `${BASE}/product`, token, { product: { ...FIELDS, sku: 'S' } }),
  'POST /product with a key': (token) =>
    send('POST', `${BASE}/product`, token, { product: { ...FIELDS, sku: 'S' } }, 'k-1'),
  'POST /bundle': (token, id) =>
    send('POST', `${BASE}/bundle`, token, {
      bundle: { ...FIELDS, items: [{ ad_id: id, quantity: 1 }] },
    }),
  'PUT /product': (token, id) =>
    send('PUT', `${BASE}/product/${id}`, token, { product: { ...FIELDS, online: true } }),
  'PUT /product with a key': (token, id) =>
    send('PUT', `${BASE}/product/${id}`, token, { product: FIELDS }, 'k-2'),
};

test.each(Object.entries(WRITES))(
  '%s writes nothing if its owner is disabled before the write (D4)',
  async (_, write) => {
    const { id, token } = await app.person('leaving');
    const product = await app.product({}, id);
    whileProbing = () => disableUser(by, id);
    const { status, challenge } = await write(token, product.id);
    expect([status, challenge]).toEqual([
      401,
      expect.stringContaining('The account is disabled'),
    ]);
    expect(await rowsOf(id)).toMatchObject([{ id: product.id, title: 'Tent', revision: 1 }]);
    expect(await recordsOf(id)).toBe(0);
  },
);

test.each(Object.entries(WRITES))(
  '%s leaves nothing of an owner who is erased before the write (D4)',
  async (_, write) => {
    const { id, token } = await app.person('leaving');
    const product = await app.product({}, id);
    await app.rental([product.id], { ownerId: id });
    whileProbing = () => eraseUser(by, id);
    expect((await write(token, product.id)).status).toBe(401);
    expect(await rowsOf(id)).toMatchObject([
      { id: product.id, title: 'Tent', online: false, archived: true },
    ]);
    expect(await recordsOf(id)).toBe(0);
  },
);

test('a mutation says that the account is disabled, and writes nothing (D4)', async () => {
  const { id, token } = await app.person('leaving');
  whileProbing = () => disableUser(by, id);
  const query = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }`;
  const variables = { input: { ...FIELDS, sku: 'S' } };
  const { body } = await send('POST', '/graphql', token, { query, variables });
  expect(body.errors[0].extensions.code).toBe('AUTH_INVALID_TOKEN');
  expect(await rowsOf(id)).toEqual([]);
});

test("a disabled owner's create doesn't fail the others of its turn", async () => {
  const [gone, here] = [await app.person('leaving'), await app.person('staying')];
  // All are let in before the owner is disabled, and written in one turn.
  let probing = 0;
  const disabled = Promise.withResolvers<void>();
  whileProbing = async () => {
    if (++probing === 4) disabled.resolve(disableUser(by, gone.id));
    await disabled.promise;
  };
  const create = ({ token }: typeof gone, sku: string) =>
    send('POST', `${BASE}/product`, token, { product: { ...FIELDS, title: sku, sku } });
  const made = await Promise.all([
    create(gone, 'A'),
    create(here, 'B'),
    create(gone, 'C'),
    create(here, 'D'),
  ]);
  expect(made.map(({ status }) => status)).toEqual([401, 201, 401, 201]);
  const ids = [made[1], made[3]].map((answer) => answer?.body.id);
  const stored = await rowsOf(here.id);
  expect(new Map(stored.map(({ id, title }) => [title, id]))).toEqual(
    new Map([
      ['B', ids[0]],
      ['D', ids[1]],
    ]),
  );
});

test('a write that began before its owner was disabled, and comes to the owner after it, finds none (D4)', async () => {
  const { id } = await app.person('leaving');
  const held = await lock(app, 'SELECT pg_advisory_xact_lock(64)');
  const late = app.db.$queryRaw`
    WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(64)::text), owner AS (
      SELECT id FROM users WHERE id = ${id} AND disabled_at IS NULL FOR KEY SHARE)
    SELECT id FROM held, owner`;
  const found = Promise.resolve(late);
  await held.untilOneWaits();
  await disableUser(by, id);
  await held.release();
  expect(await found).toEqual([]);
});

test.each([
  ['POST /bundle', 201],
  ['PUT /product', 200],
])(
  'no %s is done once its owner is disabled, even if it waits for a product (D4)',
  async (name, done) => {
    const { id, token } = await app.person('leaving');
    const product = await app.product({}, id);
    whileProbing = async () => {};
    const held = await lock(app, 'SELECT FROM products WHERE id = $1 FOR UPDATE', product.id);
    const ended: string[] = [];
    const written = WRITES[name]?.(token, product.id).then(({ status }) => {
      ended.push(String(status));
    });
    await held.untilOneWaits();
    const disabled = disableUser(by, id).then(() => ended.push('disabled'));
    await expect.poll(async () => ended.length > 0 || (await held.waiting()) > 1).toBe(true);
    await held.release();
    await Promise.all([written, disabled]);
    expect(ended).not.toEqual(['disabled', String(done)]);
  },
);

test.each(['POST', 'PUT'])(
  'an erasure waits for a %s in progress, and removes what it wrote (D4)',
  async (method) => {
    const { id, token } = await app.person('leaving');
    const product = await app.product({}, id);
    whileProbing = async () => {};
    // The write of a key waits for this row, after it has its owner's.
    const key = `idempotency-keys:${id}`;
    await app.db.budget.create({ data: { key, points: 0, expire: 0 } });
    const held = await lock(app, 'SELECT FROM budgets WHERE key = $1 FOR UPDATE', key);
    const path = method === 'POST' ? '/product' : `/product/${product.id}`;
    const body = {
      product: { title: 'Private words', ...(method === 'POST' && { rent: 5, sku: 'S' }) },
    };
    const written = send(method, `${BASE}${path}`, token, body, 'k');
    await held.untilOneWaits();
    const erased = eraseUser(by, id);
    await expect.poll(held.waiting).toBe(2);
    await held.release();
    expect((await written).status).toBe(method === 'POST' ? 201 : 200);
    await erased;
    expect(await rowsOf(id)).toEqual([]);
    expect(await recordsOf(id)).toBe(0);
  },
);
