// What nodes share: the create rate limit (D31), and tokens (D4) that are rolled, revoked and created concurrently.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createToken,
  issueToken,
  revokeToken,
  rollToken,
} from '../../../src/accounts/tokens.ts';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import { budget } from '../../support/app.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { lock } from '../../support/lock.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { atOnce, type Nodes, startNodes, statuses } from './nodes.ts';

const token = { name: 'raced', environment: 'test', version: NEWEST_VERSION } as const;
const issued = () => createToken(nodes.db, { ...token, userId: nodes.owner.id });

const POINTS = 25;
const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
const input = { title: 'a', rent: 1, sku: 's' };

let nodes: Nodes;
beforeEach(async () => {
  nodes = await startNodes({ throttle: budget(POINTS, 600) });
  return nodes.close;
});

/** Every second one on GraphQL, every second pair on the other node. */
const create = (n: number) =>
  n % 2
    ? nodes.graphql(n >> 1, CREATE, { input })
    : nodes.rest(n >> 1, 'POST', '/product', { product: input });
/** Sends so many creates at once, of which only some succeed. */
async function expectCreates(count: number, successes: number): Promise<void> {
  const {
    200: onGraphQL = 0,
    201: onRest = 0,
    ...others
  } = statuses(await atOnce(count, create));
  expect(onGraphQL + onRest).toBe(successes);
  expect(others).toEqual({ 429: count - successes });
}

test('of 200 parallel creates over both APIs and both nodes, exactly as many as the limit allows succeed', async () => {
  await expectCreates(200, POINTS);
  expect(await nodes.db.product.count()).toBe(POINTS);
});

test('the other node rejects a revoked token on the next request (D4)', async () => {
  for (let times = 0; times < 10; times++) {
    const { id, value } = await issued();
    const statuses = async () => [
      (await nodes.rest(0, 'GET', '/product/1', undefined, { token: value })).status,
      (await nodes.rest(1, 'GET', '/product/1', undefined, { token: value })).status,
    ];
    expect(await statuses()).toEqual([404, 404]);
    await revokeToken(operator(nodes.db), nodes.owner.id, id);
    expect(await statuses()).toEqual([401, 401]);
  }
});

describe('if the rate limit store fails, each node counts for itself and rejects nobody below the limit (D31)', () => {
  test('its table is missing', async () => {
    await nodes.db.$executeRawUnsafe('ALTER TABLE budgets RENAME TO elsewhere');
    await expectCreates(80, 2 * POINTS);
  });

  test("its table doesn't respond", async () => {
    const { release } = await lock(nodes, 'LOCK TABLE budgets');
    const start = performance.now();
    const { status } = await create(0);
    expect(performance.now() - start).toBeLessThan(EVENTUALLY);
    expect(status).toBe(201);
    await release();
    expect((await create(0)).status).toBe(201);
  });
});

const ROUNDS = 15;

const databaseOf = (n: number) => nodes.databases[n % 2 ? 1 : 0].db;

/** On a busy machine a statement may wait for a lock for longer than a node does: then it is sent again. */
async function untilServed<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
}

const roll = (n: number, tokenId: number, overlaps = n % 2 === 0) =>
  untilServed(() =>
    rollToken(operator(databaseOf(n)), {
      userId: nodes.owner.id,
      tokenId,
      environment: 'test',
      overlaps,
      lastDay: '',
    }),
  );
const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

test('of concurrent rolls one makes a token', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await issued();
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, (_, n) => roll(n, id)),
    );
    expect(results.filter(isFulfilled)).toHaveLength(1);
    expect(await nodes.db.apiToken.count({ where: { predecessorId: id } })).toBe(1);
  }
});

test('a roll waits for a revocation of its token, and is then rejected', async () => {
  const { id } = await issued();
  const revoke = 'UPDATE api_tokens SET revoked_at = now() WHERE id = $1';
  const { untilOneWaits, release } = await lock(nodes, revoke, id);
  const rolled = expect(roll(0, id, true)).rejects.toThrow('This token is revoked');
  await untilOneWaits();
  await release();
  await rolled;
  expect(await nodes.db.apiToken.count({ where: { predecessorId: id } })).toBe(0);
});

test('concurrent rolls and creates never exceed the limit on usable tokens', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 94; n++) ids.push((await issued()).id);
  const rolls = ids.slice(0, 10).map((id, n) => roll(n, id));
  const creates = Array.from({ length: 10 }, (_, n) =>
    untilServed(() =>
      issueToken(operator(databaseOf(n)), { ...token, userId: nodes.owner.id }),
    ),
  );
  const results = await Promise.allSettled([...rolls, ...creates]);
  expect(results.slice(0, 10).filter(isFulfilled)).toHaveLength(10);
  expect(results.slice(10).filter(isFulfilled)).toHaveLength(5);
  expect(
    await nodes.db.apiToken.count({
      where: { userId: nodes.owner.id, revokedAt: null, successor: null },
    }),
  ).toBe(100);
});
