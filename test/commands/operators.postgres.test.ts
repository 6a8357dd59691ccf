// The commands for operators: each fault is a clear text on stderr, and the rules of the dashboard hold.
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { budgetKey, createPasswordBudgets } from '../../src/accounts/sign-in.ts';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { createUser, findUserByEmail } from '../../src/accounts/users.ts';
import { type Database, openDatabase } from '../../src/database/open-database.ts';
import { runCommand } from '../process/service.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { operator } from '../support/operator.ts';

const EMAIL = 'olivia@example.com';

let database: FreshPostgres;
let opened: Database;
const db = () => opened.db;
/** The first line of every command on stderr. */
let target: string;
beforeAll(async () => {
  database = await freshPostgres();
  const { host, pathname } = new URL(database.url);
  target = `database ${pathname.slice(1)} at ${host}, test\n`;
  opened = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  await makeUser(EMAIL, 'Olivia');
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const makeUser = (email: string, name: string) =>
  createUser(operator(db()), { email, name, permissions: ['READ'], password: 'correct horse battery' });

async function existing(email: string) {
  const user = await findUserByEmail(db(), email);
  if (!user) throw new Error(`no user ${email}`);
  return user;
}

const run = (command: string, ...args: string[]) => runWith('', command, ...args);

const runWith = (input: string, command: string, ...args: string[]) => runIn({}, input, command, ...args);

const runIn = (variables: object, input: string, command: string, ...args: string[]) =>
  runInTurn(`src/commands/${command}.ts`, args, { DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...variables }, input);

test('user create prints a generated password, and refuses an address twice in any case', async () => {
  const created = await run('user', 'create', '--email', 'Rita@example.com', '--name', 'Rita');
  expect(created).toMatchObject({ code: 0, stderr: target });
  expect(created.stdout).toMatch(/^Created Rita@example\.com\.\nPassword: \S{24}\n/);
  const again = await run('user', 'create', '--email', 'RITA@example.com', '--name', 'R');
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already') });
});

test('user create makes a user without a password where a provider signs in, or on demand; user unlink ends the tie (D49)', async () => {
  const noPassword = expect.stringContaining('There is no password: the user signs in at the provider');
  const created = await run('user', 'create', '--email', 'sso@example.com', '--name', 'S', '--no-password');
  expect(created).toMatchObject({ code: 0, stdout: noPassword });
  const client = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
  const create = (email: string, ...more: string[]) =>
    runIn(client, 'seven kites over Lisbon\n', 'user', 'create', '--email', email, '--name', 'S', ...more);
  expect(await create('sso-2@example.com')).toMatchObject({ code: 0, stdout: noPassword });
  const withPassword = await create('sso-3@example.com', '--password-stdin');
  expect(withPassword.stdout).toBe('Created sso-3@example.com.\n');
  const users = await db().user.findMany({ where: { email: { startsWith: 'sso' } }, orderBy: { id: 'asc' } });
  expect(users.map((user) => [user.passwordHash === null, user.mustChangePassword])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
  const [{ id: userId } = { id: 0 }] = users;
  await db().identity.create({ data: { issuer: 'https://a.example', subject: '1', userId } });
  expect(await run('user', 'unlink', '--email', 'sso@example.com')).toMatchObject({ code: 0, stderr: target });
  expect(await db().identity.count({ where: { userId } })).toBe(0);
});

test('user permissions and user password change an existing user alone', async () => {
  const changed = await run('user', 'permissions', '--email', EMAIL, '--permissions', '');
  expect(changed).toMatchObject({ code: 0, stderr: target });
  expect((await run('user', 'password', '--email', EMAIL)).stdout).toMatch(/\nPassword: \S{24}\n/);
  const stderr = `${target}No user has the e-mail address nobody@example.com\n`;
  expect(await run('user', 'password', '--email', 'nobody@example.com')).toEqual({ code: 1, stdout: '', stderr });
});

test('user create and user password refuse what the dashboard refuses, and the user has to change what they set (D49)', async () => {
  const email = 'paula@example.com';
  const refused = async (input: string, verb: string, ...words: string[]) => {
    const { code, stdout, stderr } = await runWith(input, 'user', verb, '--email', email, '--password-stdin', ...words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr.replace(target, '').trim();
  };
  const named = ['--name', 'Paula'] as const;
  expect(await refused('short\n', 'create', ...named)).toBe('A password has 12 to 256 characters');
  expect(await refused('Paula-123456\n', 'create', ...named)).toContain('not the e-mail address');
  expect(await refused('qwertyuiop123\n', 'create', ...named)).toContain('commonest passwords');
  const { code } = await runWith('of an operator\n', 'user', 'create', '--email', email, '--password-stdin', ...named);
  expect(code).toBe(0);
  const mustChange = () =>
    db().user.findUniqueOrThrow({ where: { email }, select: { mustChangePassword: true, passwordHash: true } });
  expect(await mustChange()).toMatchObject({ mustChangePassword: true });
  expect(await refused('of an operator\n', 'password')).toContain('is the present one');
  await db().user.update({ where: { email }, data: { mustChangePassword: false } });
  expect((await run('user', 'password', '--email', email)).stdout).toMatch(/\nPassword: \S{24}\n/);
  expect(await mustChange()).toMatchObject({ mustChangePassword: true });
});

test('user password ends the wait of a day that strangers have brought about (D49)', async () => {
  const budgets = createPasswordBudgets({ name: 'sign-in', points: 10, windowSeconds: 900 }, opened.pool);
  for (let guess = 0; guess < 100; guess++) await budgets.perDay.consume(budgetKey(EMAIL));
  expect((await budgets.perDay.look(budgetKey(EMAIL))).remaining).toBe(0);
  expect(await run('user', 'password', '--email', EMAIL)).toMatchObject({ code: 0 });
  expect((await budgets.perDay.look(budgetKey(EMAIL))).remaining).toBe(100);
});

test('token create follows the rules of the dashboard', async () => {
  const create = (name: string) => run('token', 'create', '--email', EMAIL, '--name', name);
  const stdout = expect.stringMatching(/^svc_test_\w{34}\n/);
  expect(await create(' Till ')).toEqual({ code: 0, stdout, stderr: target });
  expect(await create('a\nb')).toEqual({ code: 1, stdout: '', stderr: `${target}Use no control characters.\n` });
  const nobodys = await run('token', 'create', '--email', 'nobody@example.com', '--name', 'x');
  expect(nobodys).toMatchObject({ code: 1, stdout: '', stderr: expect.not.stringMatching(/^\s+at /m) });
});

test('token create takes a last day, token list shows it and no value, and revoke ends the token, once', async () => {
  const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const create = (expires: string) => run('token', 'create', '--email', EMAIL, '--name', 'Trial', '--expires', expires);
  expect(await create(lastDay)).toMatchObject({ code: 0, stderr: target });
  const late = { code: 1, stderr: expect.stringContaining('\nThe last day is over') };
  expect(await create('2020-01-01')).toMatchObject(late);
  expect(await create('tomorrow')).toMatchObject({ code: 1, stderr: expect.stringContaining('YYYY-MM-DD') });
  const list = async () => (await run('token', 'list', '--email', EMAIL)).stdout;
  const [line = ''] = (await list()).split('\n');
  expect(line).toMatch(new RegExp(`  usable  expires at the end of ${lastDay} UTC  last used never  Trial$`));
  const [id = ''] = line.split(' ');
  const revoke = async (which: string) => (await run('token', 'revoke', '--email', EMAIL, '--id', which)).code;
  expect([await revoke('1e99'), await revoke(id), await revoke(id)]).toEqual([1, 0, 1]);
  expect(await list()).not.toMatch(/svc_test_\w{8}/);
  expect(await list()).toMatch(/ {2}revoked {2}.*Trial\n/);
  expect(await list()).toMatch(/ {2}usable {2}expires never {2}.*Till\n/);
});

describe('a leaked token', () => {
  const create = async (name: string) => {
    const { id: userId } = await existing(EMAIL);
    return createToken(db(), { userId, name, environment: 'test', version: '2025-08-16' });
  };
  const isRevoked = async (id: number) =>
    (await db().apiToken.findUniqueOrThrow({ where: { id }, select: { revokedAt: true } })).revokedAt !== null;

  test('is found and revoked by its value, which is nowhere shown', async () => {
    const { id, value } = await create('Leaked');
    const found = await runWith(`${value}\n`, 'token', 'find', '--value-stdin');
    expect(found).toMatchObject({ code: 0, stderr: target });
    expect(found.stdout).toMatch(`${id}  ${EMAIL}  svc_test_…${value.slice(-4)}  2025-08-16  usable  expires never`);
    const revoked = await runWith(value, 'token', 'revoke', '--value-stdin');
    expect(revoked).toMatchObject({ code: 0, stdout: `The token ${id} of ${EMAIL} is revoked.\n` });
    expect(await isRevoked(id)).toBe(true);
    const again = await runWith(value, 'token', 'revoke', '--value-stdin');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('or it is revoked already') });
    for (const { stdout, stderr } of [found, revoked, again]) expect(stdout + stderr).not.toContain(value);
  });

  test('of the other environment is refused in words (D1)', async () => {
    const value = createTokenValue('live');
    const { code, stdout, stderr } = await runWith(value, 'token', 'find', '--value-stdin');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('of the other environment');
    expect(stderr).not.toContain(value);
  });

  test('is found and revoked by its last four characters, with and without the address of its owner', async () => {
    const { id, value } = await create('By its end');
    const end = value.slice(-4);
    const found = await run('token', 'find', '--last-four', end);
    expect(found).toMatchObject({ code: 0, stderr: `${target}Reading every token …\n` });
    expect(found.stdout).toContain('By its end');
    const nothing = expect.stringMatching(/for good:\n.*By its end\nNothing was done/);
    const asked = await run('token', 'revoke', '--last-four', end, '--email', EMAIL);
    expect(asked).toMatchObject({ code: 1, stderr: nothing });
    expect(await isRevoked(id)).toBe(false);
    const revoked = await run('token', 'revoke', '--last-four', end, '--email', EMAIL, '--yes');
    expect(revoked).toMatchObject({ code: 0, stdout: `The token ${id} of ${EMAIL} is revoked.\n` });
    expect(await isRevoked(id)).toBe(true);
  });

  test('is revoked with all other usable ones of its user', async () => {
    const ids = [(await create('One')).id, (await create('Another')).id];
    const usable = await db().apiToken.count({ where: { user: { email: EMAIL }, revokedAt: null } });
    const revoked = await run('token', 'revoke', '--email', EMAIL, '--all', '--yes');
    expect(revoked).toMatchObject({ code: 0, stdout: `Revoked tokens: ${usable}.\n` });
    expect(await Promise.all(ids.map(isRevoked))).toEqual([true, true]);
  });
});

test('a departing owner is disabled, enabled and erased, after a yes alone', async () => {
  const email = 'departing@example.com';
  const id = await makeUser(email, 'Dora');
  const asked = await run('user', 'disable', '--email', email);
  const nothing = expect.stringMatching(/This disables .*\. Usable tokens, .*: 0\. .*\nNothing was done\. Add --yes/);
  expect(asked).toMatchObject({ code: 1, stdout: '', stderr: nothing });
  expect((await existing(email)).disabledAt).toBeNull();
  expect(await run('user', 'disable', '--email', email, '--yes')).toMatchObject({ code: 0 });
  expect((await existing(email)).disabledAt).not.toBeNull();
  const listed = await run('user', 'list', '--email', 'DEPARTING@');
  expect(listed.stdout).toMatch(new RegExp(`^${id}  ${email}  read  disabled since \\S+  Dora\\n$`));
  expect(await run('user', 'enable', '--email', email, '--yes')).toMatchObject({ code: 0 });
  expect((await existing(email)).disabledAt).toBeNull();
  const erased = await run('user', 'erase', '--email', email, '--yes');
  expect(erased.stderr).toContain('sessions (0), and tokens (0)');
  expect(erased.stdout).toContain(`The user ${id} has the e-mail address erased-${id}@erased.invalid now.\n`);
  expect(await findUserByEmail(db(), email)).toBeNull();
});

describe('a faulty command line is answered with the usage, before the database is opened', () => {
  test.each([
    ['user', []],
    ['user', ['create', '--email', 'no address', '--name', 'x']],
    ['user', ['permissions', '--email', EMAIL]],
    ['user', ['permissions', '--email', EMAIL, '--permissions', 'admin']],
    ['user', ['create', '--password', 'secret']],
    ['token', ['create', '--email', EMAIL, '--name', ' ']],
    ['token', ['rename', '--email', EMAIL]],
    ['token', ['find', '--email', EMAIL]],
    ['user', ['erase', '--yes']],
    ['token', ['create', '--email', EMAIL, '--name', 'x', '--expires', '']],
    ['migration', ['--name', '../x'], 'test/database/migrations/new-migration.ts'],
    ['migration', ['--nonsense'], 'test/database/migrations/new-migration.ts'],
  ])('%s %j', async (command, args, file = `src/commands/${command}.ts`) => {
    const { code, stdout, stderr } = await runInTurn(file, args, { DATA_DIR: '/dev/null/x' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Usage:\n  npm run ${command} -- `);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('what a command does to accounts and tokens is a security event, with the account of the operating system', async () => {
  const args = ['create', '--email', EMAIL, '--name', 'Told'];
  const { stderr } = await runCommand('src/commands/token.ts', args, { DATABASE_URL: database.url });
  const { id: userId } = await existing(EMAIL);
  expect(JSON.parse(stderr.replace(target, ''))).toMatchObject({
    level: 'notice',
    'event.name': 'owner_api.security',
    'event.action': 'token-created',
    'owner_api.through': 'command',
    'owner_api.user_id': userId,
    'owner_api.token_id': expect.any(Number),
    'process.owner': userInfo().username,
  });
  expect(stderr).not.toMatch(/@|svc_/);
  const where = { through: 'command', processOwner: userInfo().username };
  const kept = await db().activity.groupBy({ by: 'action', where, orderBy: { action: 'asc' } });
  expect(kept.map(({ action }) => action)).toEqual([
    ...['password-changed', 'permissions-changed', 'provider-unlinked', 'token-created', 'token-revoked'],
    ...['user-created', 'user-erased'],
  ]);
});
