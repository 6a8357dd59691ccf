// The servers of the bench: PostgreSQL with data, the floor and the service on it, and the service on an embedded database.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../src/database/open-database.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { createScene, type Execute, type Scene } from './data.ts';
import type { Target } from './drive.ts';
import { startServer } from './measured-server.ts';
import type { Usage } from './usage-probe.ts';

export interface InstallationOptions {
  readonly products: number;
  /** Whether the service also runs on an embedded database. */
  readonly pglite: boolean;
  /** The directory for a CPU profile of the service on PostgreSQL. */
  readonly profile: string | undefined;
}

export interface Installation {
  readonly targets: readonly Target[];
  /** Memory of each target before its first request. */
  readonly idle: readonly Usage[];
  /** Runs a statement on the PostgreSQL server. */
  readonly execute: Execute;
  stop(): Promise<void>;
}

/** Neither the throttle nor the images of the created products are the subject of the bench. */
const SERVICE_VARIABLES = { PORT: '0', RATE_LIMIT_POINTS: '2147483647', IMAGE_CHECK: 'simulate' };

export async function install(options: InstallationOptions): Promise<Installation> {
  const cleanup = new AsyncDisposableStack();
  try {
    const directory = await mkdtemp(join(tmpdir(), 'bench-'));
    cleanup.defer(() => rm(directory, { recursive: true, force: true }));
    const { url, execute, scene } = await fillPostgres(cleanup, options.products);
    const start = async (
      name: string,
      scene: Scene,
      script: string,
      variables: Record<string, string>,
      nodeFlags: string[] = [],
    ) => {
      const server = await startServer({ script, variables, nodeFlags, log: join(directory, `${name}.log`) });
      cleanup.defer(() => server.stop());
      return { name, server, scene };
    };
    const { profile } = options;
    const flags = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
    const targets = [
      await start('floor', scene, 'test/bench/floor.ts', { DATABASE_URL: url }),
      await start('service', scene, 'src/main.ts', { ...SERVICE_VARIABLES, DATABASE_URL: url }, flags),
    ];
    if (options.pglite) {
      const variables = { ...SERVICE_VARIABLES, DATA_DIR: join(directory, 'data') };
      const scene = await fillEmbedded(variables.DATA_DIR, options.products);
      targets.push(await start('PGlite', scene, 'src/main.ts', variables));
    }
    const idle = await Promise.all(targets.map(({ server }) => server.usage()));
    return { targets, idle, execute, stop: () => cleanup.disposeAsync() };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

async function fillPostgres(cleanup: AsyncDisposableStack, products: number) {
  const postgres = await startPostgresServer();
  cleanup.defer(() => postgres.stop());
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    cleanup.defer(() => client.end());
    const execute: Execute = (sql) => client.query(sql);
    return { url: postgres.url, execute, scene: await createScene(database, execute, products) };
  } finally {
    await database.close();
  }
}

async function fillEmbedded(dataDir: string, products: number): Promise<Scene> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await createScene(database, (sql) => database.db.$executeRawUnsafe(sql), products);
  } finally {
    await database.close();
  }
}
