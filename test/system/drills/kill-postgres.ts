// Drill: PostgreSQL is killed under load, again and again; nodes answer 503 meanwhile, and every answered write is kept.
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../process/service.ts';
import type { Row } from './drill.ts';
import { underLoad } from './support/load.ts';
import { startRestartableServer } from './support/postgres-servers.ts';

const KILLS = 8;
const BETWEEN_MILLISECONDS = 2_000;
const OUTAGE_MILLISECONDS = 500;
const CLIENTS = 16;
const MOST_REQUESTS = 100_000;
const PAUSE_MILLISECONDS = 5;

export async function run(): Promise<Row[]> {
  const what = `PostgreSQL killed ${KILLS} times`;
  const server = await startRestartableServer();
  const service = await startService({ DATABASE_URL: server.url, RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'silent' });
  const options = { clients: CLIENTS, atMost: MOST_REQUESTS, pause: PAUSE_MILLISECONDS, allowed: [503] };
  try {
    const database = { databaseUrl: server.url, dataDir: '' };
    const row = await underLoad(
      what,
      database,
      { ...options, origins: [service.origin], token: service.token },
      async () => {
        for (let count = 0; count < KILLS; count++) {
          await delay(BETWEEN_MILLISECONDS);
          await server.killAndStart(OUTAGE_MILLISECONDS);
        }
        await delay(BETWEEN_MILLISECONDS);
      },
    );
    return [row];
  } finally {
    await service.stop();
    await server.stop();
  }
}
