// The drill `integrity`: each response is exactly right for its user, while connections and servers go away.
import { setTimeout as delay } from 'node:timers/promises';
import { connectedClient } from '../../support/pg-client.ts';
import { freePorts } from '../../support/postgres-server.ts';
import type { DrillOptions, Row } from './drill.ts';
import { underLoad } from './support/load.ts';
import { createPeople } from './support/people.ts';
import { startNodes, startPostgres } from './support/servers.ts';

const PEOPLE = 200;
const PAUSE_MILLISECONDS = 500;
const CALM_MILLISECONDS = 10_000;
const ROUNDS = 6;
const TERMINATIONS = 20;
const BETWEEN_MILLISECONDS = 250;
const OUTAGE_MILLISECONDS = 500;

/** Closes some connections of the service. */
async function terminate(connectionString: string): Promise<void> {
  const client = await connectedClient(connectionString);
  await client.query(`
    SELECT pg_terminate_backend(pid) FROM (
      SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      ORDER BY random() LIMIT 3) AS chosen`);
  await client.end();
}

export async function run({ cleanup }: DrillOptions): Promise<Row[]> {
  const server = await startPostgres(cleanup, { settings: { synchronous_commit: 'on' } });
  const clients = await createPeople(server.variables, PEOPLE);
  const nodes = await startNodes(cleanup, await freePorts(2), server.variables);
  const load = {
    origins: nodes.origins,
    clients,
    atOnce: 1,
    pause: PAUSE_MILLISECONDS,
    isCutAllowed: true,
    onAway: () => {},
  };
  const work = async () => {
    await delay(CALM_MILLISECONDS);
    for (let round = 0; round < ROUNDS; round++) {
      for (let count = 0; count < TERMINATIONS; count++) {
        await terminate(server.url);
        await delay(BETWEEN_MILLISECONDS);
      }
      // In turn a node is stopped, PostgreSQL killed, and a node killed.
      if (round % 3 === 1) await server.killAndStart(OUTAGE_MILLISECONDS);
      else await nodes.replace(round % 2, undefined, round % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
    }
    await delay(CALM_MILLISECONDS);
  };
  return [await underLoad(`${PEOPLE} users, ${ROUNDS} rounds`, server.variables, load, work)];
}
