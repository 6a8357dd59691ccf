// Rejects writes before the disk of an embedded database is full: PostgreSQL in WebAssembly never returns from a failed
// write to its log.
import type { PGlite } from '@electric-sql/pglite';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { DatabaseLog } from '../connection.ts';
import { DIRECTORY_GONE } from '../outages.ts';
import { type freeBytesOf, inMegabytes } from './data-directory.ts';

/**
 * The free bytes below which writes are rejected: two segments of the write-ahead log, which have 16 MB in older
 * databases, and 8 MB of other writes of one transaction.
 */
export const RESERVE_BYTES = 40 * 2 ** 20;

/** Writes are accepted again at this multiple of the reserve, so that the state doesn't flap with every write. */
const ENOUGH_AGAIN = 1.25;

interface Disk {
  readonly directory: string;
  readonly logger: DatabaseLog | undefined;
  /** Undefined if the directory or its lock was deleted. */
  readonly freeBytes: () => ReturnType<typeof freeBytesOf>;
}

/**
 * The check before each statement and transaction. Below the reserve, PostgreSQL itself rejects writes (SQLSTATE 25006)
 * while reads still work; without the directory or its lock, every call fails as unreachable.
 */
export function diskCheck(
  client: PGlite,
  { directory, logger, freeBytes }: Disk,
): () => Promise<void> {
  let readOnly = false;
  return async () => {
    const free = freeBytes();
    if (free === undefined)
      throw new DriverAdapterError({
        kind: 'DatabaseNotReachable',
        originalMessage: DIRECTORY_GONE,
      });
    const isFull = free < (readOnly ? RESERVE_BYTES * ENOUGH_AGAIN : RESERVE_BYTES);
    if (isFull === readOnly) return;
    readOnly = isFull;
    logger?.warn(
      {
        'file.directory': directory,
        'owner_api.disk_free': inMegabytes(free),
        'owner_api.disk_reserve': inMegabytes(RESERVE_BYTES),
      },
      isFull
        ? 'disk almost full, writes are rejected'
        : 'enough disk space again, writes are accepted',
    );
    await client.exec(`SET default_transaction_read_only = ${isFull ? 'on' : 'off'}`);
  };
}
