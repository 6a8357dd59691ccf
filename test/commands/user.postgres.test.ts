// The operator command `user`: each error is a clear message, and the dashboard's rules apply.
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLinkUser } from '../../src/accounts/sign-in-links.ts';
import { findUserByEmail } from '../../src/accounts/users.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { EMAIL, openOperatorCommands } from './operator-commands.ts';

const { db, makeUser, existing, run, done, failed, eventsOf } = await openOperatorCommands();

const PROVIDER = {
  OIDC_ISSUER: 'https://a.example',
  OIDC_CLIENT_ID: 'x',
  OIDC_CLIENT_SECRET: 'y',
};

test('user create says how the user signs in, and rejects an existing address in any case', async () => {
  const created = await done('user create --email Rita@example.com --name Rita');
  expect(created).toBe(`Created Rita@example.com.
Print a sign-in link for the user: node src/command.js user sign-in --email Rita@example.com\n`);
  expect(await failed('user create --email RITA@example.com --name R')).toContain('already');
});

test('user sign-in prints a link for one sign-in, at the public origin, and names who printed it (D49)', async () => {
  const origin = { PUBLIC_ORIGIN: 'https://api.example.com', LOG_LEVEL: 'notice' };
  const { stdout, stderr } = await run(`user sign-in --email ${EMAIL} --as Otto`, '', origin);
  const [, link = ''] =
    /^https:\/\/api\.example\.com\/dashboard\/sign-in\/link\?key=([\w-]{43})\nIt signs in /.exec(
      stdout,
    ) ?? [];
  expect(await findLinkUser(db, link)).toEqual({ name: 'Olivia', email: EMAIL });
  expect(stderr).toContain('"event.action":"sign-in-link-created"');
  expect(stderr).toContain('"process.owner":"Otto (');
  expect(stderr).not.toContain(link);
  expect(await failed('user sign-in --email nobody@example.com')).toContain('No user has');
  await makeUser('idle@example.com', 'Ida');
  await run('user disable --email idle@example.com --yes');
  expect(await failed('user sign-in --email idle@example.com')).toContain('is disabled');
});

test('a command writes its security events to COMMAND_LOG, or to stderr if that fails (D50)', async () => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'log of the container');
  const rename = (name: string) => `user rename --email ${EMAIL} --name ${name}`;
  const variables = { COMMAND_LOG: file, LOG_LEVEL: 'notice' };
  const missing = await run(rename('Olga'), '', variables);
  expect(missing).toMatchObject({ code: 0 });
  expect(missing.stderr).toMatch(
    /^COMMAND_LOG can't be written: ENOENT.*\n\{.*"user-renamed"/,
  );
  await writeFile(file, 'before\n');
  expect((await run(rename('Olivia'), '', variables)).stderr).toBe('');
  expect(await readFile(file, 'utf8')).toMatch(/^before\n\{.*"user-renamed".*\}\n$/);
});

test('users of a provider sign in there, and user unlink removes their link and sessions (D49)', async () => {
  const created = await done('user create --name S --email sso@example.com', '', PROVIDER);
  expect(created).toContain('The user signs in at the provider');
  const { id: userId } = await existing('sso@example.com');
  await db.identity.create({ data: { issuer: 'https://a.example', subject: '1', userId } });
  await db.session.create({ data: { hash: 'of the identity', userId, method: 'provider' } });
  expect(await done('user unlink --email sso@example.com')).toContain(
    "ended all the user's sessions",
  );
  expect(await db.identity.count({ where: { userId } })).toBe(0);
  expect(await db.session.count({ where: { userId } })).toBe(0);
});

test('user link links an account of the provider by its subject, which the log and the code name (D49)', async () => {
  const [one, two] = ['link-1@example.com', 'link-2@example.com'];
  for (const email of [one, two]) await makeUser(email, 'L');
  const link = (email: string, subject: string) =>
    ['user', 'link', '--email', email, '--subject', subject] as string[];
  expect(await failed(link(one, 'S 1'))).toContain('Set OIDC_ISSUER');
  const linked = await done(link(one, 'S 1'), '', PROVIDER);
  expect(linked).toBe(`Linked ${one} to the account S 1 of https://a.example.
The page of a failed sign-in shows its code, 7eec045c: compare it with the user’s.\n`);
  const { id: userId } = await existing(one);
  const account = { issuer: PROVIDER.OIDC_ISSUER, subject: 'S 1', userId };
  expect(await db.identity.findMany({ where: { userId } })).toMatchObject([account]);
  expect(await failed(link(two, 'S 1'), '', PROVIDER)).toContain(`already signs in ${one}`);
  expect(await failed(link(one, 'S 2'), '', PROVIDER)).toContain('run user unlink first');
  expect(await eventsOf(link(two, 'S 3'), PROVIDER)).toMatchObject([
    {
      'event.action': 'provider-linked',
      'owner_api.through': 'command',
      'owner_api.subject': 'S 3',
    },
  ]);
});

test('user sign-out ends all sessions of a user and unused links, without unlinking (D49)', async () => {
  const email = 'out@example.com';
  const [userId, other] = [await makeUser(email, 'O'), await makeUser('in@example.com', 'I')];
  await db.identity.create({ data: { issuer: 'https://a.example', subject: 'O', userId } });
  for (const [hash, id] of [
    ['first', userId],
    ['second', userId],
    ['of another', other],
  ] as const)
    await db.session.create({ data: { hash, userId: id, method: 'provider' } });
  await done(`user sign-in --email ${email}`);
  expect(await eventsOf(['user', 'sign-out', '--email', email])).toMatchObject([
    { 'event.action': 'sessions-ended', 'owner_api.user_id': userId },
  ]);
  expect(
    await db.session.findMany({ where: { userId: { in: [userId, other] } } }),
  ).toMatchObject([{ hash: 'of another' }]);
  expect(await db.signInLink.count({ where: { userId } })).toBe(0);
  expect(await db.identity.count({ where: { userId } })).toBe(1);
  expect(await done(`user sign-out --email ${email}`)).toBe(
    `Ended all sessions of ${email}. The user’s tokens keep working.\n`,
  );
});

test('user permissions changes only existing users', async () => {
  await done(['user', 'permissions', '--email', EMAIL, '--permissions', '']);
  const fault = await failed(
    'user permissions --email nobody@example.com --permissions read',
  );
  expect(fault).toBe('No user has the e-mail address nobody@example.com.\n');
});

test('disables, enables and erases a departing owner, the last only after confirmation', async () => {
  const email = 'departing@example.com';
  const id = await makeUser(email, 'Dora');
  const disabledAt = async () => (await existing(email)).disabledAt;
  await run(`user disable --email ${email}`);
  expect(await disabledAt()).not.toBeNull();
  const listed = await done('user list');
  expect(listed).toMatch(
    new RegExp(`^${id}  ${email}  read  disabled since \\S+  Dora$`, 'm'),
  );
  await run(`user enable --email ${email}`);
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
  expect(await existing('rosa@example.com')).toMatchObject({
    name: 'Rosa',
    permissions: ['READ'],
  });
});

test('a change is a line of the log: who did what to whom, and why (D50)', async () => {
  const email = 'anna@example.com';
  await done(`user create --email ${email} --name Anna`);
  const { id } = await existing(email);
  const why = ['--as', 'Olivia', '--reason', 'left in May'];
  const disable = ['user', 'disable', '--email', email, '--yes', ...why];
  const event = {
    level: 'notice',
    'event.name': 'owner_api.security',
    'owner_api.user_id': id,
  };
  expect(await eventsOf(disable, { SUDO_USER: 'otto' })).toMatchObject([
    {
      ...event,
      'event.action': 'user-disabled',
      'owner_api.through': 'command',
      'owner_api.reason': 'left in May',
      'process.owner': `Olivia (otto@${hostname()})`,
    },
  ]);
});
