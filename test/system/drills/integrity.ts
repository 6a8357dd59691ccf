// The drill `integrity`: each response is exactly right for its user, ID, version and document, while connections and
// servers go away.
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../support/postgres-server.ts';
import type { DrillOptions, Row } from './drill.ts';
import { LOADED, startCheckedLoad } from './support/checked/checked-load.ts';
import { APPLICATION, type Sql } from './support/checked/ledger.ts';
import { startNodes, startPostgres } from './support/servers.ts';

const PEOPLE = 200;
const PAUSE_MILLISECONDS = 1_000;
const CALM_MILLISECONDS = 10_000;
const ROUNDS = 6;
const TERMINATIONS = 20;
const BETWEEN_MILLISECONDS = 250;
const OUTAGE_MILLISECONDS = 500;

/** Closes some connections of the service, never one of the drill. */
const terminate = (sql: Sql) =>
  sql.ask(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1
       ORDER BY random() LIMIT 3) AS chosen`,
    [APPLICATION],
  );

export async function run({ cleanup }: DrillOptions): Promise<Row[]> {
  const server = await startPostgres(cleanup, { settings: { synchronous_commit: 'on' } });
  const nodes = await startNodes(cleanup, await freePorts(2), { ...LOADED, ...server.variables });
  const load = await startCheckedLoad(server.url, nodes.origins, PEOPLE, PAUSE_MILLISECONDS);
  await delay(CALM_MILLISECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (let count = 0; count < TERMINATIONS; count++) {
      await terminate(load.sql);
      await delay(BETWEEN_MILLISECONDS);
    }
    // In turn a node is stopped, PostgreSQL killed, and a node killed.
    if (round % 3 === 1) await server.killAndStart(OUTAGE_MILLISECONDS);
    else await nodes.replace(round % 2, undefined, round % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
  }
  await delay(CALM_MILLISECONDS);
  return await load.finish(true);
}
