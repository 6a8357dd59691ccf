// The servers of the bench: child processes whose CPU time and memory can be read, and those of a run, on one PostgreSQL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import manifest from '../../../package.json' with { type: 'json' };
import { createToken } from '../../../src/accounts/tokens.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { fill, OWNER } from '../../support/fill.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';

interface Program {
  readonly script: string;
  readonly flags: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../../..');
const probe = join(import.meta.dirname, 'usage-probe.js');
const PRODUCTS = 10_000;

/** What `npm start` runs. Neither the throttle nor a network with images is a subject of the bench. */
const SERVICE: Program = {
  script: 'src/start.js',
  flags: manifest.scripts.start.split(' ').filter((word) => word.startsWith('--')),
  variables: { PORT: '0', RATE_LIMIT_POINTS: '2147483647', IMAGE_CHECK: 'simulate' },
};
const FLOOR: Program = { script: 'test/system/bench/floor.ts', flags: [], variables: {} };

interface ServerOptions {
  readonly databaseUrl: string;
  /** The service where absent. */
  readonly program?: Program;
  /** The working copy of the repository that has it; this one where absent. */
  readonly directory?: string;
}

/** What `usage-probe.js` sends. */
export interface Usage {
  /** User and system time since the start. */
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
  /** The largest sample since the answer before. */
  readonly recentPeakRssBytes: number;
  /** The peak since the start. */
  readonly peakRssBytes: number;
}

/** A server of a run, and the rows that its requests name. */
export interface Target {
  readonly server: Awaited<ReturnType<typeof startServer>>;
  readonly scene: Scene;
}

/** A value for each server: the floor and the service; if asked for, the one beside. */
export interface PerTarget<Value> {
  readonly floor: Value;
  readonly service: Value;
  readonly beside?: Value;
}

/** Resolves when the server has printed its address. */
export async function startServer(cleanup: AsyncDisposableStack, options: ServerOptions) {
  const { databaseUrl, program = SERVICE, directory = root } = options;
  const { PATH = '', HOME = '' } = process.env;
  const logs = await mkdtemp(join(tmpdir(), 'bench-'));
  cleanup.defer(() => rm(logs, { recursive: true, force: true }));
  const file = await open(join(logs, 'log'), 'a');
  const child = fork(join(directory, program.script), {
    cwd: directory,
    env: { PATH, HOME, NODE_ENV: 'production', ...program.variables, DATABASE_URL: databaseUrl },
    execArgv: ['--import', probe, ...program.flags],
    stdio: ['ignore', 'pipe', file.fd, 'ipc'],
  });
  await file.close();
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)));
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
  if (!origin) throw new Error(`${program.script} ended:\n${await readFile(join(logs, 'log'), 'utf8')}`);
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

/** Disposing of `cleanup` stops and removes everything, also after a failure half way. */
export async function install(cleanup: AsyncDisposableStack, beside: string | undefined): Promise<PerTarget<Target>> {
  const { url: databaseUrl, stop } = await startPostgresServer();
  cleanup.defer(stop);
  const scene = await createScene(databaseUrl, PRODUCTS);
  const start = async (options?: Partial<ServerOptions>) => ({
    scene,
    server: await startServer(cleanup, { databaseUrl, ...options }),
  });
  // The first start after an installation compiles all modules, and every later one finds them compiled.
  await (await start()).server.stop();
  const targets = { floor: await start({ program: FLOOR }), service: await start() };
  if (beside) Object.assign(targets, { beside: await start({ directory: resolve(beside) }) });
  return targets;
}

/** The rows that requests name: ids from 1 to the number of products or rentals. */
export interface Scene {
  readonly token: string;
  readonly products: number;
  readonly rentals: number;
}

const RENTALS = 1_000;

/** Migrates and fills an empty database; all of its products and rentals are of the owner. */
export async function createScene(databaseUrl: string, products: number): Promise<Scene> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    const ofOwner = { products, rentals: RENTALS, tokens: 1, hours: 0 };
    const size = { users: 2, tokens: 2, products, rentals: RENTALS, events: 0, ofOwner };
    await fill((sql) => client.query(sql), size);
    // No rental of the bench is paid.
    await client.query('TRUNCATE paid_accounts');
    await client.query('VACUUM ANALYZE');
    const issued = { userId: OWNER, name: 'Bench', environment: 'test', version: NEWEST_VERSION } as const;
    return { token: (await createToken(db, issued)).value, products, rentals: RENTALS };
  } finally {
    await client.end();
    await close();
  }
}
