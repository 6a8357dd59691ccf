// Global setup of the projects `postgres` and `releases`: one server for both, with a migrated database for each
// project that its tests copy.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPostgres } from './open-postgres.ts';
import { rowsAt } from './pg-client.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 31;

/** Each project has its own instance of this module. */
const shared = globalThis as { serverOfTests?: Promise<PostgresServer> };

/** Its files are in memory if there is room, which makes copying a database five times as fast. */
async function startServer(): Promise<PostgresServer> {
  const { bavail, bsize } = existsSync(MEMORY)
    ? await statfs(MEMORY)
    : { bavail: 0, bsize: 0 };
  if (bavail * bsize < ROOM_BYTES) return startPostgresServer();
  const directory = await mkdtemp(join(MEMORY, 'postgres-'));
  const server = await startPostgresServer({ directory });
  return {
    ...server,
    stop: () => server.stop().finally(() => rm(directory, { recursive: true, force: true })),
  };
}

export default async function setup(project: TestProject) {
  shared.serverOfTests ??= startServer();
  const server = await shared.serverOfTests;
  const name = `template_of_${project.name}`;
  await rowsAt(server.url, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  // A template can only be copied while nobody is connected to it.
  await openPostgres(url.href).then((database) => database.close());
  project.provide('template', { kind: 'postgres', serverUrl: server.url, name });
  return async () => {
    delete shared.serverOfTests;
    await server.stop();
  };
}
