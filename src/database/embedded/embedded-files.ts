// The files of the embedded database: created, migrated, and opened by PGlite.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { DatabaseOptions } from '../connection.ts';
import { missingMigrations } from '../migrations/applied-migrations.ts';
import { applyMigrations } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration-files.ts';
import { requireFreeSpace } from './data-directory.ts';
import { RESERVE_BYTES } from './disk-check.ts';
import { embeddedPool, embeddedSession } from './embedded-pool.ts';

/** Segments of the write-ahead log are 1 MB instead of 16, so that the next one needs less disk space. */
const INITDB_PARAMS = ['--wal-segsize=1'];
/** PostgreSQL allocates its buffers at startup, 128 MB by default; the kernel caches the files anyway. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
const NEW_DATABASE_BYTES = 32 * 2 ** 20;

/**
 * A new database is created and migrated as `postgres.new`, then renamed, so that a crash leaves either none or a
 * complete one.
 */
export async function openFiles(
  directory: string,
  migrations: Migration[],
  options: Partial<DatabaseOptions>,
) {
  if (!existsSync(directory)) {
    options.logger?.info(`Creating the database in ${dirname(directory)} …`);
    const unfinished = `${directory}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    requireFreeSpace(unfinished, NEW_DATABASE_BYTES + RESERVE_BYTES);
    const client = await openMigrated(unfinished, migrations);
    await client.close();
    await rename(unfinished, directory);
  }
  return openMigrated(directory, migrations, options);
}

async function openMigrated(
  directory: string,
  migrations: Migration[],
  options: Partial<DatabaseOptions> = {},
) {
  // PostgreSQL doesn't start with the empty lock file of a process killed during its start. This process has its own
  // lock.
  await rm(join(directory, 'postmaster.pid'), { force: true });
  const client = await PGlite.create(directory, {
    startParams: START_PARAMS,
    initDbStartParams: INITDB_PARAMS,
  }).catch((error: unknown) => {
    // PostgreSQL writes a little even at a start that only reads, and PGlite doesn't say what failed.
    requireFreeSpace(directory, RESERVE_BYTES);
    throw error;
  });
  try {
    const pool = embeddedPool(client);
    const missing = await missingMigrations(pool, migrations, options);
    if (missing.length > 0) {
      requireFreeSpace(directory, RESERVE_BYTES);
      await applyMigrations(() => embeddedSession(pool), migrations, options);
    }
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}
