// Opens the embedded database: PostgreSQL as WebAssembly (PGlite) in this process, with its files below DATA_DIR.
import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { DatabaseLog, DatabaseOptions } from '../connection.ts';
import { type Database, Db, disconnect } from '../db.ts';
import { guarded } from '../guarded-adapter.ts';
import { readMigrations } from '../migrations/migration-files.ts';
import { filesIn, freeBytesOf, lockDirectory, makeWritable } from './data-directory.ts';
import { diskCheck } from './disk-check.ts';
import { openFiles } from './embedded-files.ts';
import { embeddedPool } from './embedded-pool.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * Uses only V8's baseline compiler: the optimizing one takes 600 MB for a single PGlite function and makes requests no
 * faster. `--liftoff-only` implies the other flags on the command line, but not in a running process.
 */
const FLAGS = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

for (const flag of FLAGS) setFlagsFromString(flag);

/** In milliseconds, less than 5 s in total. PGlite has one connection, so a transaction waits for all earlier ones. */
const TRANSACTION_OPTIONS = { maxWait: 2500, timeout: 2000 };

export async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, logger } = options;
  await makeWritable(dataDir);
  const lock = await lockDirectory(dataDir);
  const stopWatchdog = startWatchdog(dataDir);
  const release = () => stopWatchdog().finally(lock.release);
  try {
    const directory = filesIn(dataDir);
    const freeBytes = () => (lock.isHeld() ? freeBytesOf(directory) : undefined);
    const client = await openFiles(directory, await readMigrations(), options);
    const check = diskCheck(client, { directory, logger, freeBytes });
    const closeFiles = async () => {
      // PGlite never returns if it can't write its last checkpoint. Files without the lock may be another process's.
      if (freeBytes() !== undefined) await client.close();
      await release();
    };
    return embeddedDatabase(embeddedPool(client, check), closeFiles, logger);
  } catch (error) {
    await release();
    throw error;
  }
}

export function embeddedDatabase(
  pool: pg.Pool,
  closeFiles: () => Promise<void>,
  logger?: DatabaseLog,
): Database {
  const writes = guarded(new PrismaPg(pool));
  const db = new Db({ writes }, TRANSACTION_OPTIONS, logger);
  return { db, close: () => disconnect(db).then(closeFiles) };
}
