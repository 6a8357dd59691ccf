// The drill `rolling`: three nodes are restarted one after the other behind HAProxy and nginx, and no request fails.
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../../process/service.ts';
import { freePorts, startPostgresServer } from '../../support/postgres-server.ts';
import type { Row } from './drill.ts';
import { underLoad } from './support/load.ts';
import { type Balancer, startBusyLoops, startHaproxy, startNginx } from './support/programs.ts';

const NODES = 3;
const RESTARTS = 6;
const BUSY_LOOPS = 4;
const CLIENTS = 8;
const REQUESTS = { atLeast: 20_000, atMost: 200_000 };
/** HAProxy takes 6 s to notice a node that is not ready, and 4 s to notice that it is again. */
const DRAIN_SECONDS = 8;
const NOTICED_MILLISECONDS = 5_000;

type StartBalancer = (nodes: readonly number[]) => Promise<Balancer>;

interface Scene {
  readonly what: string;
  readonly start: StartBalancer;
  readonly loops?: number;
  /** The processes of each node. */
  readonly workers?: number;
}

const SCENES: readonly Scene[] = [
  { what: 'HAProxy', start: startHaproxy },
  { what: 'nginx', start: startNginx },
  { what: 'HAProxy, busy machine', start: startHaproxy, loops: BUSY_LOOPS },
  { what: 'nginx, busy machine', start: startNginx, loops: BUSY_LOOPS },
  { what: 'HAProxy, two workers', start: startHaproxy, workers: 2 },
];

export async function run(): Promise<readonly Row[]> {
  const server = await startPostgresServer();
  try {
    const rows: Row[] = [];
    for (const scene of SCENES) rows.push(await restartBehind(scene, server.url));
    return rows;
  } finally {
    await server.stop();
  }
}

async function restartBehind({ what, start, loops = 0, workers = 1 }: Scene, url: string): Promise<Row> {
  const ports = await freePorts(NODES);
  const variables = {
    DATABASE_URL: url,
    WORKERS: String(workers),
    RATE_LIMIT_POINTS: '1000000',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const startNode = (port: number) => startService({ ...variables, PORT: String(port) });
  const balancer = await start(ports);
  const nodes: Service[] = await Promise.all(ports.map(startNode));
  const endLoops = startBusyLoops(loops);
  try {
    await delay(NOTICED_MILLISECONDS);
    const options = { origins: [balancer.origin], token: nodes[0]?.token ?? '', clients: CLIENTS, ...REQUESTS };
    const database = { databaseUrl: url, dataDir: '' };
    return await underLoad(`${what}, ${RESTARTS} restarts`, database, options, async () => {
      for (let restart = 0; restart < RESTARTS; restart++) {
        const turn = restart % NODES;
        await nodes[turn]?.stop();
        nodes[turn] = await startNode(ports[turn] ?? 0);
        await delay(NOTICED_MILLISECONDS);
      }
    });
  } finally {
    await endLoops();
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await balancer.stop();
  }
}
