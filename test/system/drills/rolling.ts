// The drill `rolling`: three nodes are restarted one after the other behind HAProxy and nginx, and no request fails.
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../support/postgres-server.ts';
import type { DrillOptions, Row } from './drill.ts';
import { underLoad, usualClient } from './support/load.ts';
import { startBusyLoops, startHaproxy, startNginx } from './support/programs.ts';
import {
  type Person,
  seed,
  startNodes,
  startPostgres,
  type Variables,
} from './support/servers.ts';

const NODES = 3;
const RESTARTS = 6;
const BUSY_LOOPS = 4;
const LOAD = { atOnce: 8, atLeast: 20_000 };
/** HAProxy takes 6 s to notice that a node is not ready, and 4 s to notice that it is again. */
const DRAIN_SECONDS = '8';
const NOTICED_MILLISECONDS = 5_000;

/** The balancer, and the busy loops beside it. */
const SCENES = {
  HAProxy: [startHaproxy, 0],
  nginx: [startNginx, 0],
  'HAProxy, busy machine': [startHaproxy, BUSY_LOOPS],
  'nginx, busy machine': [startNginx, BUSY_LOOPS],
} as const;

type Scene = (typeof SCENES)[keyof typeof SCENES];

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const { variables } = await startPostgres(cleanup);
  const { owner } = await seed(variables);
  const rows: Row[] = [];
  for (const [what, scene] of Object.entries(SCENES))
    rows.push(await restartBehind(what, scene, variables, owner));
  return rows;
}

async function restartBehind(
  what: string,
  [startBalancer, loops]: Scene,
  database: Variables,
  owner: Person,
): Promise<Row> {
  await using cleanup = new AsyncDisposableStack();
  const ports = await freePorts(NODES);
  const origin = await startBalancer(cleanup, ports);
  const nodes = await startNodes(cleanup, ports, { ...database, DRAIN_SECONDS });
  startBusyLoops(cleanup, loops);
  await delay(NOTICED_MILLISECONDS);
  const load = { ...LOAD, origins: [origin], clients: [usualClient(owner)] };
  return await underLoad(`${what}, ${RESTARTS} restarts`, database, load, async () => {
    for (let restart = 0; restart < RESTARTS; restart++) {
      await nodes.replace(restart % NODES);
      await delay(NOTICED_MILLISECONDS);
    }
  });
}
