// Tokens that are rolled, revoked and created at the same time by two nodes.
import { beforeEach, expect, test } from 'vitest';
import { createToken, issueToken, revokeToken, rollToken } from '../../../src/accounts/tokens.ts';
import { operator } from '../../support/operator.ts';
import { type Nodes, startNodes } from './nodes.ts';

const ROUNDS = 15;

let app: Nodes;
beforeEach(async () => {
  app = await startNodes();
  return app.close;
});

const token = { name: 'raced', environment: 'test', version: '2025-08-16' } as const;
const node = (n: number) => app.databases[n % 2 ? 1 : 0].db;
const roll = (n: number, tokenId: number, overlaps = n % 2 === 0) =>
  rollToken(operator(node(n)), { userId: app.owner.id, tokenId, environment: 'test', overlaps, lastDay: '' });
const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

test('of rolls at the same time one makes a token', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await createToken(app.db, { ...token, userId: app.owner.id });
    const results = await Promise.allSettled(Array.from({ length: 4 }, (_, n) => roll(n, id)));
    expect(results.filter(isFulfilled)).toHaveLength(1);
    expect(await app.db.apiToken.count({ where: { predecessorId: id } })).toBe(1);
  }
});

test('a token that is revoked while it is rolled is refused, and has a successor only if the roll was done', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, value } = await createToken(app.db, { ...token, userId: app.owner.id });
    const [rolled] = await Promise.allSettled([
      roll(round, id, true),
      revokeToken(operator(node(round + 1)), app.owner.id, id),
    ]);
    expect(await app.db.apiToken.count({ where: { predecessorId: id } })).toBe(isFulfilled(rolled) ? 1 : 0);
    const { status } = await app.rest(0, 'GET', '/product/1', undefined, { token: value });
    expect(status).toBe(401);
  }
});

test('rolls and creates at the same time never exceed the limit of usable tokens', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 94; n++) ids.push((await createToken(app.db, { ...token, userId: app.owner.id })).id);
  const rolls = ids.slice(0, 10).map((id, n) => roll(n, id));
  const creates = Array.from({ length: 10 }, (_, n) =>
    issueToken(operator(node(n)), { ...token, userId: app.owner.id }),
  );
  const results = await Promise.allSettled([...rolls, ...creates]);
  expect(results.slice(0, 10).filter(isFulfilled)).toHaveLength(10);
  expect(results.slice(10).filter(isFulfilled)).toHaveLength(5);
  expect(await app.db.apiToken.count({ where: { userId: app.owner.id, revokedAt: null, successor: null } })).toBe(100);
});
