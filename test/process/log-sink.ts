// A service whose standard output and error are what a test makes of them, on a database of its own.
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { postgresUrl } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { freePort } from '../support/postgres-server.ts';
import { NODE_COMPILE_CACHE } from './service.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const [, ...START] = manifest.scripts.start.split(' ');

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** The statuses of this many requests, each of which is a line of the log. */
  request(count?: number): Promise<Set<number>>;
  /** The exit code, or the signal that killed the process. */
  ended(signal?: NodeJS.Signals): Promise<unknown>;
}

type Start = (env: NodeJS.ProcessEnv) => ChildProcess;

/** `onSpawned` is called before the service has loaded. */
export async function startWith(
  stdio: StdioOptions | Start,
  onSpawned: (child: ChildProcess) => void = () => {},
  variables: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const DATABASE_URL = await postgresUrl();
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATABASE_URL, PORT: `${port}`, ...variables };
  const child =
    typeof stdio === 'function'
      ? stdio(env)
      : spawn(process.execPath, START, { cwd: ROOT, env, stdio });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  onSpawned(child);
  const url = `http://127.0.0.1:${port}/readyz/${'x'.repeat(900)}`;
  // An open connection would delay the stop.
  const get = async () => (await fetch(url, { headers: { Connection: 'close' } })).status;
  await expect.poll(() => get().catch(() => 0), { timeout: 2 * EVENTUALLY }).toBe(404);
  return {
    child,
    port,
    async request(count = 1) {
      const statuses = new Set<number>();
      for (let sent = 0; sent < count; sent += 20)
        for (const status of await Promise.all(
          Array.from({ length: Math.min(20, count) }, get),
        ))
          statuses.add(status);
      return statuses;
    },
    async ended(signal = 'SIGTERM') {
      child.kill(signal);
      const [code, killed] = await exited;
      return code ?? killed;
    },
  };
}
