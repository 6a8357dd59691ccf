// The rules of a token that a person asks for: its name, and the number of usable tokens, also of requests at the same time.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '../../src/accounts/issue-token.ts';
import { hashToken } from '../../src/accounts/token-format.ts';
import { TokenRefusedError } from '../../src/accounts/token-rules.ts';
import { createToken, revokeToken } from '../../src/accounts/tokens.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { operator } from '../support/operator.ts';

const DAY_MILLISECONDS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const given = (userId: number, name = 'Stock sync') =>
  ({ userId, name, environment: 'test', version: '2025-08-16' }) as const;
const issue = (userId: number, name?: string) => issueToken(operator(app.db), given(userId, name));
const valid = (userId: number) => app.db.apiToken.count({ where: { userId, revokedAt: null } });

/** A user with so many usable tokens. */
async function userWith(count: number): Promise<number> {
  const { id } = await app.person('collector');
  const row = { userId: id, name: 'x', prefix: 'svc_test_', lastFour: 'xxxx', version: '2025-08-16' };
  await app.db.apiToken.createMany({
    data: Array.from({ length: count - 1 }, (_, index) => ({ ...row, hash: hashToken(`${id} ${index}`) })),
  });
  return id;
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
  const tomorrow = new Date(Date.now() + DAY_MILLISECONDS).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const { expiresAt } = await issueToken(operator(app.db), { ...given(app.owner.id), lastDay: tomorrow });
  expect(expiresAt).toEqual(new Date(Date.parse(tomorrow) + DAY_MILLISECONDS));
  const before = await valid(app.owner.id);
  const late = issueToken(operator(app.db), { ...given(app.owner.id), lastDay: '2020-01-01' });
  await expect(late).rejects.toMatchObject({ name: 'TokenRefusedError', field: 'lastDay' });
  expect(await valid(app.owner.id)).toBe(before);
});

describe('the number of usable tokens', () => {
  test('is bounded by 100; a revoked token makes room for another', async () => {
    const id = await userWith(99);
    const { id: last } = await issue(id);
    await expect(issue(id)).rejects.toThrow('A user can have 100 usable tokens.');
    await revokeToken(operator(app.db), id, last);
    expect(await issue(id)).toMatchObject({ name: 'Stock sync' });
  });

  test('does not include expired tokens', async () => {
    const id = await userWith(100);
    const [{ id: last } = { id: 0 }] = await app.db.apiToken.findMany({ where: { userId: id }, take: 1 });
    await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = ${last}`;
    expect(await issue(id)).toMatchObject({ name: 'Stock sync' });
    await expect(issue(id)).rejects.toThrow('A user can have 100 usable tokens.');
  });

  test('is not exceeded by requests at the same time', async () => {
    const id = await userWith(95);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => issue(id)));
    const reasons = results.filter(({ status }) => status === 'rejected').map((one) => 'reason' in one && one.reason);
    expect(reasons).toEqual(Array.from({ length: 7 }, () => expect.any(TokenRefusedError)));
    expect(await valid(id)).toBe(100);
  });

  test('does not stop the tokens that demo data adds at every start', async () => {
    const id = await userWith(100);
    expect(await createToken(app.db, given(id, 'Demo data'))).toMatchObject({ name: 'Demo data' });
  });
});
