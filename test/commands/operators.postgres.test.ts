// Operator commands: each error is a clear message on stderr, and the dashboard's rules apply.
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOrigin } from '../../src/accounts/security-events.ts';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { createUser, findUserByEmail } from '../../src/accounts/users.ts';
import type { Database } from '../../src/database/open-database.ts';
import { DAY_MILLISECONDS } from '../../src/time.ts';
import { runCommand } from '../process/service.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
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
  opened = await openPostgres(database.url);
  await makeUser(EMAIL, 'Olivia');
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const makeUser = (email: string, name: string) =>
  createUser(operator(db()), {
    email,
    name,
    permissions: ['READ'],
    password: 'correct horse battery',
  });

async function existing(email: string) {
  const user = await findUserByEmail(db(), email);
  if (!user) throw new Error(`no user ${email}`);
  return user;
}

/**
 * Runs a command, given as one line, or as a list if an argument has a space. `told` is stderr after its first line,
 * which names the database.
 */
async function run(command: string | string[], input = '', variables = {}) {
  const [name, ...args] = typeof command === 'string' ? command.split(' ') : command;
  const all = { DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...variables };
  const { code, stdout, stderr } = await runInTurn(`src/commands/${name}.ts`, args, all, input);
  expect(stderr.startsWith(target)).toBe(true);
  return { code, stdout, told: stderr.slice(target.length) };
}

/** The output of a command that succeeds and prints nothing on stderr. */
async function done(...given: Parameters<typeof run>): Promise<string> {
  const { code, stdout, told } = await run(...given);
  expect({ code, told }).toEqual({ code: 0, told: '' });
  return stdout;
}

async function refused(...given: Parameters<typeof run>): Promise<string> {
  const { code, stdout, told } = await run(...given);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(told).not.toMatch(/^\s+at /m);
  return told;
}

test('user create prints a generated password, and rejects an existing address in any case', async () => {
  const created = await done('user create --email Rita@example.com --name Rita');
  expect(created).toMatch(/^Created Rita@example\.com\.\nPassword: \S{24}\n/);
  expect(await refused('user create --email RITA@example.com --name R')).toContain('already');
});

test('user create makes a user without a password if a provider handles sign-in, or on demand; user unlink removes the link and the sessions (D49)', async () => {
  const noPassword = 'There is no password: the user signs in at the provider';
  expect(await done('user create --email sso@example.com --name S --no-password')).toContain(
    noPassword,
  );
  const client = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
  const create = (words: string) =>
    done(`user create --name S --email ${words}`, 'seven kites over Lisbon\n', client);
  expect(await create('sso-2@example.com')).toContain(noPassword);
  expect(await create('sso-3@example.com --password-stdin')).toBe('Created sso-3@example.com.\n');
  const users = await db().user.findMany({
    where: { email: { startsWith: 'sso' } },
    orderBy: { id: 'asc' },
  });
  const states = users.map((user) => `${user.passwordHash === null} ${user.mustChangePassword}`);
  expect(states).toEqual(['true false', 'true false', 'false true']);
  const [{ id: userId } = { id: 0 }] = users;
  await db().identity.create({ data: { issuer: 'https://a.example', subject: '1', userId } });
  await db().session.create({ data: { hash: 'of the identity', userId, method: 'provider' } });
  expect(await done('user unlink --email sso@example.com')).toContain(
    "ended all the user's sessions",
  );
  expect(await db().identity.count({ where: { userId } })).toBe(0);
  expect(await db().session.count({ where: { userId } })).toBe(0);
});

test('user permissions and user password change only existing users', async () => {
  await done(['user', 'permissions', '--email', EMAIL, '--permissions', '']);
  expect(await done(`user password --email ${EMAIL}`)).toMatch(/\nPassword: \S{24}\n/);
  const fault = await refused('user password --email nobody@example.com');
  expect(fault).toBe('No user has the e-mail address nobody@example.com.\n');
});

test("user create and user password follow the dashboard's password rules, and the user must change the password afterwards (D49)", async () => {
  const email = 'paula@example.com';
  const create = `user create --email ${email} --name Paula --password-stdin`;
  expect(await refused(create, 'short\n')).toBe('Use 12 to 256 characters\n');
  expect(await refused(create, 'Paula-123456\n')).toContain('Don’t use your email address');
  expect(await refused(create, 'qwertyuiop123\n')).toContain('common password');
  await done(create, 'of an operator\n');
  const { mustChangePassword } = await db().user.findUniqueOrThrow({ where: { email } });
  expect(mustChangePassword).toBe(true);
  const present = await refused(
    `user password --email ${email} --password-stdin`,
    'of an operator\n',
  );
  expect(present).toContain('differs from your current one');
  await db().user.update({ where: { email }, data: { mustChangePassword: false } });
  expect(await done(`user password --email ${email}`)).toMatch(/\nPassword: \S{24}\n/);
  expect(await db().user.findUnique({ where: { email } })).toMatchObject({
    mustChangePassword: true,
  });
});

test("token create follows the dashboard's rules and accepts a last day, token list shows the token but not its value, and token revoke works once", async () => {
  const lastDay = new Date(Date.now() + 30 * DAY_MILLISECONDS)
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
  const named = (name: string) => ['token', 'create', '--email', EMAIL, '--name', name];
  expect(await done(named(' Till '))).toMatch(/^svc_test_\w{34}\n/);
  expect(await refused(named('a\nb'))).toBe('Remove the control characters.\n');
  expect(await refused('token create --email nobody@example.com --name x')).toContain('No user');
  const create = `token create --email ${EMAIL} --name Trial --expires`;
  await done(`${create} ${lastDay}`);
  expect(await refused(`${create} 2020-01-01`)).toContain('This day is already over');
  expect(await refused(`${create} tomorrow`)).toContain('YYYY-MM-DD');
  const list = () => done(`token list --email ${EMAIL}`);
  const line = (await list()).trimEnd().split('\n').at(-1) ?? '';
  expect(line).toMatch(
    new RegExp(`  usable  expires at the end of ${lastDay} UTC  last used never  Trial$`),
  );
  const revoke = `token revoke --email ${EMAIL} --id`;
  const [id = ''] = line.split(' ');
  await refused(`${revoke} 1e99`);
  await done(`${revoke} ${id}`);
  await refused(`${revoke} ${id}`);
  expect(await list()).not.toMatch(/svc_test_\w{8}/);
  expect(await list()).toMatch(
    / {2}usable {2}never expires {2}.*Till\n.* {2}revoked {2}.*Trial\n/s,
  );
});

describe('a leaked token', () => {
  const create = async (name: string) => {
    const { id: userId } = await existing(EMAIL);
    return createToken(db(), { userId, name, environment: 'test', version: '2025-08-16' });
  };
  const isRevoked = async (id: number) =>
    (await db().apiToken.findUniqueOrThrow({ where: { id }, select: { revokedAt: true } }))
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
    const again = await refused('token revoke --value-stdin', value);
    expect(again).toContain('or already revoked');
    expect(found + revoked + again).not.toContain(value);
  });

  test('of the other environment is rejected with an explanation (D1)', async () => {
    const value = createTokenValue('live');
    const fault = await refused('token find --value-stdin', value);
    expect(fault).toContain('from the other environment');
    expect(fault).not.toContain(value);
  });

  test("is revoked along with the user's other usable tokens", async () => {
    const ids = [(await create('One')).id, (await create('Another')).id];
    const revoke = `token revoke --email ${EMAIL} --all`;
    expect(await refused(revoke)).toMatch(/permanently revokes:\n.*Another\nNothing was done/s);
    const { stdout } = await run(`${revoke} --yes`);
    for (const id of ids) expect(stdout).toContain(`Revoked token ${id} of ${EMAIL}.\n`);
    expect(await Promise.all(ids.map(isRevoked))).toEqual([true, true]);
  });
});

test('disables, enables and erases a departing owner, only after confirmation', async () => {
  const email = 'departing@example.com';
  const id = await makeUser(email, 'Dora');
  const disabledAt = async () => (await existing(email)).disabledAt;
  const nothing = /^This disables .*\nNothing was done\. Add --yes/;
  expect(await refused(`user disable --email ${email}`)).toMatch(nothing);
  expect(await disabledAt()).toBeNull();
  await run(`user disable --email ${email} --yes`);
  expect(await disabledAt()).not.toBeNull();
  const listed = await done('user list');
  expect(listed).toMatch(new RegExp(`^${id}  ${email}  read  disabled since \\S+  Dora$`, 'm'));
  await run(`user enable --email ${email} --yes`);
  expect(await disabledAt()).toBeNull();
  const erased = await run(`user erase --email ${email} --yes`);
  expect(erased.told).toContain(`This erases user ${id}, Dora, ${email}`);
  expect(erased.stdout).toContain(
    `User ${id} now has the e-mail address erased-${id}@erased.invalid.\n`,
  );
  expect(await findUserByEmail(db(), email)).toBeNull();
});

describe('prints the usage for an invalid command line, before it opens the database', () => {
  test.each([
    ['user', []],
    ['user', ['create', '--email', 'no address', '--name', 'x']],
    ['user', ['permissions', '--email', EMAIL]],
    ['user', ['permissions', '--email', EMAIL, '--permissions', 'admin']],
    ['user', ['create', '--password', 'secret']],
    ['token', ['create', '--email', EMAIL, '--name', ' ']],
    ['token', ['find', '--email', EMAIL]],
    ['user', ['erase', '--yes']],
    ['user', ['rename', '--email', EMAIL]],
    ['token', ['list', '--expires-before', 'tomorrow']],
    ['token', ['revoke', '--id', '1']],
    ['activity', ['--since', '2026-01-01']],
    ['replay', []],
    ['token', ['create', '--email', EMAIL, '--name', 'x', '--expires', '']],
    ['migration', ['--name', '../x'], 'test/database/migrations/new-migration.ts'],
    ['migration', ['--nonsense'], 'test/database/migrations/new-migration.ts'],
  ])('%s %j', async (command, args, file = `src/commands/${command}.ts`) => {
    const { code, stdout, stderr } = await runInTurn(file, args, { DATA_DIR: '/dev/null/x' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`Usage:\n  npm run (-s )?${command} -- `));
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('user rename changes the name and e-mail address, which no other user may have', async () => {
  await makeUser('rose@example.com', 'Rose');
  expect(
    await refused(`user rename --email rose@example.com --new-email ${EMAIL.toUpperCase()}`),
  ).toContain('already');
  const renamed = await done(
    'user rename --email rose@example.com --new-email Rosa@example.com --name Rosa',
  );
  expect(renamed).toBe('Renamed rose@example.com to Rosa@example.com, Rosa.\n');
  expect(await existing('rosa@example.com')).toMatchObject({ name: 'Rosa', permissions: ['READ'] });
});

test('user export prints everything stored about a user as JSON, without hashes', async () => {
  const id = await makeUser('emma@example.com', 'Emma');
  await createToken(db(), {
    userId: id,
    name: 'Of Emma',
    environment: 'test',
    version: '2025-08-16',
  });
  const product = { ownerId: id, title: 'Tent', rent: 1, stockType: 'BULK', quantity: 1 } as const;
  await db().product.createMany({ data: Array.from({ length: 250 }, () => product) });
  const text = await done('user export --email emma@example.com');
  const data = JSON.parse(text);
  expect(data.users).toMatchObject([{ id, name: 'Emma', email: 'emma@example.com' }]);
  expect(data.api_tokens).toMatchObject([{ name: 'Of Emma' }]);
  expect(data.products).toHaveLength(250);
  expect(data.activity).toMatchObject([{ action: 'user-created' }]);
  expect(text).not.toMatch(/hash|scrypt|form_key/);
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT DISTINCT table_name::text AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name IN ('user_id', 'owner_id', 'token_id', 'tenant_id')`;
  const derived = ['token_usage_days'];
  expect(
    tables.map(({ name }) => name).filter((name) => !(name in data) && !derived.includes(name)),
  ).toEqual([]);
});

test('token list shows the usable tokens of a version, or those that expire before a day, of all users', async () => {
  const userId = await makeUser('vera@example.com', 'Vera');
  const token = { userId, environment: 'test', version: '2020-01-01' } as const;
  const expiresAt = new Date(Date.now() + DAY_MILLISECONDS);
  await createToken(db(), { ...token, name: 'Ends', expiresAt });
  await createToken(db(), { ...token, name: 'Stays' });
  const { id } = await createToken(db(), { ...token, name: 'Ended', expiresAt });
  await db().apiToken.update({ where: { id }, data: { revokedAt: new Date() } });
  const names = async (words: string) =>
    (await done(`token list ${words}`)).match(/(?:Ends|Stays|Ended)$/gm);
  expect(await names('--version 2020-01-01')).toEqual(['Ends', 'Stays']);
  expect(await names('--expires-before 2100-01-01')).toEqual(['Ends']);
  expect(
    await names(`--version 2020-01-01 --expires-before ${new Date().toISOString()}`),
  ).toBeNull();
  await db().apiToken.deleteMany({ where: { userId } });
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

test('commands that change accounts and tokens log a security event with the operating system account', async () => {
  const args = ['create', '--email', EMAIL, '--name', 'Told'];
  const { stderr } = await runCommand('src/commands/token.ts', args, {
    DATABASE_URL: database.url,
  });
  const { id: userId } = await existing(EMAIL);
  expect(JSON.parse(stderr.replace(target, ''))).toMatchObject({
    level: 'notice',
    'event.name': 'owner_api.security',
    'event.action': 'token-created',
    'owner_api.through': 'command',
    'owner_api.user_id': userId,
    'owner_api.token_id': expect.any(Number),
    'process.owner': commandOrigin().owner,
  });
  expect(stderr).not.toMatch(/@example|svc_/);
  const where = { through: 'command', processOwner: commandOrigin().owner };
  const kept = await db().activity.groupBy({ by: 'action', where });
  expect(kept.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['permissions-changed', 'token-revoked', 'user-erased', 'user-renamed']),
  );
});
