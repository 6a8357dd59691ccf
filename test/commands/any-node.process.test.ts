// `src/command.js` runs each command from any directory, even if the machine has an older Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '../../src/command.js');
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
const run = (node: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(node, [LAUNCHER, ...args], {
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

test.each(['', 'nonsense', 'command-line', '../start'])(
  'rejects the unknown command “%s” and lists the known ones',
  (name) => {
    expect(run(process.execPath, name)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Usage:\n  src/command.js activity|import|migrate|replay|schema|token|user …\n',
    });
  },
);
