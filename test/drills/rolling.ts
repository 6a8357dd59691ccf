// The drill `rolling`: three nodes are restarted one after the other behind HAProxy and nginx, and no request fails.
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../process/service.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import type { Drill, Row } from './drill.ts';
import { countLost, explain, runLoad } from './support/load.ts';
import { type Balancer, freePorts, startBusyLoops, startHaproxy, startNginx } from './support/programs.ts';

const NODES = 3;
const RESTARTS = 6;
const BUSY_LOOPS = 4;
const CLIENTS = 8;
const REQUESTS = { atLeast: 20_000, atMost: 200_000 };
/** HAProxy takes 6 s to notice a node that is not ready, and 4 s to notice that it is again. */
const DRAIN_SECONDS = 8;
const NOTICED_MILLISECONDS = 5_000;

type StartBalancer = (nodes: readonly number[]) => Promise<Balancer>;

const SCENES: readonly (readonly [string, StartBalancer, number])[] = [
  ['HAProxy', startHaproxy, 0],
  ['nginx', startNginx, 0],
  ['HAProxy, busy machine', startHaproxy, BUSY_LOOPS],
  ['nginx, busy machine', startNginx, BUSY_LOOPS],
];

export const drill: Drill = {
  needs: 'haproxy and nginx (apt-get install haproxy nginx), 6 minutes',
  async run() {
    const server = await startPostgresServer();
    try {
      const rows: Row[] = [];
      for (const [what, start, loops] of SCENES) rows.push(await restartBehind(what, start, loops, server.url));
      return rows;
    } finally {
      await server.stop();
    }
  },
};

async function restartBehind(what: string, start: StartBalancer, loops: number, url: string): Promise<Row> {
  const ports = await freePorts(NODES);
  const variables = { DATABASE_URL: url, RATE_LIMIT_POINTS: '1000000', DRAIN_SECONDS: String(DRAIN_SECONDS) };
  const startNode = (port: number) => startService({ ...variables, PORT: String(port) });
  const balancer = await start(ports);
  const nodes: Service[] = await Promise.all(ports.map(startNode));
  const endLoops = startBusyLoops(loops);
  try {
    await delay(NOTICED_MILLISECONDS);
    const restarted = new AbortController();
    const origins = [balancer.origin];
    const token = nodes[0]?.token ?? '';
    const load = runLoad({ origins, token, clients: CLIENTS, ...REQUESTS, until: restarted.signal });
    for (let restart = 0; restart < RESTARTS; restart++) {
      const turn = restart % NODES;
      await nodes[turn]?.stop();
      nodes[turn] = await startNode(ports[turn] ?? 0);
      await delay(NOTICED_MILLISECONDS);
    }
    restarted.abort();
    const result = await load;
    explain(what, result);
    return {
      ...result,
      what: `${what}, ${RESTARTS} restarts`,
      lost: await countLost({ databaseUrl: url, dataDir: '' }, result.created),
    };
  } finally {
    await endLoops();
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await balancer.stop();
  }
}
