// The operator command `token`: each error is a clear message on stderr, and the dashboard's rules apply.
import { describe, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { DAY_MILLISECONDS } from '../../src/time.ts';
import { EMAIL, openOperatorCommands } from './operator-commands.ts';

const { db, makeUser, existing, done, failed } = await openOperatorCommands();

test("token create follows the dashboard's rules, token list shows no value, and token revoke works once", async () => {
  const lastDay = new Date(Date.now() + 30 * DAY_MILLISECONDS)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
  const named = (name: string) => ['token', 'create', '--email', EMAIL, '--name', name];
  expect(await done(named(' Till '))).toMatch(/^svc_test_\w{34}\n/);
  expect(await failed(named('a\nb'))).toBe('Remove the control characters.\n');
  expect(await failed('token create --email nobody@example.com --name x')).toContain(
    'No user',
  );
  const create = `token create --email ${EMAIL} --name Trial --expires`;
  await done(`${create} ${lastDay}`);
  expect(await failed(`${create} 2020-01-01`)).toContain('This day is already over');
  expect(await failed(`${create} tomorrow`)).toContain('YYYY-MM-DD');
  const list = () => done(`token list --email ${EMAIL}`);
  const line = (await list()).trimEnd().split('\n').at(-1) ?? '';
  expect(line).toMatch(
    new RegExp(`  usable  expires at the end of ${lastDay} UTC  last used never  Trial$`),
  );
  const revoke = 'token revoke --ids-stdin';
  await failed(revoke, '1e99\n');
  await done(revoke, `${line}\n`);
  await failed(revoke, `${line}\n`);
  expect(await list()).not.toMatch(/svc_test_\w{8}/);
  expect(await list()).toMatch(
    / {2}usable {2}never expires {2}.*Till\n.* {2}revoked {2}.*Trial\n/s,
  );
});

describe('a leaked token', () => {
  const create = async (name: string) => {
    const { id: userId } = await existing(EMAIL);
    return createToken(db, { userId, name, environment: 'test', version: '2025-08-16' });
  };
  const isRevoked = async (id: number) =>
    (await db.apiToken.findUniqueOrThrow({ where: { id }, select: { revokedAt: true } }))
      .revokedAt !== null;

  test('is found and revoked by its value, which is never printed', async () => {
    const { id, value } = await create('Leaked');
    const found = await done('token find --value-stdin', `${value}\n`);
    expect(found).toMatch(
      `${id}  ${EMAIL}  svc_test_…${value.slice(-4)}  2025-08-16  usable  never expires`,
    );
    const revoked = await done('token revoke --value-stdin', value);
    expect(revoked).toBe(`Revoked token ${id} of ${EMAIL}.\n`);
    expect(await isRevoked(id)).toBe(true);
    const again = await failed('token revoke --value-stdin', value);
    expect(again).toContain('or already revoked');
    expect(found + revoked + again).not.toContain(value);
  });

  test('of the other environment is rejected with an explanation (D1)', async () => {
    const value = createTokenValue('live');
    const fault = await failed('token find --value-stdin', value);
    expect(fault).toContain('from the other environment');
    expect(fault).not.toContain(value);
  });

  test("is revoked along with the user's other tokens", async () => {
    const ids = [(await create('One')).id, (await create('Another')).id];
    const lines = await done(`token list --email ${EMAIL}`);
    const stdout = await done('token revoke --ids-stdin', lines);
    for (const id of ids) expect(stdout).toContain(`Revoked token ${id} of ${EMAIL}.\n`);
    expect(await Promise.all(ids.map(isRevoked))).toEqual([true, true]);
  });
});

test('tokens are found by more IDs than a statement has parameters', async () => {
  const userId = await makeUser('many@example.com', 'Many');
  const { id } = await createToken(db, {
    ...{ userId, name: 'Last', environment: 'test', version: '2025-08-16' },
  });
  const lines = Array.from({ length: 33_000 }, (_, index) => `${id + 33_000 - index}\n`);
  expect(await done('token find --ids-stdin', `${lines.join('')}${id}\n`)).toContain(
    `${id}  many@example.com`,
  );
});

test('token list has columns by which the usable tokens of a version are found, and those that expire, by day', async () => {
  const userId = await makeUser('vera@example.com', 'Vera');
  const token = { userId, environment: 'test', version: '2020-01-01' } as const;
  const expiresAt = new Date(Date.UTC(2099, 0, 1));
  await createToken(db, { ...token, name: 'Ends', expiresAt });
  await createToken(db, { ...token, name: 'Stays' });
  const { id } = await createToken(db, { ...token, name: 'Ended', expiresAt });
  await db.apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
  const lines = (await done('token list')).split('\n');
  const names = (text: string) =>
    lines.filter((line) => line.includes(text)).map((line) => line.split('  ').at(-1));
  expect(names('2020-01-01  usable')).toEqual(['Ends', 'Stays']);
  const [ends = ''] = lines.filter((line) => /usable {2}expires.*Ends$/.test(line));
  expect(ends.split(/ +/)[10]).toBe('2098-12-31');
  await db.apiToken.deleteMany({ where: { userId } });
});
