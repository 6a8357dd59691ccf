// The servers of the bench: PostgreSQL with data, the floor and the service on it, and others that are asked for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { createScene, REHEARSED_DATE } from './data.ts';
import type { Target } from './drive.ts';
import { SERVICE, startServer } from './measured-server.ts';
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

/** Preloaded, it makes the service that of the rehearsed release. */
const REHEARSED = new URL('../releases/preloaded.ts', import.meta.url).href;

/** Disposing of `cleanup` stops and removes everything, also after a failure half way. */
export async function install(cleanup: AsyncDisposableStack, options: Options): Promise<PerTarget<Target>> {
  const { workers, pglite, older, profile, beside } = options;
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const { url, stop } = await startPostgresServer();
  cleanup.defer(stop);
  const scene = await createScene({ databaseUrl: url, dataDir: '' }, PRODUCTS);
  const log = join(directory, 'log');
  const start = (database: Readonly<Record<string, string>>, flags: readonly string[] = [], from?: string) =>
    startServer(cleanup, {
      ...{ script: SERVICE.script, log, nodeFlags: [...flags, ...SERVICE.nodeFlags] },
      variables: { ...SERVICE.variables, WORKERS: String(workers), ...database },
      ...(from && { directory: resolve(from) }),
    });
  const onPostgres = { DATABASE_URL: url };
  // The first start after an installation compiles all modules, and every later one finds them compiled.
  await (await start(onPostgres)).stop();
  const floor = { scene, server: await startServer(cleanup, { script: FLOOR, variables: onPostgres, log }) };
  const profiled = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
  const targets = { floor, service: { scene, server: await start(onPostgres, profiled) } };
  if (beside) Object.assign(targets, { beside: { scene, server: await start(onPostgres, [], beside) } });
  if (older) {
    const server = await start({ ...onPostgres, REHEARSED_DATE }, ['--import', REHEARSED]);
    const newer = { scene: { ...scene, token: scene.rehearsedToken }, server };
    Object.assign(targets, { older: { scene, server }, newer });
  }
  if (pglite) {
    const embedded = { WORKERS: '1', DATA_DIR: join(directory, 'data') };
    const embeddedScene = await createScene({ databaseUrl: undefined, dataDir: embedded.DATA_DIR }, PRODUCTS);
    Object.assign(targets, { PGlite: { scene: embeddedScene, server: await start(embedded) } });
  }
  return targets;
}
