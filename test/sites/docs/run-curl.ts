// Runs the curl commands of examples, if curl is installed.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EVENTUALLY } from '../../support/eventually.ts';
import { has } from '../../support/programs.ts';

const run = promisify(execFile);

export const hasCurl = has('curl');

/** Runs a command that reads the token from the environment variable TOKEN. */
export async function runCurl(
  command: string,
  token: string,
): Promise<{ status: number; body: unknown }> {
  const options = { env: { ...process.env, TOKEN: token }, timeout: 4 * EVENTUALLY };
  const { stdout } = await run('sh', ['-c', command], options);
  const last = stdout.slice(stdout.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = last.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    body: body.trim() ? JSON.parse(body) : undefined,
  };
}
