// Opens the embedded database: PostgreSQL as WebAssembly (PGlite) in this process, on files below DATA_DIR.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { Connection, WarningLog } from '../connection.ts';
import { readMigrations } from '../migrations/migrations.ts';
import { watchDirectory } from './data-directory.ts';
import { lockDirectory } from './directory-lock.ts';
import { guardDisk, reserveFor } from './disk-guard.ts';
import { embeddedAdapterFactory } from './embedded-adapter.ts';
import { openFiles, segmentBytesOf } from './embedded-files.ts';
import { OPENING_SECONDS, startWatchdog } from './watchdog.ts';
import './webassembly-compiler.ts';
import './whole-text.ts';

/** In milliseconds, less than 5 s in all. PGlite has one connection, so a transaction waits for all earlier ones. */
const TRANSACTION_OPTIONS = { maxWait: 2500, timeout: 2000 };

/** Seconds of CPU time that PGlite may block the process once its files are open. */
const RUNNING_SECONDS = 8;

export async function openEmbedded(dataDir: string, logger?: WarningLog): Promise<Connection> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDir);
  const watchdog = startWatchdog(dataDir, OPENING_SECONDS);
  const release = () => Promise.all([watchdog.stop(), unlock()]);
  try {
    const path = join(dataDir, 'postgres');
    const client = await openFiles(path, await readMigrations());
    const directory = watchDirectory(path);
    const reserve = reserveFor(await segmentBytesOf(client));
    watchdog.allow(RUNNING_SECONDS);
    const connection = embeddedConnection(client);
    return {
      ...connection,
      factory: guardDisk(connection.factory, client, { directory, reserve, logger }),
      async close() {
        // PGlite doesn't return if it can't write its last checkpoint.
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
  return { factory, pool: undefined, transactionOptions: TRANSACTION_OPTIONS, close: () => client.close() };
}
