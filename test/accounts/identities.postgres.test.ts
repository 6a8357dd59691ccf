// The accounts at a provider and the users whom they sign in, on each kind of database (D49).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserOf, unlinkUser } from '../../src/accounts/identities.ts';
import { disableUser } from '../../src/accounts/users.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { operator } from '../support/operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const issuer = 'https://accounts.example.com';

const find = (subject: string, email?: string, of = issuer) =>
  findUserOf(operator(app.db), { issuer: of, subject }, async () => email);

test('an account signs in the user with its address at first, and by issuer and subject from then on', async () => {
  const { id, email } = await app.person('linked');
  expect(await find('linked', email)).toBe(id);
  expect(await find('linked', app.rival.email)).toBe(id);
  expect(await find('linked')).toBe(id);
  await expect(find('linked', undefined, 'https://other.example.com')).rejects.toMatchObject({ fault: 'unverified' });
  expect(await find('linked', email, 'https://other.example.com')).toBe(id);
  expect(await app.db.activity.count({ where: { userId: id, action: 'provider-linked' } })).toBe(2);
});

test('a second account of a provider is not linked, until the first one is unlinked', async () => {
  const { id, email } = await app.person('twice');
  await find('first', email);
  await expect(find('second', email)).rejects.toMatchObject({ fault: 'unknown', person: { email } });
  await unlinkUser(operator(app.db), id);
  expect(await find('second', email)).toBe(id);
});

test('at once, an account is linked once and each of its sign-ins finds the user; another account finds nobody', async () => {
  const { id, email } = await app.person('at-once');
  const found = await Promise.allSettled(['a', 'a', 'a', 'b', 'b'].map((subject) => find(`at-once-${subject}`, email)));
  const [identity, ...others] = await app.db.identity.findMany({ where: { userId: id } });
  expect(others).toEqual([]);
  const isFirst = identity?.subject === 'at-once-a';
  expect(found.map(({ status }) => status === 'fulfilled')).toEqual(
    isFirst ? [true, true, true, false, false] : [false, false, false, true, true],
  );
});

test('a disabled user is told so, and not linked; nobody is created for an unknown address', async () => {
  const { id, email } = await app.person('disabled');
  await disableUser(operator(app.db), id);
  await expect(find('disabled', email)).rejects.toMatchObject({ fault: 'disabled', person: { userId: id } });
  expect(await app.db.identity.count({ where: { userId: id } })).toBe(0);
  const before = await app.db.user.count();
  await expect(find('unknown', 'nobody@example.com')).rejects.toMatchObject({ fault: 'unknown' });
  await expect(find('unknown', '')).rejects.toMatchObject({ fault: 'unknown' });
  expect(await app.db.user.count()).toBe(before);
});
