// Runs the curl commands of examples, if curl is installed.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EVENTUALLY } from '../../support/eventually.ts';
import { has } from '../../support/programs.ts';

const run = promisify(execFile);

export const hasCurl = has('curl');

/** Runs a command that reads the token from the environment variable TOKEN. */
export async function runCurl(command: string, token: string) {
  const options = { env: { ...process.env, TOKEN: token }, timeout: 4 * EVENTUALLY };
  const { stdout } = await run('bash', ['-c', command], options);
  const text = stdout.replaceAll('\r', '');
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = last.split('\n\n');
  return {
    /** All that it printed. */
    text,
    status: Number(head.split(' ')[1]),
    body: body.trim() ? (JSON.parse(body) as unknown) : undefined,
  };
}
