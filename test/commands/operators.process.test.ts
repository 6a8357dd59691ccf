// The commands for operators: each fault is a clear text on stderr, and the rules of the dashboard hold.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../process/service.ts';
import { migratedDirectory } from '../support/data-directory.ts';

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
beforeAll(async () => {
  directory = await migratedDirectory();
});
afterAll(() => directory.remove());

const run = (command: string, ...args: string[]) =>
  runCommand(`src/commands/${command}.ts`, args, { DATA_DIR: directory.path });

const EMAIL = 'olivia@example.com';

test('a user is created, gets permissions and a password, and a token by the rules of its name', async () => {
  const created = await run('user', 'create', '--email', EMAIL, '--name', 'Olivia');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toMatch(/^Created olivia@example\.com\.\nPassword: \S{24}\n/);
  expect(await run('user', 'create', '--email', EMAIL.toUpperCase(), '--name', 'O')).toMatchObject({ code: 1 });
  expect(await run('user', 'permissions', '--email', EMAIL, '--permissions', 'read')).toMatchObject({ code: 0 });
  expect((await run('user', 'password', '--email', EMAIL)).stdout).toContain('Password: ');

  const token = (name: string) => run('token', 'create', '--email', EMAIL, '--name', name);
  expect(await token(' Till ')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^svc_test_\w{34}\n/),
    stderr: '',
  });
  expect(await token('a\nb')).toEqual({ code: 1, stdout: '', stderr: 'Use no control characters.\n' });
}, 90_000);

describe('a faulty command line is answered with the usage, before the database is opened', () => {
  test.each([
    ['user', []],
    ['user', ['create', '--email', 'no address', '--name', 'x']],
    ['user', ['permissions', '--email', EMAIL]],
    ['user', ['permissions', '--email', EMAIL, '--permissions', 'admin']],
    ['user', ['create', '--password', 'secret']],
    ['token', ['create', '--email', EMAIL, '--name', ' ']],
    ['token', ['rename', '--email', EMAIL]],
    ['migration', ['--name', '../x']],
    ['migration', ['--nonsense']],
  ])('%s %j', async (command, args) => {
    const { code, stdout, stderr } = await runCommand(`src/commands/${command}.ts`, args, { DATA_DIR: '/dev/null/x' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Usage:\n  npm run ${command} -- `);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
