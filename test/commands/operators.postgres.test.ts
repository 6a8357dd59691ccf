// The commands for operators: each fault is a clear text on stderr, and the rules of the dashboard hold.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../src/accounts/users.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { runCommand } from '../process/service.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';

const EMAIL = 'olivia@example.com';

let database: FreshPostgres;
/** The first line of every command on stderr. */
let target: string;
beforeAll(async () => {
  database = await freshPostgres();
  const { host, pathname } = new URL(database.url);
  target = `database ${pathname.slice(1)} at ${host}, test\n`;
  const { db, close } = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  await createUser(db, { email: EMAIL, name: 'Olivia', permissions: ['READ'], password: 'correct horse battery' });
  await close();
});
afterAll(() => database.drop());

const run = (command: string, ...args: string[]) =>
  runCommand(`src/commands/${command}.ts`, args, { DATABASE_URL: database.url });

test('user create prints a generated password, and refuses an address twice in any case', async () => {
  const created = await run('user', 'create', '--email', 'Rita@example.com', '--name', 'Rita');
  expect(created).toMatchObject({ code: 0, stderr: target });
  expect(created.stdout).toMatch(/^Created Rita@example\.com\.\nPassword: \S{24}\n/);
  const again = await run('user', 'create', '--email', 'RITA@example.com', '--name', 'R');
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('already') });
});

test('user permissions and user password change an existing user alone', async () => {
  expect(await run('user', 'permissions', '--email', EMAIL, '--permissions', '')).toMatchObject({
    code: 0,
    stderr: target,
  });
  expect((await run('user', 'password', '--email', EMAIL)).stdout).toMatch(/\nPassword: \S{24}\n/);
  const unknown = await run('user', 'password', '--email', 'nobody@example.com');
  expect(unknown).toEqual({
    code: 1,
    stdout: '',
    stderr: `${target}No user has the e-mail address nobody@example.com\n`,
  });
});

test('token create follows the rules of the dashboard', async () => {
  const create = (name: string) => run('token', 'create', '--email', EMAIL, '--name', name);
  const stdout = expect.stringMatching(/^svc_test_\w{34}\n/);
  expect(await create(' Till ')).toEqual({ code: 0, stdout, stderr: target });
  expect(await create('a\nb')).toEqual({ code: 1, stdout: '', stderr: `${target}Use no control characters.\n` });
});

test('token create takes a last day, token list shows it, and revoke ends the token', async () => {
  const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const create = (expires: string) => run('token', 'create', '--email', EMAIL, '--name', 'Trial', '--expires', expires);
  expect(await create(lastDay)).toMatchObject({ code: 0, stderr: target });
  expect(await create('2020-01-01')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('\nThe last day is over'),
  });
  expect(await create('tomorrow')).toMatchObject({ code: 1, stderr: expect.stringContaining('YYYY-MM-DD') });
  const list = async () => (await run('token', 'list', '--email', EMAIL)).stdout;
  const [line = ''] = (await list()).split('\n');
  expect(line).toMatch(new RegExp(`  usable  expires at the end of ${lastDay} UTC  last used never  Trial$`));
  const [id = ''] = line.split(' ');
  expect(await run('token', 'revoke', '--email', EMAIL, '--id', id)).toMatchObject({ code: 0 });
  expect(await list()).toMatch(/ {2}revoked {2}.*Trial\n/);
  expect(await list()).toMatch(/ {2}usable {2}expires never {2}.*Till\n/);
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
    ['token', ['create', '--email', EMAIL, '--name', 'x', '--expires', '']],
    ['migration', ['--name', '../x'], 'test/database/migrations/new-migration.ts'],
    ['migration', ['--nonsense'], 'test/database/migrations/new-migration.ts'],
  ])('%s %j', async (command, args, file = `src/commands/${command}.ts`) => {
    const { code, stdout, stderr } = await runCommand(file, args, { DATA_DIR: '/dev/null/x' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Usage:\n  npm run ${command} -- `);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
