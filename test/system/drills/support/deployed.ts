// Nodes behind HAProxy that get other code one by one, under clients of versions whose answers are compared.
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../../../src/accounts/tokens.ts';
import { openDatabase } from '../../../../src/database/open-database.ts';
import { type Service, startService } from '../../../process/service.ts';
import { freePorts, startPostgresServer } from '../../../support/postgres-server.ts';
import type { Row } from '../drill.ts';
import type { Variables } from './both-databases.ts';
import { explain } from './load.ts';
import { startHaproxy } from './programs.ts';
import { type Exchange, runClients, type VersionClient } from './version-clients.ts';
import { type Known, populate, wrongly } from './version-exchanges.ts';

const NODES = 3;
/** HAProxy takes 3 s at this pace to notice a node that is not ready, and 2 s to notice that it is again. */
const PACE = 'inter 1000';
const DRAIN_SECONDS = 4;
const NOTICED_MILLISECONDS = 3_000;

/** Preloaded, it makes the service that of the rehearsed release. */
export const REHEARSED = { NODE_OPTIONS: `--import ${new URL('../../releases/preloaded.ts', import.meta.url).href}` };

/** What a node runs: this code if no other is given. */
export interface Code {
  readonly variables?: Variables;
  readonly start?: typeof startService;
}

export type Deployed = Awaited<ReturnType<typeof startDeployed>>;

/** The rows of a drill on three nodes, which begin with the code. */
export async function onDeployed(
  code: Code,
  drill: (deployed: Deployed) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  await using cleanup = new AsyncDisposableStack();
  return await drill(await startDeployed(cleanup, code));
}

async function startDeployed(cleanup: AsyncDisposableStack, first: Code) {
  const server = await startPostgresServer();
  cleanup.defer(server.stop);
  const ports = await freePorts(NODES);
  const { origin, stop } = await startHaproxy(ports, PACE);
  cleanup.defer(stop);
  const shared = { DATABASE_URL: server.url, PUBLIC_ORIGIN: origin, RATE_LIMIT_POINTS: '1000000' };
  const startNode = (port: number, { variables, start = startService }: Code) =>
    start({ ...shared, DRAIN_SECONDS: String(DRAIN_SECONDS), PORT: String(port), ...variables });
  const nodes: Service[] = [];
  cleanup.defer(async () => void (await Promise.all(nodes.map((node) => node.stop('SIGKILL')))));
  nodes.push(...(await Promise.all(ports.map((port) => startNode(port, first)))));
  await delay(NOTICED_MILLISECONDS);
  const { db, close } = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  cleanup.defer(close);
  const { owner, known } = await populate(db);

  /** Gives a node other code; HAProxy has noticed it after `noticed`. */
  async function replaceNode(index: number, code: Code): Promise<void> {
    await nodes[index]?.stop();
    nodes[index] = await startNode(ports[index] ?? 0, code);
  }
  const noticed = () => delay(NOTICED_MILLISECONDS);
  return {
    ...{ url: server.url, origin, db, replaceNode, noticed },
    nodes: () => [...nodes.keys()],
    origins: () => nodes.map((node) => node.origin),
    /** Gives every node the code, one after the other. */
    async replace(code: Code): Promise<void> {
      for (const index of nodes.keys()) {
        await replaceNode(index, code);
        await noticed();
      }
    },
    async clientOf(version: string, exchangesOf: (known: Known) => readonly Exchange[]): Promise<VersionClient> {
      const token = await createToken(db, { userId: owner, name: version, environment: 'test', version });
      return { token: token.value, exchanges: exchangesOf(known), first: new Map() };
    },
    /** The row of the clients' requests while the work goes on; an answer later than `within` has failed. */
    async under(
      what: string,
      clients: readonly VersionClient[],
      work: () => Promise<void>,
      within?: number,
    ): Promise<Row> {
      const before = await db.product.count();
      const done = new AbortController();
      const load = runClients(origin, clients, done.signal, within);
      await work().finally(() => done.abort());
      const result = await load;
      explain(what, result);
      return { ...result, what, lost: await wrongly(db, result, before) };
    },
  };
}
