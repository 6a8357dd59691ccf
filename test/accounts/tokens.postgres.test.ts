// Tokens that a person asks for, and rolls: names, last days, the number of usable ones, and never two successors.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/token-format.ts';
import { TokenRefusedError } from '../../src/accounts/token-rules.ts';
import { createToken, issueToken, revokeToken, rollToken } from '../../src/accounts/tokens.ts';
import { openTestApp } from '../support/app.ts';
import { operator } from '../support/operator.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const app = await openTestApp();

const given = (userId: number, name = 'Stock sync', lastDay = '') =>
  ({ userId, name, lastDay, environment: 'test', version: '2025-08-16' }) as const;
const issue = (...asked: Parameters<typeof given>) => issueToken(operator(app.db), given(...asked));
const revoke = (userId: number, tokenId: number) => revokeToken(operator(app.db), userId, tokenId);
const roll = ({ id, tokenId }: { id: number; tokenId: number }, overlaps: boolean, lastDay = '') =>
  rollToken(operator(app.db), { userId: id, tokenId, environment: 'test', overlaps, lastDay });
const statusOf = async (token: string) => (await app.rest('GET', '/product/999999', undefined, { token })).status;
const rowOf = (id: number) => app.db.apiToken.findUniqueOrThrow({ where: { id } });
const valid = (userId: number) => app.db.apiToken.count({ where: { userId, revokedAt: null } });
const tomorrow = () => new Date(Date.now() + DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Further usable tokens of a user. */
function addTokens(userId: number, count: number, more: object = {}) {
  const row = { userId, name: 'x', prefix: 'svc_test_', lastFour: 'xxxx', version: '2025-08-16' };
  const data = Array.from({ length: count }, () => ({ ...row, hash: hashToken(crypto.randomUUID()), ...more }));
  return app.db.apiToken.createManyAndReturn({ data });
}

/** A user with so many usable tokens. */
async function personWith(count: number) {
  const person = await app.person('collector');
  await addTokens(person.id, count - 1);
  return person;
}

describe('a name', () => {
  test.each([
    ['empty', ''],
    ['blank', ' \t\n'],
    ['of 101 code points', '😀'.repeat(101)],
    ['with NUL', 'a\0b'],
    ['with a line break', 'a\nb'],
    ['with a lone surrogate', 'a\ud800'],
  ])('that is %s is refused, and nothing is stored', async (_, name) => {
    const before = await valid(app.owner.id);
    await expect(issue(app.owner.id, name)).rejects.toThrow(TokenRefusedError);
    expect(await valid(app.owner.id)).toBe(before);
  });

  test('of 100 code points is taken, without the white space around it', async () => {
    const name = '😀'.repeat(100);
    expect(await issue(app.owner.id, ` ${name}\n`)).toMatchObject({ name });
  });
});

test('a token with a last day expires at its end, in UTC; one that is over creates nothing', async () => {
  const lastDay = tomorrow();
  const { expiresAt } = await issue(app.owner.id, 'Trial', lastDay);
  expect(expiresAt).toEqual(new Date(Date.parse(lastDay) + DAY));
  const before = await valid(app.owner.id);
  const late = issue(app.owner.id, 'Late', '2020-01-01');
  await expect(late).rejects.toMatchObject({ name: 'TokenRefusedError', field: 'lastDay' });
  expect(await valid(app.owner.id)).toBe(before);
});

describe('a token that is rolled', () => {
  test('ends at once, and the new value is used in its place', async () => {
    const person = await app.person('at once');
    const { value, id } = await roll(person, false);
    expect([await statusOf(person.token), await statusOf(value)]).toEqual([401, 404]);
    expect(await rowOf(person.tokenId)).toMatchObject({ revokedAt: expect.any(Date), expiresAt: null });
    expect(await rowOf(id)).toMatchObject({ predecessorId: person.tokenId, revokedAt: null });
  });

  test('ends 24 hours later, and both values are usable until then', async () => {
    const person = await app.person('later');
    const { value } = await roll(person, true);
    expect([await statusOf(person.token), await statusOf(value)]).toEqual([404, 404]);
    const [left] = await app.db.$queryRaw<{ hours: number }[]>`
      SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM api_tokens WHERE id = ${person.tokenId}`;
    expect(left?.hours).toBeCloseTo(24, 1);
  });

  test('keeps an expiry that is earlier', async () => {
    const person = await app.person('earlier');
    const expiresAt = new Date(Date.now() + HOUR);
    await app.db.apiToken.update({ where: { id: person.tokenId }, data: { expiresAt } });
    await roll(person, true);
    expect(await rowOf(person.tokenId)).toMatchObject({ expiresAt });
  });

  test('gives its name and version to the new one, with a last day of its own', async () => {
    const person = await app.person('named');
    await app.db.apiToken.update({ where: { id: person.tokenId }, data: { version: '2025-01-01' } });
    const lastDay = tomorrow();
    const token = await roll(person, true, lastDay);
    const expiresAt = new Date(Date.parse(lastDay) + DAY);
    expect(token).toMatchObject({ name: 'named', version: '2025-01-01', prefix: 'svc_test_', expiresAt });
  });

  test('is not rolled again', async () => {
    const person = await app.person('twice');
    await roll(person, true);
    await expect(roll(person, false)).rejects.toMatchObject({ name: 'TokenRefusedError' });
    expect(await app.db.apiToken.count({ where: { userId: person.id } })).toBe(2);
  });

  test('is neither revoked nor of another user', async () => {
    const person = await app.person('revoked');
    await expect(roll({ id: app.rival.id, tokenId: person.tokenId }, false)).rejects.toThrow('revoked');
    await revoke(person.id, person.tokenId);
    await expect(roll(person, true)).rejects.toThrow('The token is revoked.');
    expect(await app.db.apiToken.count({ where: { userId: person.id } })).toBe(1);
  });

  test('stays as it is when its roll is refused', async () => {
    const person = await app.person('refused');
    await expect(roll(person, false, '2020-01-01')).rejects.toMatchObject({ field: 'lastDay' });
    expect(await rowOf(person.tokenId)).toMatchObject({ revokedAt: null, expiresAt: null });
    expect(await statusOf(person.token)).toBe(404);
  });
});

describe('the number of usable tokens', () => {
  test('is bounded by 100; a revoked token makes room for another', async () => {
    const { id } = await personWith(99);
    const { id: last } = await issue(id);
    await expect(issue(id)).rejects.toThrow('A user can have 100 usable tokens.');
    await revoke(id, last);
    expect(await issue(id)).toMatchObject({ name: 'Stock sync' });
  });

  test('does not include expired tokens', async () => {
    const { id, tokenId } = await personWith(100);
    await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = ${tokenId}`;
    expect(await issue(id)).toMatchObject({ name: 'Stock sync' });
    await expect(issue(id)).rejects.toThrow('A user can have 100 usable tokens.');
  });

  test('does not stop the tokens that demo data adds at every start', async () => {
    const { id } = await personWith(100);
    const { lastDay: _, ...token } = given(id, 'Demo data');
    expect(await createToken(app.db, token)).toMatchObject({ name: 'Demo data' });
  });

  test.each([true, false])(
    'lets a token be rolled, and no other one be created (the old value stays: %s)',
    async (overlaps) => {
      const person = await personWith(100);
      await expect(issue(person.id)).rejects.toThrow('100 usable tokens');
      const { value } = await roll(person, overlaps);
      expect(await statusOf(value)).toBe(404);
      await expect(issue(person.id)).rejects.toThrow('100 usable tokens');
    },
  );

  test('lets an expired token be rolled once there is room', async () => {
    const person = await app.person('expired');
    await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${person.tokenId}`;
    const [other] = await addTokens(person.id, 100);
    await expect(roll(person, true)).rejects.toThrow('100 usable tokens');
    await revoke(person.id, other?.id ?? 0);
    expect(await statusOf((await roll(person, true)).value)).toBe(404);
    expect(await statusOf(person.token)).toBe(401);
  });

  test('is 100 for old values too; one more token is rolled if it ends at once', async () => {
    const person = await app.person('rolled');
    for (const { id } of await addTokens(person.id, 100))
      await addTokens(person.id, 1, { predecessorId: id, revokedAt: new Date() });
    await expect(roll(person, true)).rejects.toThrow('End this one at once.');
    expect(await statusOf((await roll(person, false)).value)).toBe(404);
  });
});
