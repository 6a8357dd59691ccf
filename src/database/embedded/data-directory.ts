// The directory of the embedded database: its existence, its lock for one process, and the free space of its disk.
import { constants, existsSync, statfsSync, statSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseOpenError } from '../database-errors.ts';

/** The directory of the files of PostgreSQL; it appears when they are complete. */
export const filesIn = (dataDir: string): string => join(dataDir, 'postgres');

/** Whether an embedded database was created there. */
export const hasDatabase = (dataDir: string): boolean => existsSync(filesIn(dataDir));

/**
 * Makes a directory, unless it exists, that this process can write to; its parents too, one by one, because the recursive mkdir of
 * Node never returns below /proc. @throws a system error, also for an existing one
 */
export async function makeWritable(path: string): Promise<void> {
  if (!existsSync(path)) {
    await makeWritable(dirname(resolve(path)));
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      // Another process may have made it meanwhile.
      if (error.code !== 'EEXIST') throw error;
    });
  }
  // The dot tells a directory from a file.
  await access(`${path}/.`, constants.W_OK | constants.X_OK);
}

export type DataDirectory = ReturnType<typeof watchDirectory>;

/** Both system calls together take 3 µs. A directory that was deleted and created again has another inode. */
export function watchDirectory(path: string) {
  const identity = directoryIdentity(path);
  return {
    path,
    /** Bytes that this process may write; undefined for a directory that was deleted or unmounted. */
    freeBytes(): number | undefined {
      try {
        return directoryIdentity(path) === identity ? freeBytesOf(path) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

export function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function directoryIdentity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`;

/** `what` needs the space, such as `the data needs`. @throws {DatabaseOpenError} the disk of the directory has less */
export function refuseFullDisk(directory: string, needed: number, what: string): void {
  const free = freeBytesOf(directory);
  if (free >= needed) return;
  throw new DatabaseOpenError(
    `The disk of ${directory} has ${inMegabytes(free)} free, and ${what} ${inMegabytes(needed)}.`,
  );
}

/** SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;

/**
 * Locks an existing directory until the returned function is called or the process ends, by an empty database of SQLite, whose
 * locks are those of the operating system. @throws {DatabaseOpenError} another connection has locked it already
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { errcode?: unknown }).errcode !== BUSY) throw error;
    throw new DatabaseOpenError(
      `The database in ${directory} is in use by another process. Stop that process first, ` +
        'give this one a DATA_DIR of its own, or let both share a PostgreSQL server with DATABASE_URL.',
    );
  }
}
