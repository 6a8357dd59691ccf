// Opens the embedded database: PostgreSQL as WebAssembly (PGlite) in this process, on files below DATA_DIR.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Connection } from './connection.ts';
import { lockDirectory } from './directory-lock.ts';
import { embeddedAdapterFactory } from './embedded-adapter.ts';
import { applyMigrations, isMigrated } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';
import './whole-text.ts';

/** In milliseconds. PGlite has one connection, so a transaction waits for all earlier ones; less than 5 s in all. */
const transactionOptions = { maxWait: 2500, timeout: 2000 };

export async function openEmbedded(dataDir: string): Promise<Connection> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDir);
  try {
    const migrations = await readMigrations();
    const client = await openFiles(join(dataDir, 'postgres'), migrations);
    return {
      ...embeddedConnection(client),
      async close() {
        await client.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

export function embeddedConnection(client: PGlite): Connection {
  const factory = embeddedAdapterFactory(client);
  return { factory, pool: undefined, transactionOptions, close: () => client.close() };
}

/** A new database is created and migrated as `postgres.new`, then renamed: a process that dies leaves none or a whole one. */
async function openFiles(directory: string, migrations: Migration[]): Promise<PGlite> {
  if (!existsSync(directory)) {
    const unfinished = `${directory}.new`;
    await rm(unfinished, { recursive: true, force: true });
    const client = await openMigrated(unfinished, migrations);
    await client.close();
    await rename(unfinished, directory);
  }
  return openMigrated(directory, migrations);
}

async function openMigrated(directory: string, migrations: Migration[]): Promise<PGlite> {
  const client = await PGlite.create(directory);
  try {
    const database = await embeddedAdapterFactory(client).connect();
    if (!(await isMigrated(database, migrations))) await applyMigrations(database, migrations);
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}
