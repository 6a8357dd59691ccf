// Global setup of the project `postgres`: a server, and on it a migrated database that each test copies. With
// POOLER=pgbouncer in the environment, tests reach their databases through PgBouncer in transaction mode.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/open-database.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { startPostgresServer } from './postgres-server.ts';

const name = 'template_of_tests';

export default async function setup(project: TestProject) {
  const server = await startPostgresServer();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  // A template is copied only when nobody is connected to it.
  await openDatabase({ databaseUrl: url.href, dataDir: '' }).then((database) => database.close());
  const pooler = process.env.POOLER === 'pgbouncer' ? await startPgbouncer(server.url) : undefined;
  project.provide('template', { kind: 'postgres', serverUrl: server.url, name, poolerPort: pooler?.port });
  return async () => {
    await pooler?.stop();
    await server.stop();
  };
}
