// Commands whose output or log can't be written: a reader that has what it wants is no error, a full device is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createToken } from '../../src/accounts/tokens.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { EMAIL, openOperatorCommands } from './operator-commands.ts';

const COMMANDS = join(import.meta.dirname, '../../src/commands');
const CREATE = `node ${COMMANDS}/token.ts create --email ${EMAIL} --name n`;

const { db, url, existing } = await openOperatorCommands();

/** Runs a line of bash with the project's Node. */
async function shell(line: string) {
  const PATH = `${join(process.execPath, '..')}:${process.env.PATH}`;
  const child = spawn('bash', ['-c', line], { env: { PATH, DATABASE_URL: url } });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

const onLinux = test.skipIf(process.platform !== 'linux');

test('a command whose output nobody reads ends without an error', async () => {
  const command = spawn(process.execPath, [join(COMMANDS, 'token.ts'), '--help']);
  command.stdout.destroy();
  const [errors, [code]] = await Promise.all([text(command.stderr), once(command, 'close')]);
  expect([errors, code]).toEqual(['', 0]);
});

test('`token create 2>&1 | grep -m1 svc_` ends with the token, though its log has no reader any more', async () => {
  const { stdout } = await shell(
    `${CREATE} 2>&1 | grep -m1 svc_; echo "code \${PIPESTATUS[0]}"`,
  );
  expect(stdout).toMatch(/^svc_test_\w+\ncode 0\n$/);
});

onLinux('a log that takes no line costs a command nothing', async () => {
  const { code, stdout } = await shell(`${CREATE} 2>/dev/full`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^svc_test_/);
});

onLinux(
  'a token that is lost on a full device is an error, and the message says why',
  async () => {
    const { code, stderr } = await shell(`${CREATE} >/dev/full`);
    expect(code).toBe(1);
    expect(stderr).toContain('The output is incomplete: ENOSPC: no space left on device');
  },
);

test('a change goes on when its output has no reader', async () => {
  const { id: userId } = await existing(EMAIL);
  const token = { userId, name: 'n', environment: 'test', version: NEWEST_VERSION } as const;
  const ids = [await createToken(db, token), await createToken(db, token)].map(
    ({ id }) => id,
  );
  const revoke = `node ${COMMANDS}/token.ts revoke --ids-stdin`;
  const { stdout } = await shell(
    `${revoke} 2>/dev/null <<<"${ids.join('\n')}" | true; echo "code \${PIPESTATUS[0]}"`,
  );
  expect(stdout).toBe('code 0\n');
  const tokens = await db.apiToken.findMany({ where: { id: { in: ids } } });
  expect(tokens.map(({ revokedAt }) => revokedAt)).not.toContain(null);
});
