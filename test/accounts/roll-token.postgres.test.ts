// Rolling a token: a new value with its name and version, an end of the old value, and never two successors.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '../../src/accounts/issue-token.ts';
import { rollToken } from '../../src/accounts/roll-token.ts';
import { hashToken } from '../../src/accounts/token-format.ts';
import { revokeToken } from '../../src/accounts/tokens.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { operator } from '../support/operator.ts';

const HOUR = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<TestApp['person']>>;

const roll = ({ id, tokenId }: Pick<Person, 'id' | 'tokenId'>, overlaps: boolean, lastDay = '') =>
  rollToken(operator(app.db), { userId: id, tokenId, environment: 'test', overlaps, lastDay });
const statusOf = async (token: string) => (await app.rest('GET', '/product/999999', undefined, { token })).status;
const rowOf = (id: number) => app.db.apiToken.findUniqueOrThrow({ where: { id } });

/** The hours until a token expires, by the clock of the database. */
async function hoursLeft(tokenId: number): Promise<number> {
  const [row] = await app.db.$queryRaw<{ hours: number }[]>`
    SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM api_tokens WHERE id = ${tokenId}`;
  return row?.hours ?? Number.NaN;
}

/** Further usable tokens of a person. */
const addTokens = ({ id: userId }: Person, count: number, more: object = {}) =>
  app.db.apiToken.createManyAndReturn({
    data: Array.from({ length: count }, () => ({
      ...{
        userId,
        name: 'x',
        prefix: 'svc_test_',
        lastFour: 'xxxx',
        version: '2025-08-16',
        hash: hashToken(crypto.randomUUID()),
      },
      ...more,
    })),
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
    expect(await hoursLeft(person.tokenId)).toBeCloseTo(24, 1);
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
    const tomorrow = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const token = await roll(person, true, tomorrow);
    expect(token).toMatchObject({ name: 'named', version: '2025-01-01', prefix: 'svc_test_' });
    expect(token.expiresAt).toEqual(new Date(Date.parse(tomorrow) + 24 * HOUR));
  });

  test('is not rolled again, also not by requests at the same time', async () => {
    const person = await app.person('twice');
    const results = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => roll(person, n % 2 === 0)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(roll(person, false)).rejects.toMatchObject({ name: 'TokenRefusedError' });
    expect(await app.db.apiToken.count({ where: { userId: person.id } })).toBe(2);
  });

  test('is neither revoked nor of another user', async () => {
    const person = await app.person('revoked');
    await expect(roll({ id: app.rival.id, tokenId: person.tokenId }, false)).rejects.toThrow('revoked');
    await revokeToken(operator(app.db), person.id, person.tokenId);
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

describe('at the limit of 100 usable tokens', () => {
  const issue = ({ id: userId }: Person) =>
    issueToken(operator(app.db), { userId, name: 'more', environment: 'test', version: '2025-08-16' });

  test.each([true, false])(
    'a token is rolled, and no other one can be created (the old value stays: %s)',
    async (overlaps) => {
      const person = await app.person('full');
      await addTokens(person, 99);
      await expect(issue(person)).rejects.toThrow('100 usable tokens');
      const { value } = await roll(person, overlaps);
      expect(await statusOf(value)).toBe(404);
      await expect(issue(person)).rejects.toThrow('100 usable tokens');
    },
  );

  test('an expired token can be rolled once there is room', async () => {
    const person = await app.person('expired');
    await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${person.tokenId}`;
    const [other] = await addTokens(person, 100);
    await expect(roll(person, true)).rejects.toThrow('100 usable tokens');
    await revokeToken(operator(app.db), person.id, other?.id ?? 0);
    expect(await statusOf((await roll(person, true)).value)).toBe(404);
    expect(await statusOf(person.token)).toBe(401);
  });

  test('at most 100 old values stay usable; one more is rolled if it ends at once', async () => {
    const person = await app.person('rolled');
    for (const { id } of await addTokens(person, 100))
      await addTokens(person, 1, { predecessorId: id, revokedAt: new Date() });
    await expect(roll(person, true)).rejects.toThrow('End this one at once.');
    expect(await statusOf((await roll(person, false)).value)).toBe(404);
  });
});
