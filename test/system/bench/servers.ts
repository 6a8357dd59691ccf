// The benchmark's servers: child processes whose CPU time and memory can be read, all on one PostgreSQL server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import manifest from '../../../package.json' with { type: 'json' };
import { createToken } from '../../../src/accounts/tokens.ts';
import { fill, OWNER } from '../../support/fill.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';

interface Program {
  readonly script: string;
  readonly flags: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../../..');
const probe = join(import.meta.dirname, 'usage-probe.js');
const PRODUCTS = 10_000;

/** What `npm start` runs, without rate limits and image checks. */
const SERVICE: Program = {
  script: 'src/start.js',
  flags: manifest.scripts.start.split(' ').filter((word) => word.startsWith('--')),
  variables: { PORT: '0', RATE_LIMIT_POINTS: '2147483647', IMAGE_CHECK: 'simulate' },
};
const FLOOR: Program = { script: 'test/system/bench/floor.ts', flags: [], variables: {} };

/** Preloaded, it adds the rehearsed release to the service. */
const REHEARSED = new URL('../releases/preloaded.ts', import.meta.url).href;
/** The release day in the benchmark, so that its version can be used. */
const REHEARSED_DATE = '2026-01-01';

interface ServerOptions {
  readonly databaseUrl: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Options of Node, before the program's. */
  readonly flags?: readonly string[];
  /** The service by default. */
  readonly program?: Program;
  /** The working copy of the repository that has it; this one by default. */
  readonly directory?: string;
}

/** What `usage-probe.js` sends. */
export interface Usage {
  /** User and system time since the start. */
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
  /** The largest sample since the previous report. */
  readonly recentPeakRssBytes: number;
  /** The peak since the start. */
  readonly peakRssBytes: number;
}

/** A server in a run, and the rows that its requests name. */
export interface Target {
  readonly server: Awaited<ReturnType<typeof startServer>>;
  readonly scene: Scene;
}

/** A value for each server: the floor and the service on PostgreSQL, and others on request. */
export interface PerTarget<Value> {
  readonly floor: Value;
  readonly service: Value;
  readonly beside?: Value;
  /** A service with the rehearsed release, with tokens of that version and of the previous one. */
  readonly newer?: Value;
  readonly older?: Value;
}

/** Resolves when the server has printed its address. */
export async function startServer(cleanup: AsyncDisposableStack, options: ServerOptions) {
  const { databaseUrl, variables, flags = [], program = SERVICE, directory = root } = options;
  const { PATH = '', HOME = '' } = process.env;
  const logs = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanup.defer(() => rm(logs, { recursive: true, force: true }));
  const file = await open(join(logs, 'log'), 'a');
  const child = fork(join(directory, program.script), {
    cwd: directory,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      ...program.variables,
      ...variables,
      DATABASE_URL: databaseUrl,
    },
    execArgv: ['--import', probe, ...flags, ...program.flags],
    stdio: ['ignore', 'pipe', file.fd, 'ipc'],
  });
  await file.close();
  const ended = new Promise<undefined>((resolve) =>
    child.once('exit', () => resolve(undefined)),
  );
  const stop = async () => {
    child.kill();
    await ended;
  };
  cleanup.defer(stop);
  let printed = '';
  const address = new Promise<string>((resolve) =>
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (origin) resolve(origin);
    }),
  );
  const origin = await Promise.race([address, ended]);
  if (!origin)
    throw new Error(`${program.script} ended:\n${await readFile(join(logs, 'log'), 'utf8')}`);
  return {
    origin,
    async usage(): Promise<Usage> {
      const answer = once(child, 'message');
      child.send('usage');
      return (await answer)[0];
    },
    stop,
  };
}

export interface Wanted {
  readonly beside?: string;
  readonly older: boolean;
  readonly profile?: string;
}

/** Disposing of `cleanup` stops and removes everything, even after a failure halfway. */
export async function install(
  cleanup: AsyncDisposableStack,
  wanted: Wanted,
): Promise<PerTarget<Target>> {
  const { url: databaseUrl, stop } = await startPostgresServer();
  cleanup.defer(stop);
  const scene = await createScene(databaseUrl, PRODUCTS);
  const start = (options?: Partial<ServerOptions>) =>
    startServer(cleanup, { databaseUrl, ...options });
  // The first start after an installation compiles all modules, and later ones reuse them.
  await (await start()).stop();
  const floor = { scene, server: await start({ program: FLOOR }) };
  const flags = wanted.profile ? ['--cpu-prof', '--cpu-prof-dir', wanted.profile] : [];
  const targets = { floor, service: { scene, server: await start({ flags }) } };
  if (wanted.beside)
    Object.assign(targets, {
      beside: await startBeside(cleanup, resolve(wanted.beside), databaseUrl),
    });
  if (wanted.older) {
    const server = await start({
      flags: ['--import', REHEARSED],
      variables: { REHEARSED_DATE },
    });
    const newer = { scene: { ...scene, token: scene.rehearsedToken }, server };
    Object.assign(targets, { older: { scene, server }, newer });
  }
  return targets;
}

/** The service of another working copy, whose own code fills a database: its migrations may differ. */
async function startBeside(
  cleanup: AsyncDisposableStack,
  directory: string,
  serverUrl: string,
): Promise<Target> {
  const database = new URL(serverUrl);
  database.pathname = '/beside';
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query('CREATE DATABASE beside');
  await client.end();
  const itsServers: typeof import('./servers.ts') = await import(
    join(directory, 'test/system/bench/servers.ts')
  );
  const scene = await itsServers.createScene(database.href, PRODUCTS);
  const server = await startServer(cleanup, { databaseUrl: database.href, directory });
  return { scene, server };
}

/** The rows that requests name: IDs from 1 to the number of products or rentals. */
export interface Scene {
  readonly token: string;
  readonly products: number;
  readonly rentals: number;
  /** A token of the rehearsed version; in that version's scene it is the token. */
  readonly rehearsedToken?: string;
}

const RENTALS = 1_000;

/** Migrates and fills an empty database; all of its products and rentals belong to the owner. */
export async function createScene(databaseUrl: string, products: number): Promise<Scene> {
  const { db, close } = await openPostgres(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  const execute = (sql: string) => client.query(sql);
  const tokenOf = async (version: string) =>
    (await createToken(db, { userId: OWNER, name: 'Bench', environment: 'test', version }))
      .value;
  try {
    await client.connect();
    const ofOwner = { products, rentals: RENTALS, tokens: 1, days: 0 };
    await fill(execute, {
      users: 2,
      tokens: 2,
      products,
      rentals: RENTALS,
      events: 0,
      ofOwner,
    });
    // No rental in the benchmark is paid.
    await execute('TRUNCATE paid_accounts');
    await execute('VACUUM ANALYZE');
    const [token, rehearsedToken] = [
      await tokenOf(NEWEST_VERSION),
      await tokenOf(REHEARSED_DATE),
    ];
    return { token, rehearsedToken, products, rentals: RENTALS };
  } finally {
    await client.end();
    await close();
  }
}
