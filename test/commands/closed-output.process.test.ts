// Commands end quietly when the reader of their output ends first, as `npm run token -- list | head` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../src/commands/token.ts', import.meta.url));

test('a command whose output nobody reads ends without an error', async () => {
  const command = spawn(process.execPath, [COMMAND, '--help']);
  command.stdout.destroy();
  const [errors, [code]] = await Promise.all([text(command.stderr), once(command, 'close')]);
  expect([errors, code]).toEqual(['', 0]);
});
