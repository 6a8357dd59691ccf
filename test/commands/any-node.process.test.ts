// `src/command.js` runs each command from any directory, even if the machine has an older Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');
const LAUNCHER = join(ROOT, 'src/command.js');
const MACHINES_NODE = '/usr/bin/node';

const majorOf = (node: string) => {
  try {
    return Number.parseInt(
      execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }),
      10,
    );
  } catch {
    return 0;
  }
};
const run = (node: string, ...args: string[]) => runFrom(LAUNCHER, node, ...args);
const runFrom = (launcher: string, node: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(node, [launcher, ...args], {
    cwd: '/',
    encoding: 'utf8',
    env: {},
  });
  return { status, stdout, stderr };
};

test.each([process.execPath, ...(majorOf(MACHINES_NODE) >= 20 ? [MACHINES_NODE] : [])])(
  '%s runs a command with its arguments and returns its exit code',
  (node) => {
    const help = {
      status: 0,
      stdout: expect.stringContaining('npm run user -- create'),
      stderr: '',
    };
    expect(run(node, 'user', '--help')).toEqual(help);
    const fault = {
      status: 1,
      stdout: '',
      stderr: expect.stringContaining("Unknown option '--nonsense'"),
    };
    expect(run(node, 'token', 'list', '--nonsense')).toEqual(fault);
  },
);

test('runs in a directory whose name has characters of a URL', async () => {
  await using directory = await temporaryDirectory();
  const copy = join(directory.path, 'a#b?c%20d');
  for (const path of ['src', 'prisma', 'package.json'])
    await cp(join(ROOT, path), join(copy, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const { status, stdout } = runFrom(
    join(copy, 'src/command.js'),
    process.execPath,
    'user',
    '-h',
  );
  expect([status, stdout]).toEqual([0, expect.stringContaining('npm run user -- create')]);
});

test.each(['', 'nonsense', 'command-line', '../start'])(
  'rejects the unknown command “%s” and lists the known ones',
  (name) => {
    expect(run(process.execPath, name)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Usage:\n  src/command.js migrate|token|user …\n',
    });
  },
);
