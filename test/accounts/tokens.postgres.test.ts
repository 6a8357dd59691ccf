// Creating and rolling tokens: what a roll keeps, and the limit on usable tokens.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/token-format.ts';
import {
  createToken,
  issueToken,
  revokeToken,
  rollToken,
} from '../../src/accounts/tokens.ts';
import { disableUser, eraseUser } from '../../src/accounts/users.ts';
import { openTestApp } from '../support/app.ts';
import { operator } from '../support/operator.ts';

const HOUR = 3_600_000;

const app = await openTestApp();

const given = (userId: number, name = 'Stock sync') =>
  ({ userId, name, environment: 'test', version: '2025-08-16' }) as const;
const issue = (...asked: Parameters<typeof given>) =>
  issueToken(operator(app.db), given(...asked));
const revoke = (userId: number, tokenId: number) =>
  revokeToken(operator(app.db), userId, tokenId);
const roll = ({ id, tokenId }: { id: number; tokenId: number }, overlaps: boolean) =>
  rollToken(operator(app.db), {
    userId: id,
    tokenId,
    environment: 'test',
    overlaps,
    lastDay: '',
  });
const statusOf = async (token: string) => (await app.readProduct(999999, { token })).status;

function addTokens(userId: number, count: number, more: object = {}) {
  const row = {
    userId,
    name: 'x',
    prefix: 'svc_test_',
    lastFour: 'xxxx',
    version: '2025-08-16',
  };
  const data = Array.from({ length: count }, () => ({
    ...row,
    hash: hashToken(crypto.randomUUID()),
    ...more,
  }));
  return app.db.apiToken.createManyAndReturn({ data });
}

async function personWith(count: number) {
  const person = await app.person('collector');
  await addTokens(person.id, count - 1);
  return person;
}

test('a form that a user sent just before being erased creates and rolls no token (D4)', async () => {
  const { id, tokenId } = await app.person('leaving');
  await disableUser(operator(app.db), id);
  await expect(issue(id)).rejects.toThrow('This account is disabled');
  await expect(roll({ id, tokenId }, false)).rejects.toThrow('This account is disabled');
  await eraseUser(operator(app.db), id);
  await expect(issue(id)).rejects.toThrow('This account is disabled');
  expect(await app.db.apiToken.count({ where: { userId: id } })).toBe(0);
});

test('a roll leaves an expiry within 24 hours as it is (D4)', async () => {
  const person = await app.person('rolled');
  const where = { id: person.tokenId };
  const expiresAt = new Date(Date.now() + HOUR);
  await app.db.apiToken.update({ where, data: { expiresAt } });
  await roll(person, true);
  expect(await app.db.apiToken.findUnique({ where })).toMatchObject({ expiresAt });
});

describe('the limit on usable tokens', () => {
  test('is 100, not counting expired and revoked ones', async () => {
    const { id, tokenId } = await personWith(99);
    const { id: last } = await issue(id);
    await expect(issue(id)).rejects.toThrow('You can have 100 usable tokens.');
    await revoke(id, last);
    await issue(id);
    await app.db
      .$executeRaw`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = ${tokenId}`;
    await issue(id);
    await expect(issue(id)).rejects.toThrow('You can have 100 usable tokens.');
  });

  test("doesn't apply to the tokens that demo data adds at every start", async () => {
    const { id } = await personWith(100);
    expect(await createToken(app.db, given(id, 'Demo data'))).toMatchObject({
      name: 'Demo data',
    });
  });

  test.each([true, false])(
    'allows rolling a token but not creating one (the old token stays valid: %s)',
    async (overlaps) => {
      const person = await personWith(100);
      await expect(issue(person.id)).rejects.toThrow('100 usable tokens');
      const { value } = await roll(person, overlaps);
      expect(await statusOf(value)).toBe(404);
      await expect(issue(person.id)).rejects.toThrow('100 usable tokens');
    },
  );

  test('allows rolling an expired token once there is room', async () => {
    const person = await app.person('expired');
    await app.db
      .$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${person.tokenId}`;
    const [other] = await addTokens(person.id, 100);
    await expect(roll(person, true)).rejects.toThrow('100 usable tokens');
    await revoke(person.id, other?.id ?? 0);
    expect(await statusOf((await roll(person, true)).value)).toBe(404);
    expect(await statusOf(person.token)).toBe(401);
  });

  test('also counts rolled tokens that still work; one more can be rolled if the old one ends at once', async () => {
    const person = await app.person('rolled');
    for (const { id } of await addTokens(person.id, 100))
      await addTokens(person.id, 1, { predecessorId: id, revokedAt: new Date() });
    await expect(roll(person, true)).rejects.toThrow('Choose to end this one at once.');
    expect(await statusOf((await roll(person, false)).value)).toBe(404);
  });
});
