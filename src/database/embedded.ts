// Opens the embedded database: PostgreSQL as WebAssembly (PGlite) in this process, on files below DATA_DIR.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Connection, WarningLog } from './connection.ts';
import { freeBytesOf, inMegabytes, watchDirectory } from './data-directory.ts';
import { DatabaseOpenError } from './database-errors.ts';
import { lockDirectory } from './directory-lock.ts';
import { guardDisk, reserveFor } from './disk-guard.ts';
import { embeddedAdapterFactory } from './embedded-adapter.ts';
import { applyMigrations, isMigrated } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { startWatchdog } from './watchdog.ts';
import './whole-text.ts';

/** In milliseconds. PGlite has one connection, so a transaction waits for all earlier ones; less than 5 s in all. */
const transactionOptions = { maxWait: 2500, timeout: 2000 };

/** Seconds that PGlite may block the process: while it creates or recovers its files, and afterwards. */
const blockedSeconds = { opening: 60, running: 8 };

/** Segments of the write-ahead log, of 1 MB instead of 16: the next one needs less space on the disk. */
const segments = { megabytes: 1, initDbStartParams: ['--wal-segsize=1'] };
/** Bytes of a new database without data. */
const newDatabaseBytes = 32 * 2 ** 20;

export async function openEmbedded(dataDir: string, logger?: WarningLog): Promise<Connection> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDir);
  const watchdog = startWatchdog(dataDir, blockedSeconds.opening);
  const release = () => Promise.all([watchdog.stop(), unlock()]);
  try {
    const path = join(dataDir, 'postgres');
    const client = await openFiles(path, await readMigrations());
    const directory = watchDirectory(path);
    const reserve = reserveFor(await segmentBytesOf(client));
    watchdog.allow(blockedSeconds.running);
    const connection = embeddedConnection(client);
    return {
      ...connection,
      factory: guardDisk(connection.factory, client, { directory, reserve, logger }),
      async close() {
        // Without its directory PGlite can't write its last checkpoint, and doesn't return.
        if (directory.freeBytes() !== undefined) await client.close();
        await release();
      },
    };
  } catch (error) {
    await release();
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
    await mkdir(unfinished, { mode: 0o700 });
    refuseFullDisk(unfinished, newDatabaseBytes + reserveFor(segments.megabytes * 2 ** 20));
    const client = await openMigrated(unfinished, migrations);
    await client.close();
    await rename(unfinished, directory);
  }
  return openMigrated(directory, migrations);
}

async function openMigrated(directory: string, migrations: Migration[]): Promise<PGlite> {
  const client = await PGlite.create(directory, { initDbStartParams: segments.initDbStartParams });
  try {
    const database = await embeddedAdapterFactory(client).connect();
    if (!(await isMigrated(database, migrations))) {
      refuseFullDisk(directory, reserveFor(await segmentBytesOf(client)));
      await applyMigrations(database, migrations);
    }
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function segmentBytesOf(client: PGlite): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT setting::int AS bytes FROM pg_settings WHERE name = 'wal_segment_size'`,
  );
  return rows[0]?.bytes ?? 0;
}

function refuseFullDisk(directory: string, needed: number): void {
  const free = freeBytesOf(directory);
  if (free >= needed) return;
  throw new DatabaseOpenError(
    `The disk of ${directory} has ${inMegabytes(free)} free, and the database needs ${inMegabytes(needed)} to begin.`,
  );
}
