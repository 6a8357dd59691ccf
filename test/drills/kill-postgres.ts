// Drill: PostgreSQL is killed under load, again and again; nodes answer 503 meanwhile, and every answered write is kept.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../process/service.ts';
import { freePort } from '../support/postgres-server.ts';
import type { Drill, Row } from './drill.ts';
import { countLost, explain, runLoad } from './support/load.ts';
import { createServer, kill, urlOf } from './support/replicated-servers.ts';

const KILLS = 8;
const BETWEEN_MILLISECONDS = 2_000;
const OUTAGE_MILLISECONDS = 500;
const START_ATTEMPTS = 50;
const CLIENTS = 16;
const MOST_REQUESTS = 100_000;
const PAUSE_MILLISECONDS = 5;

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

async function run(): Promise<Row[]> {
  const what = `PostgreSQL killed ${KILLS} times`;
  const directory = await mkdtemp(join(tmpdir(), 'killed-'));
  await chmod(directory, 0o755);
  const data = join(directory, 'data');
  const port = await freePort();
  await createServer(data, port, {}).initialise();
  let server = await startAgain(data, port);
  const service = await startService({ DATABASE_URL: urlOf(port), RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'silent' });
  const finished = new AbortController();
  const load = runLoad({
    origins: [service.origin],
    token: service.token,
    clients: CLIENTS,
    atMost: MOST_REQUESTS,
    until: finished.signal,
    pause: PAUSE_MILLISECONDS,
    allowed: [503],
  });
  try {
    for (let count = 0; count < KILLS; count++) {
      await delay(BETWEEN_MILLISECONDS);
      kill(server);
      await delay(OUTAGE_MILLISECONDS);
      server = await startAgain(data, port);
    }
    await delay(BETWEEN_MILLISECONDS);
  } finally {
    finished.abort();
    await load;
    await service.stop();
  }
  const result = await load;
  explain(what, result);
  const lost = await countLost({ databaseUrl: urlOf(port), dataDir: '' }, result.created);
  await server.stop();
  await rm(directory, { recursive: true, force: true });
  return [{ ...result, what, lost }];
}

export const drill: Drill = { needs: 'nothing, 1 minute', run };
