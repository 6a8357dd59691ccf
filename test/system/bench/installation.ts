// The servers of the bench: PostgreSQL with data, the floor and the service on it, and others that are asked for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import manifest from '../../../package.json' with { type: 'json' };
import { openDatabase } from '../../../src/database/open-database.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { createScene, REHEARSED_DATE, rehearsedScene, type Scene } from './data.ts';
import type { Target } from './drive.ts';
import { type MeasuredServer, type ServerOptions, startServer } from './measured-server.ts';
import type { Options } from './options.ts';

/** A value for each server: the floor and the service on PostgreSQL; if asked for, others. */
export interface PerTarget<Value> {
  readonly floor: Value;
  readonly service: Value;
  readonly beside?: Value;
  readonly PGlite?: Value;
  /** A service with the rehearsed release, by tokens of that and of the version before. */
  readonly newer?: Value;
  readonly older?: Value;
}

const PRODUCTS = 10_000;
const FLOOR = 'test/system/bench/floor.ts';
/** The file and the flags of `npm start`. */
const SERVICE = 'src/start.js';
const SERVICE_FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** Preloaded, it makes the service that of the rehearsed release. */
const REHEARSED = new URL('../releases/preloaded.ts', import.meta.url).href;

/** Neither the throttle nor a network with images is a subject of the bench. */
const SERVICE_VARIABLES = { PORT: '0', RATE_LIMIT_POINTS: '2147483647', IMAGE_CHECK: 'simulate' };

/** Disposing of `cleanup` stops and removes everything, also after a failure half way. */
export async function install(cleanup: AsyncDisposableStack, options: Options): Promise<PerTarget<Target>> {
  const { workers, pglite, older, profile, beside } = options;
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const { url, scene, rehearsed } = await fillPostgres(cleanup);
  const start = async (name: string, options: Omit<ServerOptions, 'log'>): Promise<MeasuredServer> => {
    const server = await startServer({ ...options, log: join(directory, `${name}.log`) });
    cleanup.defer(() => server.stop());
    return server;
  };
  const onPostgres = { ...SERVICE_VARIABLES, DATABASE_URL: url, WORKERS: String(workers) };
  // The first start after an installation compiles all modules, and every later one finds them compiled.
  await (await start('first start', { script: SERVICE, variables: onPostgres, nodeFlags: SERVICE_FLAGS })).stop();
  const nodeFlags = [...SERVICE_FLAGS, ...(profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [])];
  const targets = {
    floor: { scene, server: await start('floor', { script: FLOOR, variables: { DATABASE_URL: url } }) },
    service: { scene, server: await start('service', { script: SERVICE, variables: onPostgres, nodeFlags }) },
  };
  if (beside) {
    const server = { script: SERVICE, directory: resolve(beside), variables: onPostgres, nodeFlags: SERVICE_FLAGS };
    Object.assign(targets, { beside: { scene, server: await start('beside', server) } });
  }
  if (older) {
    const variables = { ...onPostgres, REHEARSED_DATE };
    const server = await start('rehearsed', {
      ...{ script: SERVICE, variables, nodeFlags: ['--import', REHEARSED, ...SERVICE_FLAGS] },
    });
    Object.assign(targets, { older: { scene, server }, newer: { scene: rehearsed, server } });
  }
  if (!pglite) return targets;
  const embedded = { ...SERVICE_VARIABLES, DATA_DIR: join(directory, 'data') };
  const embeddedScene = await fillEmbedded(embedded.DATA_DIR);
  const server = await start('pglite', { script: SERVICE, variables: embedded, nodeFlags: SERVICE_FLAGS });
  return { ...targets, PGlite: { scene: embeddedScene, server } };
}

async function fillPostgres(cleanup: AsyncDisposableStack) {
  const postgres = await startPostgresServer();
  cleanup.defer(() => postgres.stop());
  const client = new pg.Client({ connectionString: postgres.url });
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  try {
    await client.connect();
    const scene = await createScene(database, (sql) => client.query(sql), PRODUCTS);
    return { url: postgres.url, scene, rehearsed: await rehearsedScene(database, scene) };
  } finally {
    await client.end();
    await database.close();
  }
}

async function fillEmbedded(dataDir: string): Promise<Scene> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await createScene(database, (sql) => database.db.$executeRawUnsafe(sql), PRODUCTS);
  } finally {
    await database.close();
  }
}
