// The operator commands `user` and `activity`: each error is a clear message, and the dashboard's rules apply.
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { commandOrigin } from '../../src/accounts/security-events.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { findUserByEmail } from '../../src/accounts/users.ts';
import { EMAIL, openOperatorCommands } from './operator-commands.ts';

const { db, makeUser, existing, run, done, failed, keptActions } = await openOperatorCommands();

test('user create prints a generated password, and rejects an existing address in any case', async () => {
  const created = await done('user create --email Rita@example.com --name Rita');
  expect(created).toMatch(/^Created Rita@example\.com\.\nPassword: \S{24}\n/);
  expect(await failed('user create --email RITA@example.com --name R')).toContain('already');
});

test('users of a provider have no password, and user unlink removes their link and sessions (D49)', async () => {
  const noPassword = 'There is no password: the user signs in at the provider';
  expect(await done('user create --email sso@example.com --name S --no-password')).toContain(
    noPassword,
  );
  const client = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
  const create = (words: string) =>
    done(`user create --name S --email ${words}`, 'seven kites over Lisbon\n', client);
  expect(await create('sso-2@example.com')).toContain(noPassword);
  expect(await create('sso-3@example.com --password-stdin')).toBe('Created sso-3@example.com.\n');
  const users = await db.user.findMany({
    where: { email: { startsWith: 'sso' } },
    orderBy: { id: 'asc' },
  });
  const states = users.map((user) => `${user.passwordHash === null} ${user.mustChangePassword}`);
  expect(states).toEqual(['true false', 'true false', 'false true']);
  const [{ id: userId } = { id: 0 }] = users;
  await db.identity.create({ data: { issuer: 'https://a.example', subject: '1', userId } });
  await db.session.create({ data: { hash: 'of the identity', userId, method: 'provider' } });
  expect(await done('user unlink --email sso@example.com')).toContain(
    "ended all the user's sessions",
  );
  expect(await db.identity.count({ where: { userId } })).toBe(0);
  expect(await db.session.count({ where: { userId } })).toBe(0);
});

test('user permissions and user password change only existing users', async () => {
  await done(['user', 'permissions', '--email', EMAIL, '--permissions', '']);
  expect(await done(`user password --email ${EMAIL}`)).toMatch(/\nPassword: \S{24}\n/);
  const fault = await failed('user password --email nobody@example.com');
  expect(fault).toBe('No user has the e-mail address nobody@example.com.\n');
});

test("passwords follow the dashboard's rules, and the user must change them afterwards (D49)", async () => {
  const email = 'paula@example.com';
  const create = `user create --email ${email} --name Paula --password-stdin`;
  expect(await failed(create, 'short\n')).toBe('Use 12 to 256 characters\n');
  expect(await failed(create, 'Paula-123456\n')).toContain('Don’t use your email address');
  expect(await failed(create, 'qwertyuiop123\n')).toContain('common password');
  await done(create, 'of an operator\n');
  const { mustChangePassword } = await db.user.findUniqueOrThrow({ where: { email } });
  expect(mustChangePassword).toBe(true);
  const present = await failed(
    `user password --email ${email} --password-stdin`,
    'of an operator\n',
  );
  expect(present).toContain('differs from your current one');
  await db.user.update({ where: { email }, data: { mustChangePassword: false } });
  expect(await done(`user password --email ${email}`)).toMatch(/\nPassword: \S{24}\n/);
  expect(await db.user.findUnique({ where: { email } })).toMatchObject({
    mustChangePassword: true,
  });
});

test('disables, enables and erases a departing owner, only after confirmation', async () => {
  const email = 'departing@example.com';
  const id = await makeUser(email, 'Dora');
  const disabledAt = async () => (await existing(email)).disabledAt;
  const nothing = /^This disables .*\nNothing was done\. Add --yes/;
  expect(await failed(`user disable --email ${email}`)).toMatch(nothing);
  expect(await disabledAt()).toBeNull();
  await run(`user disable --email ${email} --yes`);
  expect(await disabledAt()).not.toBeNull();
  const listed = await done('user list');
  expect(listed).toMatch(new RegExp(`^${id}  ${email}  read  disabled since \\S+  Dora$`, 'm'));
  await run(`user enable --email ${email} --yes`);
  expect(await disabledAt()).toBeNull();
  const erased = await run(`user erase --email ${email} --yes`);
  expect(erased.stderr).toContain(`This erases user ${id}, Dora, ${email}`);
  expect(erased.stdout).toContain(
    `User ${id} now has the e-mail address erased-${id}@erased.invalid.\n`,
  );
  expect(await findUserByEmail(db, email)).toBeNull();
});

test('user rename changes the name and e-mail address, which no other user may have', async () => {
  await makeUser('rose@example.com', 'Rose');
  expect(
    await failed(`user rename --email rose@example.com --new-email ${EMAIL.toUpperCase()}`),
  ).toContain('already');
  const renamed = await done(
    'user rename --email rose@example.com --new-email Rosa@example.com --name Rosa',
  );
  expect(renamed).toBe('Renamed rose@example.com to Rosa@example.com, Rosa.\n');
  expect(await existing('rosa@example.com')).toMatchObject({ name: 'Rosa', permissions: ['READ'] });
});

test('user export prints what is stored about a user as JSON, without hashes', async () => {
  const id = await makeUser('emma@example.com', 'Emma');
  await createToken(db, {
    userId: id,
    name: 'Of Emma',
    environment: 'test',
    version: '2025-08-16',
  });
  const product = { ownerId: id, title: 'Tent', rent: 1, stockType: 'BULK', quantity: 1 } as const;
  await db.product.createMany({ data: Array.from({ length: 250 }, () => product) });
  const text = await done('user export --email emma@example.com');
  const data = JSON.parse(text);
  expect(data).toMatchObject({
    user: { id, name: 'Emma', email: 'emma@example.com', identities: [], sessions: [] },
    tokens: [{ name: 'Of Emma', usage: [], refused: [] }],
    products: Array(250).fill({ title: 'Tent', rent: '1', items: [] }),
    rentals: [],
  });
  expect(new Set(data.products.map((one: { id: number }) => one.id)).size).toBe(250);
  expect(text).not.toMatch(/hash|scrypt|formKey/i);
});

test('activity shows who did what to an account and why, since a given time', async () => {
  const email = 'anna@example.com';
  await done(`user create --email ${email} --name Anna --no-password`);
  const why = ['--as', 'Olivia', '--reason', 'left in May'];
  await run(['user', 'disable', '--email', email, '--yes', ...why], '', { SUDO_USER: 'otto' });
  const rows = (await done(`activity --user ${email}`))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([
    { action: 'user-disabled', processOwner: `Olivia (otto@${hostname()})`, reason: 'left in May' },
    { action: 'user-created', processOwner: commandOrigin().owner, reason: null },
  ]);
  expect(await done(`activity --user ${email} --since 2100-01-01`)).toBe('');
});

test('each change is in the activity with the operating system account', async () => {
  const actions = ['permissions-changed', 'user-erased', 'user-renamed'];
  expect(await keptActions()).toEqual(expect.arrayContaining(actions));
});
