// What nodes share: the budget of creates (D31) and the tokens (D4).
import { beforeEach, describe, expect, test } from 'vitest';
import { createToken, revokeToken } from '../../../src/accounts/tokens.ts';
import { budget } from '../../support/app.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { type Nodes, startNodes, tally } from './nodes.ts';

const POINTS = 25;
const CREATE = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
const input = { title: 'a', rent: 1, sku: 's' };

let nodes: Nodes;
beforeEach(async () => {
  nodes = await startNodes({ throttle: budget(POINTS, 600) });
  return nodes.close;
});

/** Every other one on GraphQL, every other pair on the other node. */
const create = (n: number) =>
  n % 2 ? nodes.graphql(n >> 1, CREATE, { input }) : nodes.rest(n >> 1, 'POST', '/product', { product: input });
const creates = async (count: number) =>
  tally((await Promise.all(Array.from({ length: count }, (_, n) => create(n)))).map(({ status }) => status));

test('exactly as many as the budget has pass of 200 parallel creates, over both surfaces and both nodes', async () => {
  const statuses = await creates(200);
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBe(POINTS);
  expect(statuses[429]).toBe(200 - POINTS);
  expect(await nodes.db.product.count()).toBe(POINTS);
});

test('a revoked token is refused by the other node on the next request (D4)', async () => {
  const { db, owner } = nodes;
  for (let times = 0; times < 10; times++) {
    const token = await createToken(db, { userId: owner.id, name: 't', environment: 'test', version: NEWEST_VERSION });
    const statuses = async () => [
      (await nodes.rest(0, 'GET', '/product/1', undefined, { token: token.value })).status,
      (await nodes.rest(1, 'GET', '/product/1', undefined, { token: token.value })).status,
    ];
    expect(await statuses()).toEqual([404, 404]);
    await revokeToken(operator(db), owner.id, token.id);
    expect(await statuses()).toEqual([401, 401]);
  }
});

describe('when the store of the budgets fails, each node counts for itself and refuses nobody within budget (D31)', () => {
  test('its table is gone', async () => {
    await nodes.db.$executeRawUnsafe('ALTER TABLE budgets RENAME TO elsewhere');
    const statuses = await creates(80);
    expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBe(2 * POINTS);
    expect(statuses[429]).toBe(80 - 2 * POINTS);
  });

  test('its table answers nothing', async () => {
    const holder = await nodes.session();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE budgets');
    const start = performance.now();
    const { status } = await create(0);
    expect(performance.now() - start).toBeLessThan(EVENTUALLY);
    expect(status).toBe(201);
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await create(0)).status).toBe(201);
  });
});
