// A PostgreSQL server that a drill kills or restarts on its files, under the same address.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../support/postgres-server.ts';
import { createServer, kill, urlOf } from './replicated-servers.ts';

const START_ATTEMPTS = 50;

export interface RestartableServer {
  readonly url: string;
  /** Kills it as a power loss does, and starts it after these milliseconds. */
  killAndStart(outageMilliseconds: number): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRestartableServer(): Promise<RestartableServer> {
  const directory = await mkdtemp(join(tmpdir(), 'restartable-'));
  await chmod(directory, 0o755);
  const data = join(directory, 'data');
  const port = await freePort();
  await createServer(data, port, {}).initialise();
  let server = await startAgain(data, port);
  return {
    url: urlOf(port),
    async killAndStart(outageMilliseconds) {
      kill(server);
      await delay(outageMilliseconds);
      server = await startAgain(data, port);
    },
    async restart() {
      await server.stop();
      server = await startAgain(data, port);
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts on the files of a killed server, whose last processes may still hold its memory. */
async function startAgain(directory: string, port: number) {
  for (let attempt = 1; ; attempt++) {
    const server = createServer(directory, port, { synchronous_commit: 'on' });
    try {
      await server.start();
      return server;
    } catch (error) {
      if (attempt >= START_ATTEMPTS) throw error;
      await delay(100);
    }
  }
}
