// Nothing is written for an owner who is disabled or erased by then, and an erasure removes what was written before it.
import { expect, test } from 'vitest';
import { disableUser, eraseUser } from '../../src/accounts/users.ts';
import { openServedApp } from '../http/served-app.ts';
import { type Answer, type Calls, callsAt } from '../support/app.ts';
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
const key = (value: string) => ({ headers: { 'Idempotency-Key': value } });
const callsOfToken = (token: string) => callsAt({ ...app, token });

type Write = (calls: Calls, productId: number) => Promise<Answer>;

const WRITES: Record<string, Write> = {
  'POST /product': ({ createProduct }) => createProduct({ ...FIELDS, sku: 'S' }),
  'POST /product with a key': ({ createProduct }) =>
    createProduct({ ...FIELDS, sku: 'S' }, key('k-1')),
  'POST /bundle': ({ rest }, id) =>
    rest('POST', '/bundle', { bundle: { ...FIELDS, items: [{ ad_id: id, quantity: 1 }] } }),
  'PUT /product': ({ updateProduct }, id) => updateProduct(id, { ...FIELDS, online: true }),
  'PUT /product with a key': ({ updateProduct }, id) => updateProduct(id, FIELDS, key('k-2')),
  mutation: ({ graphql }) =>
    graphql(
      'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
      {
        input: { ...FIELDS, sku: 'S' },
      },
    ),
};

/** An owner with a product, who leaves while a write is under way; the rows that are left. */
async function afterWrite(name: string, leave: (id: number) => Promise<unknown>) {
  const { id, token } = await app.person('leaving');
  const product = await app.product({}, id);
  await app.rental([product.id], { ownerId: id });
  whileProbing = () => leave(id);
  const answer = await WRITES[name]?.(callsOfToken(token), product.id);
  expect(await recordsOf(id)).toBe(0);
  const rows = (await rowsOf(id)).map(({ title, online }) => ({ title, online }));
  return { answer, rows };
}

test.each(Object.keys(WRITES))(
  '%s writes nothing if its owner is disabled before the write (D4)',
  async (name) => {
    const { answer, rows } = await afterWrite(name, (id) => disableUser(by, id));
    if (name === 'mutation')
      expect(answer?.body.errors[0].extensions.code).toBe('AUTH_INVALID_TOKEN');
    else expect(answer?.status).toBe(401);
    if (name !== 'mutation')
      expect(answer?.headers.get('www-authenticate')).toContain('The account is disabled');
    expect(rows).toEqual([{ title: 'Tent', online: true }]);
  },
);

test.each(Object.keys(WRITES))(
  '%s leaves nothing of an owner who is erased before the write (D4)',
  async (name) => {
    const { answer, rows } = await afterWrite(name, (id) => eraseUser(by, id));
    expect(answer?.status).toBe(name === 'mutation' ? 200 : 401);
    expect(rows).toEqual([{ title: 'Tent', online: false }]);
  },
);

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
    callsOfToken(token).createProduct({ ...FIELDS, title: sku, sku });
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

const PRODUCTS = 'SELECT FROM products FOR UPDATE';

test.each([
  ['POST /product', 201, 'ALTER SEQUENCE products_id_seq CACHE 1'],
  ['POST /bundle', 201, PRODUCTS],
  ['PUT /product', 200, PRODUCTS],
])(
  'no %s is done once its owner is disabled, even if it waits (D4)',
  async (name, done, locked) => {
    const { id, token } = await app.person('leaving');
    const product = await app.product({}, id);
    whileProbing = async () => {};
    const held = await lock(app, locked);
    const ended: string[] = [];
    const written = WRITES[name]?.(callsOfToken(token), product.id).then(({ status }) => {
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
    const keys = `idempotency-keys:${id}`;
    await app.db.budget.create({ data: { key: keys, points: 0, expire: 0 } });
    const held = await lock(app, 'SELECT FROM budgets WHERE key = $1 FOR UPDATE', keys);
    const { createProduct, updateProduct } = callsOfToken(token);
    const title = 'Private words';
    const written =
      method === 'POST'
        ? createProduct({ title, rent: 5, sku: 'S' }, key('k'))
        : updateProduct(product.id, { title }, key('k'));
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
