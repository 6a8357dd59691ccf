// Drill: the primary of two PostgreSQL servers dies under load, and its synchronous standby takes over.
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../process/service.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import type { Row } from './drill.ts';
import { underLoad } from './support/load.ts';
import { startReplicatedServers } from './support/postgres-servers.ts';
import { type Answer, type Node, rowOf, send, times } from './support/send.ts';

const CLIENTS = 8;
const MOST_REQUESTS = 100_000;
const PAUSE_MILLISECONDS = 5;
const CALM_MILLISECONDS = 3_000;
const OUTAGE_MILLISECONDS = 3_000;
const FOUND_WITHIN_MILLISECONDS = 2_000;
const ANSWER_WITHIN_MILLISECONDS = 5_500;

const create = (node: Node) => send(node, 'POST', '/product', { product: { title: 'Tent', rent: 1, sku: 's' } });

/** Creates until one is answered 201; its time is that since `start`. */
async function untilWritten(node: Node, start: number): Promise<Answer> {
  for (;;) {
    const answer = await create(node);
    const milliseconds = performance.now() - start;
    if (answer.status === 201 || milliseconds > 10 * FOUND_WITHIN_MILLISECONDS) return { ...answer, milliseconds };
    await delay(50);
  }
}

export async function run(): Promise<Row[]> {
  const servers = await startReplicatedServers();
  const proxy = await startTcpProxy(servers.primaryUrl);
  const start = () => startService({ DATABASE_URL: proxy.url, RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'silent' });
  const services = [await start(), await start()];
  // A start removes the unused token that the start before it printed.
  const token = services.at(-1)?.token ?? '';
  const nodes = services.map(({ origin }) => ({ origin, token }));
  const rows: Row[] = [];
  const onEach = async (request: (node: Node) => Promise<Answer>) =>
    (await Promise.all(nodes.map((node) => times(10, 2, () => request(node))))).flat();
  const scene = async () => {
    await delay(CALM_MILLISECONDS);
    servers.killPrimary();
    await delay(OUTAGE_MILLISECONDS);
    const within = ANSWER_WITHIN_MILLISECONDS;
    const read = (node: Node) => send(node, 'GET', '/product/1');
    rows.push(rowOf('reads without a primary', await onEach(read), [503], { within }));
    proxy.switchTo(servers.standbyUrl);
    rows.push(rowOf('reads with the address at a standby', await onEach(read), [503], { within }));
    rows.push(rowOf('/healthz meanwhile', await onEach((node) => send(node, 'GET', '/healthz')), [200]));
    await servers.promote();
    const promoted = performance.now();
    const found = await Promise.all(nodes.map((node) => untilWritten(node, promoted)));
    rows.push(rowOf('first write after the promotion', found, [201], { within: FOUND_WITHIN_MILLISECONDS }));
    await delay(CALM_MILLISECONDS);
  };
  const options = { clients: CLIENTS, atMost: MOST_REQUESTS, pause: PAUSE_MILLISECONDS, allowed: [503] };
  const origins = nodes.map(({ origin }) => origin);
  try {
    const database = { databaseUrl: servers.standbyUrl, dataDir: '' };
    rows.push(await underLoad('load all the time', database, { ...options, origins, token }, scene));
    return rows;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await proxy.close();
    await servers.stop();
  }
}
