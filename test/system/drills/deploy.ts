// The drill `deploy`: nodes behind HAProxy are replaced by code with a migration, while a backup holds a lock for a minute.
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../../src/accounts/tokens.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { type Service, startService } from '../../process/service.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { V1 } from '../releases/rehearsal.ts';
import type { Row } from './drill.ts';
import { explain } from './support/load.ts';
import { freePorts, startHaproxy } from './support/programs.ts';
import { readLike } from './support/readers.ts';
import { playOnce, runClients, type VersionClient } from './support/version-clients.ts';
import { olderExchanges, populate, wrongly } from './support/version-exchanges.ts';

const NODES = 3;
/** As in the drill `release`. */
const PACE = 'inter 1000';
const DRAIN_SECONDS = 4;
const NOTICED_MILLISECONDS = 3_000;
const PRELOADED = new URL('../releases/preloaded.ts', import.meta.url).href;

const READER_MILLISECONDS = 60_000;
/** The bounds: of one request, and of the start from the end of the reader on. */
const REQUEST_WITHIN = 1_000;
const READY_WITHIN = 5_000;

export async function run(): Promise<readonly Row[]> {
  const server = await startPostgresServer();
  const ports = await freePorts(NODES);
  const balancer = await startHaproxy(ports, PACE);
  const nodes: Service[] = [];
  const variables = {
    DATABASE_URL: server.url,
    PUBLIC_ORIGIN: balancer.origin,
    RATE_LIMIT_POINTS: '1000000',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const startNode = (port: number, more = {}) => startService({ ...variables, PORT: String(port), ...more });
  /** The rehearsed release has a migration of the table that the backup reads. */
  const replace = async (index: number) => {
    await nodes[index]?.stop();
    nodes[index] = await startNode(ports[index] ?? 0, { NODE_OPTIONS: `--import ${PRELOADED}` });
  };
  try {
    nodes.push(...(await Promise.all(ports.map((port) => startNode(port)))));
    await delay(NOTICED_MILLISECONDS);
    return await deploy(server.url, balancer.origin, replace);
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await balancer.stop();
    await server.stop();
  }
}

async function deploy(url: string, origin: string, replace: (node: number) => Promise<void>): Promise<readonly Row[]> {
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  try {
    const { owner, known } = await populate(db);
    const token = await createToken(db, { userId: owner, name: 'Deploy', environment: 'test', version: V1 });
    const client: VersionClient = { token: token.value, exchanges: olderExchanges(known), first: new Map() };
    const result = { sent: 0, answered: 0, failed: 0, slowestMilliseconds: 0, created: [], failures: {} };
    await playOnce(origin, client, result);
    const before = await db.product.count();
    const done = new AbortController();
    const load = runClients(origin, [client], done.signal, REQUEST_WITHIN);
    const starts = await replaceBesideReader(url, replace).finally(() => done.abort());
    const loaded = await load;
    explain('deploy', loaded);
    return [
      { ...loaded, what: 'both surfaces, while nodes are replaced', lost: await wrongly(db, loaded, before) },
      ...starts,
    ];
  } finally {
    await close();
  }
}

/** Replaces the first node while the reader holds its lock, then the others. */
async function replaceBesideReader(url: string, replace: (node: number) => Promise<void>): Promise<Row[]> {
  const reader = readLike('backup', url, READER_MILLISECONDS);
  await delay(NOTICED_MILLISECONDS);
  await replace(0);
  const ready = performance.now();
  const { isEnded, endedAt } = await reader;
  const rows = [
    rowOf('the first new node, from the end of the reader on', Math.max(ready - endedAt, 0), READY_WITHIN),
    { ...rowOf('the reader, whose lock nobody took', READER_MILLISECONDS), failed: Number(isEnded) },
  ];
  await delay(NOTICED_MILLISECONDS);
  for (let node = 1; node < NODES; node++) {
    await replace(node);
    await delay(NOTICED_MILLISECONDS);
  }
  return rows;
}

function rowOf(what: string, slowestMilliseconds: number, within = Number.POSITIVE_INFINITY): Row {
  const failed = Number(slowestMilliseconds > within);
  return { what, sent: 1, answered: 1 - failed, failed, lost: 0, slowestMilliseconds };
}
