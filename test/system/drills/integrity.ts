// Drill: each answer is exactly the one for its user, id, version and document, while connections and servers go away.

import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../../process/service.ts';
import { freePorts } from '../../support/postgres-server.ts';
import type { Row } from './drill.ts';
import { LOADED, startCheckedLoad } from './support/checked/checked-load.ts';
import { APPLICATION, type Sql } from './support/checked/ledger.ts';
import { startRestartableServer } from './support/postgres-servers.ts';

const PEOPLE = 200;
const PAUSE_MILLISECONDS = 1_000;
const CALM_MILLISECONDS = 10_000;
const ROUNDS = 6;
const TERMINATIONS = 20;
const BETWEEN_MILLISECONDS = 250;

/** Ends some connections of the service, never one of the drill. */
const terminate = (sql: Sql) =>
  sql.ask(
    `SELECT pg_terminate_backend(pid) FROM (
       SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1
       ORDER BY random() LIMIT 3) AS chosen`,
    [APPLICATION],
  );

export async function run(): Promise<Row[]> {
  const server = await startRestartableServer();
  const ports = await freePorts(2);
  const variables = { ...LOADED, DATABASE_URL: server.url, LOG_LEVEL: 'silent' };
  const start = (index: number) => startService({ ...variables, PORT: String(ports[index]) });
  const nodes: Service[] = [await start(0), await start(1)];
  try {
    const origins = nodes.map(({ origin }) => origin);
    const load = await startCheckedLoad({
      databaseUrl: server.url,
      origins,
      people: PEOPLE,
      pause: PAUSE_MILLISECONDS,
    });
    await delay(CALM_MILLISECONDS);
    for (let round = 0; round < ROUNDS; round++) {
      for (let count = 0; count < TERMINATIONS; count++) {
        await terminate(load.sql);
        await delay(BETWEEN_MILLISECONDS);
      }
      // In turn a node is stopped, PostgreSQL restarted, a node killed.
      const index = round % 2;
      if (round % 3 === 1) await server.restart();
      else {
        await nodes[index]?.stop(round % 3 === 0 ? 'SIGTERM' : 'SIGKILL');
        nodes[index] = await start(index);
      }
    }
    await delay(CALM_MILLISECONDS);
    const stored = await load.finish();
    return [...load.tally.rows(true), stored];
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await server.stop();
  }
}
