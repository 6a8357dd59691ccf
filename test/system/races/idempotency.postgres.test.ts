// Concurrent requests with one Idempotency-Key, on two nodes (D40).
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, budget, type CallOptions } from '../../support/app.ts';
import { untilAnswered } from '../../support/until-answered.ts';
import { atOnce, type Nodes, startNodes, statuses, tally } from './nodes.ts';

const PARALLEL = 80;
/** Each node counts the write against the limit first; the node whose write is rejected as a duplicate undoes that. */
const POINTS = 2;

let nodes: Nodes;
beforeEach(async () => {
  nodes = await startNodes({ throttle: budget(POINTS) });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await nodes.close();
});

const TENT = { title: 'Tent', rent: 2, sku: 'T' };
const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id location } }';
const REPLAYED = 'idempotency-replayed';
const replays = (answers: readonly Answer[]) =>
  tally(answers.map(({ headers }) => headers.get(REPLAYED)));
const key = (value: string) => ({ headers: { 'Idempotency-Key': value } });

/** The owner's counts for each limit. */
const pointsTaken = async () =>
  Object.fromEntries(
    (await nodes.db.budget.findMany()).map(({ key, points }) => [key.split(':')[0], points]),
  );

test(`${PARALLEL} parallel creates with one key make one product, and all responses are the same`, async () => {
  const answers = await atOnce(PARALLEL, (n) =>
    untilAnswered(() =>
      n % 4 < 2
        ? nodes.rest(n, 'POST', '/product', { product: TENT }, key('k'))
        : nodes.graphql(n, CREATE, { input: TENT }, key('k')),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: PARALLEL / 2, 200: PARALLEL / 2 });
  expect(replays(answers)).toEqual({ null: 1, true: PARALLEL - 1 });
  const results = answers.map(({ body }) => {
    const { id, location } = body.data?.createProduct ?? body;
    return `${id} ${location}`;
  });
  expect(new Set(results).size).toBe(1);
  expect(await nodes.db.product.count()).toBe(1);
  expect(await pointsTaken()).toEqual({ creates: 1, 'idempotency-keys': 1 });
});

test('of parallel updates with one key one is done, and the others are replays', async () => {
  const { id } = await nodes.product();
  const answers = await atOnce(60, (n) =>
    untilAnswered(() =>
      nodes.rest(n, 'PUT', `/product/${id}`, { product: { title: 'new' } }, key('k')),
    ),
  );
  expect(statuses(answers)).toEqual({ 200: 60 });
  expect(replays(answers)).toEqual({ null: 1, true: 59 });
  expect(await nodes.db.product.findUniqueOrThrow({ where: { id } })).toMatchObject({
    title: 'new',
    revision: 2,
  });
});

test('of parallel creates with one key and different inputs one is done, and the others return 422', async () => {
  const answers = await atOnce(40, (n) =>
    untilAnswered(() =>
      nodes.rest(n, 'POST', '/product', { product: { ...TENT, rent: n + 1 } }, key('k')),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: 1, 422: 39 });
  expect(await nodes.db.product.count()).toBe(1);
  expect(await pointsTaken()).toEqual({ creates: 1, 'idempotency-keys': 1 });
});

test("waiting requests hold no connection and none of their user's slots: others are served meanwhile", async () => {
  const blocker = await nodes.session();
  await blocker.query('BEGIN');
  const hash = await hashOf('k');
  await blocker.query('INSERT INTO idempotency_records VALUES ($1, $2, $3, $4, 1)', [
    nodes.owner.id,
    hash,
    '',
    '',
  ]);
  const waiting = atOnce(50, () =>
    nodes.rest(0, 'POST', '/product', { product: TENT }, key('k')),
  );
  expect((await nodes.rest(0, 'POST', '/product', { product: TENT })).status).toBe(201);
  await blocker.query('ROLLBACK');
  await blocker.end();
  expect(statuses(await waiting)).toEqual({ 201: 50 });
  expect(await nodes.db.product.count()).toBe(2);
});

/** The hash of a key that is the only one in its request, from a write that is rolled back. */
async function hashOf(value: string): Promise<string> {
  const { body } = await nodes.rest(0, 'POST', '/product', { product: TENT }, key(value));
  const record = await nodes.db.idempotencyRecord.findFirstOrThrow();
  await nodes.db.idempotencyRecord.deleteMany();
  await nodes.db.product.delete({ where: { id: body.id } });
  await nodes.db.budget.deleteMany();
  return record.keyHash;
}

test('a key costs one more statement, and no key costs none', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const statements = async (
    options: CallOptions,
    product: object,
    method = 'POST',
    path = '/product',
  ) => {
    sent.mockClear();
    const { status } = await nodes.rest(0, method, path, { product }, options);
    expect([200, 201]).toContain(status);
    return sent.mock.calls.length;
  };
  const { id } = await nodes.product();
  const update = ['PUT', `/product/${id}`] as const;
  await statements({}, TENT);
  const without = [
    await statements({}, TENT),
    await statements({}, { title: 'a' }, ...update),
  ];
  await nodes.db.budget.deleteMany();
  const first = [
    await statements(key('a'), TENT),
    await statements(key('b'), { title: 'a' }, ...update),
  ];
  expect(first).toEqual(without.map((count) => count + 1));
  expect(await statements(key('a'), TENT)).toBeLessThanOrEqual(without[0] ?? 0);
});
