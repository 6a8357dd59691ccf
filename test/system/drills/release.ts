// The drill `release`: nodes behind HAProxy get the rehearsed release and lose it again, then two made-up ones in a row, under load.
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { type Service, startService } from '../../process/service.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { V1 } from '../releases/rehearsal.ts';
import type { Row } from './drill.ts';
import { explain } from './support/load.ts';
import { freePorts, startHaproxy } from './support/programs.ts';
import { shipReleases } from './support/shipped/ship.ts';
import { type Exchange, playOnce, runClients, type VersionClient } from './support/version-clients.ts';
import {
  keep,
  NEWER_CREATE,
  newerExchanges,
  OLDER_CREATE,
  olderExchanges,
  populate,
  refused,
  retried,
  wrongly,
} from './support/version-exchanges.ts';

const NODES = 3;
/** HAProxy takes 3 s at this pace to notice a node that is not ready, and 2 s to notice that it is again. */
const PACE = 'inter 1000';
const DRAIN_SECONDS = 4;
const NOTICED_MILLISECONDS = 3_000;
const DAY_MILLISECONDS = 86_400_000;
const PRELOADED = new URL('../releases/preloaded.ts', import.meta.url).href;

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

export const run = async (): Promise<readonly Row[]> => [...(await rehearseRelease()), ...(await shipReleases())];

async function rehearseRelease(): Promise<readonly Row[]> {
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
  /** A node of this code, with the rehearsed release if a day is given. */
  const startNode = (port: number, day?: string) =>
    startService({
      ...variables,
      PORT: String(port),
      ...(day && { NODE_OPTIONS: `--import ${PRELOADED}`, REHEARSED_DATE: day }),
    });
  const replace = async (day?: string) => {
    for (const [index, port] of ports.entries()) {
      await nodes[index]?.stop();
      nodes[index] = await startNode(port, day);
      await delay(NOTICED_MILLISECONDS);
    }
  };
  try {
    nodes.push(...(await Promise.all(ports.map((port) => startNode(port)))));
    await delay(NOTICED_MILLISECONDS);
    const opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    try {
      return await rehearse(balancer.origin, opened, replace);
    } finally {
      await opened.close();
    }
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await balancer.stop();
    await server.stop();
  }
}

type Replace = (day?: string) => Promise<void>;

/** `replace` gives every node, one after the other, the code with the rehearsed release of a day, or that without. */
async function rehearse(origin: string, { db }: Database, replace: Replace): Promise<readonly Row[]> {
  const [today, later] = [dayIn(0), dayIn(2)];
  const { owner, known } = await populate(db);
  const clientOf = async (version: string, exchanges: readonly Exchange[]): Promise<VersionClient> => {
    const token = await createToken(db, { userId: owner, name: version, environment: 'test', version });
    return { token: token.value, exchanges, first: new Map() };
  };
  const older = await clientOf(V1, olderExchanges(known));
  const newer = await clientOf(today, newerExchanges(known));
  const ofOlder = [
    { token: older.token, exchange: OLDER_CREATE },
    { token: newer.token, exchange: OLDER_CREATE, version: V1 },
  ];

  async function under(what: string, clients: readonly VersionClient[], work: () => Promise<void>): Promise<Row> {
    const before = await db.product.count();
    const done = new AbortController();
    const load = runClients(origin, clients, done.signal);
    await work().finally(() => done.abort());
    const result = await load;
    explain(what, result);
    return { ...result, what, lost: await wrongly(db, result, before) };
  }

  await playOnce(origin, older, { sent: 0, answered: 0, failed: 0, slowestMilliseconds: 0, created: [], failures: {} });
  const rows = [
    await under('a release of the future, and back', [older], async () => {
      await replace(later);
      await replace();
    }),
  ];
  const ofOldCode = await keep(origin, older.token, OLDER_CREATE);
  rows.push(
    await under('old code to new', [older], () => replace(today)),
    await retried('keys of old code, on new code', origin, ofOldCode, ofOlder),
  );
  const [ofNewCode, ofNewer] = [
    await keep(origin, older.token, OLDER_CREATE),
    await keep(origin, newer.token, NEWER_CREATE),
  ];
  rows.push(
    await under('new code to new, both versions', [older, newer], () => replace(today)),
    await retried('keys of the newer version', origin, ofNewer, [{ token: newer.token, exchange: NEWER_CREATE }]),
    await under('new code to old', [older], () => replace()),
    await retried('keys of new code, on old code', origin, ofNewCode, ofOlder),
    await refused(db, origin, newer),
  );
  return rows;
}
