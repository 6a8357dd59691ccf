// The drill `rolling`: three nodes are restarted one after the other behind HAProxy and nginx, and no request fails.
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../support/postgres-server.ts';
import type { DrillOptions, Row } from './drill.ts';
import { underLoad, usualClient } from './support/load.ts';
import { startBusyLoops, startHaproxy, startNginx } from './support/programs.ts';
import { type Person, seed, startNodes, startPostgres, type Variables } from './support/servers.ts';

const NODES = 3;
const RESTARTS = 6;
const BUSY_LOOPS = 4;
const LOAD = { atOnce: 8, atLeast: 20_000 };
/** HAProxy takes 6 s to notice a node that is not ready, and 4 s to notice that it is again. */
const DRAIN_SECONDS = '8';
const NOTICED_MILLISECONDS = 5_000;

interface Scene {
  readonly what: string;
  readonly startBalancer: typeof startHaproxy;
  readonly loops?: number;
  /** The processes of each node. */
  readonly workers?: number;
}

const SCENES: readonly Scene[] = [
  { what: 'HAProxy', startBalancer: startHaproxy },
  { what: 'nginx', startBalancer: startNginx },
  { what: 'HAProxy, busy machine', startBalancer: startHaproxy, loops: BUSY_LOOPS },
  { what: 'nginx, busy machine', startBalancer: startNginx, loops: BUSY_LOOPS },
  { what: 'HAProxy, two workers', startBalancer: startHaproxy, workers: 2 },
];

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const { variables } = await startPostgres(cleanup);
  const { owner } = await seed(variables);
  const rows: Row[] = [];
  for (const scene of SCENES) rows.push(await restartBehind(scene, variables, owner));
  return rows;
}

async function restartBehind(scene: Scene, database: Variables, owner: Person): Promise<Row> {
  const { what, startBalancer, loops = 0, workers = 1 } = scene;
  await using cleanup = new AsyncDisposableStack();
  const ports = await freePorts(NODES);
  const origin = await startBalancer(cleanup, ports);
  const nodes = await startNodes(cleanup, ports, { ...database, DRAIN_SECONDS, WORKERS: String(workers) });
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
