// What a drill exercises: nodes of the service, on an embedded database or a PostgreSQL server, with demo data.
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../../src/database/db.ts';
import { openDatabase } from '../../../../src/database/open-database.ts';
import { DEMO_IDS } from '../../../../src/demo/demo-data.ts';
import { prepareDemoOwner } from '../../../../src/demo/demo-owner.ts';
import { type Service, startService } from '../../../process/service.ts';
import { NEWEST_VERSION } from '../../../support/newest-version.ts';
import { connectedClient } from '../../../support/pg-client.ts';
import {
  type PostgresServerOptions,
  startPostgresServer,
} from '../../../support/postgres-server.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import type { RanOperation, Row } from '../drill.ts';

export type Variables = Readonly<Record<string, string>>;

/** What a node runs; by default the code here. */
export interface Code {
  readonly variables?: Variables;
  readonly start?: typeof startService;
}

export async function startPostgres(
  cleanup: AsyncDisposableStack,
  options?: PostgresServerOptions,
) {
  const server = await startPostgresServer(options);
  cleanup.defer(() => server.stop());
  return { ...server, variables: { DATABASE_URL: server.url } };
}

/** The rows of an embedded database, then of a PostgreSQL server. */
export async function onBothDatabases(
  drill: (
    cleanup: AsyncDisposableStack,
    name: string,
    variables: Variables,
  ) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of ['embedded', 'PostgreSQL']) {
    await using cleanup = new AsyncDisposableStack();
    const { path, remove } = await temporaryDirectory();
    cleanup.defer(remove);
    const variables =
      name === 'embedded' ? { DATA_DIR: path } : (await startPostgres(cleanup)).variables;
    rows.push(...(await drill(cleanup, name, variables)));
  }
  return rows;
}

/** A node on each of the ports, with a rate limit that no drill reaches. */
export async function startNodes(
  cleanup: AsyncDisposableStack,
  ports: readonly number[],
  shared: Variables,
  first: Code = {},
) {
  const startNode = (port: number, { variables, start = startService }: Code) =>
    start({
      RATE_LIMIT_POINTS: '1000000',
      ...shared,
      PORT: String(port),
      ...variables,
    });
  const nodes: Service[] = [];
  const stop = async (signal?: NodeJS.Signals) =>
    void (await Promise.all(nodes.map((node) => node.stop(signal))));
  cleanup.defer(() => stop('SIGKILL'));
  for (const port of ports) nodes.push(await startNode(port, first));
  return {
    origins: nodes.map(({ origin }) => origin),
    stop,
    /** Stops a node, and starts it again on its port with this code. */
    async replace(index: number, code = first, signal?: NodeJS.Signals): Promise<void> {
      await nodes[index]?.stop(signal);
      nodes[index] = await startNode(ports[index] ?? 0, code);
    },
  };
}

export async function startNode(
  cleanup: AsyncDisposableStack,
  variables: Variables,
): Promise<Service> {
  let service: Service | undefined;
  await startNodes(cleanup, [0], variables, {
    start: async (all) => (service = await startService(all)),
  });
  return service as Service;
}

/** A demo user, and one of their products. */
export interface Person {
  readonly who: string;
  readonly token: string;
  readonly product: number;
}

/** Before the first start. */
export const seed = (variables: Variables): Promise<{ owner: Person; rival: Person }> =>
  withDatabase(variables, async (db) => {
    const token = { environment: 'test', version: NEWEST_VERSION, name: 'Drill' } as const;
    const { owner = '', rival = '' } = (await prepareDemoOwner(db, token))?.tokens ?? {};
    const { tent, rivals } = DEMO_IDS.products;
    return {
      owner: { who: 'the same user', token: owner, product: tent },
      rival: { who: 'another user', token: rival, product: rivals },
    };
  });

/** An embedded database is free when its node has ended. */
export async function withDatabase<Result>(
  variables: Variables,
  work: (db: Database['db']) => Promise<Result>,
) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = variables;
  const { db, close } = await openDatabase({ databaseUrl, dataDir });
  return await work(db).finally(close);
}

/** Locks products, as a backup does; returns whether its transaction lasted that long, and when it ended. */
export async function readLikeBackup(
  url: string,
  milliseconds: number,
): Promise<RanOperation & { endedAt: number }> {
  const client = await connectedClient(url, 'backup');
  await client.query(
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE products IN ACCESS SHARE MODE',
  );
  await delay(milliseconds);
  const fault = await client.query('COMMIT').then(() => undefined, String);
  const endedAt = performance.now();
  await client.end();
  return { milliseconds, fault, endedAt };
}
