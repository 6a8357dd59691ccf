// The drill `kill-server`: service processes are killed under load, and every answered write is there afterwards.

import { setTimeout as delay } from 'node:timers/promises';
import { runCommand, type Service, startService } from '../../process/service.ts';
import { freePorts } from '../../support/postgres-server.ts';
import type { Row } from './drill.ts';
import { onBothDatabases, type Tried } from './support/both-databases.ts';
import { underLoad } from './support/load.ts';

const KILLS = 10;
const BETWEEN_MILLISECONDS = 1_500;
const CLIENTS = 16;
const MOST_REQUESTS = 200_000;
/** While no node answers, clients try again after this time. */
const PAUSE_MILLISECONDS = 20;
const NO_LIMIT = '1000000';

export const run = () =>
  onBothDatabases(async (tried) => [
    await (tried.name === 'embedded'
      ? killUnderLoad('embedded, one node', 1, tried)
      : killUnderLoad('PostgreSQL, two nodes', 2, tried)),
  ]);

async function killUnderLoad(what: string, count: number, { variables, database }: Tried): Promise<Row> {
  const token = await seededToken(variables);
  const ports = await freePorts(count);
  const start = (port: number) => startService({ ...variables, PORT: String(port), RATE_LIMIT_POINTS: NO_LIMIT });
  const nodes: Service[] = await Promise.all(ports.map(start));
  const origins = nodes.map(({ origin }) => origin);
  const options = { clients: CLIENTS, atMost: MOST_REQUESTS, pause: PAUSE_MILLISECONDS, isCutAllowed: true };
  const killed = `${what}, killed ${KILLS} times`;
  try {
    return await underLoad(killed, database, { ...options, origins, token }, async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(BETWEEN_MILLISECONDS);
        const turn = kill % count;
        await nodes[turn]?.stop('SIGKILL');
        nodes[turn] = await start(ports[turn] ?? 0);
      }
    });
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

/** A token that no start removes: a use that a kill has cut off is not recorded, and starts remove unused ones of theirs. */
async function seededToken(variables: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await runCommand('src/commands/seed.ts', ['--json'], variables);
  return JSON.parse(stdout).users.owner.token;
}
