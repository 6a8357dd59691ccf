// The directory of the embedded database: its existence, its lock for one process, and the free space on its disk.
import { constants, existsSync, statfsSync, statSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseOpenError } from '../database-errors.ts';
import { reasonOf } from '../error-evidence.ts';

/** PostgreSQL's directory; it appears once its files are complete. */
export const filesIn = (dataDir: string) => join(dataDir, 'postgres');

export const hasDatabase = (dataDir: string) => existsSync(filesIn(dataDir));

/** Creates a directory that this process can write to, unless it exists. @throws a system error */
export async function makeWritable(path: string) {
  const directories = [resolve(path)];
  for (let at = dirname(resolve(path)); !existsSync(at); at = dirname(at))
    directories.unshift(at);
  // Node's recursive mkdir never returns where nothing can be created, as in /proc.
  for (const directory of directories)
    await mkdir(directory, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
    });
  await access(path, constants.W_OK | constants.X_OK);
}

/** Bytes this process may write; undefined if the directory was deleted or unmounted. */
export function freeBytesOf(path: string) {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`;

/** @throws {DatabaseOpenError} the disk has less */
export function requireFreeSpace(directory: string, needed: number) {
  const free = freeBytesOf(directory) ?? needed;
  if (free >= needed) return;
  throw new DatabaseOpenError(
    `The disk of ${directory} has ${inMegabytes(free)} free, but the database needs ${inMegabytes(needed)}.`,
  );
}

/**
 * Locks an existing directory until the lock is released or the process ends. SQLite locks a file there in the kernel,
 * so the lock holds for every process that shares the directory, in other containers too, and on hosts that share a
 * disk if its file system has locks. @throws {DatabaseOpenError} another process has it, or this one can't
 */
export async function lockDirectory(directory: string) {
  const { DatabaseSync } = await import('node:sqlite');
  const path = join(directory, 'lock');
  const lock = new DatabaseSync(path, { open: false });
  try {
    lock.open();
    lock.exec(LOCK);
  } catch (error) {
    if (lock.isOpen) lock.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY
      ? new DatabaseOpenError(
          `The database in ${directory} is in use by another process. Stop that process first, ` +
            'give this one its own DATA_DIR, or let both share a PostgreSQL server with DATABASE_URL.',
        )
      : new DatabaseOpenError(
          `The lock of the database, ${path}, can't be used: ${reasonOf(error)}. ` +
            'Make it a file that this user can write to, or delete it while no process uses the directory.',
          { cause: error },
        );
  }
  const identity = () => statSync(path, { throwIfNoEntry: false })?.ino;
  const locked = identity();
  return {
    /** False once its file is deleted or replaced, because another process may then lock the new one. */
    isHeld: () => identity() === locked,
    release: async () => lock.close(),
  };
}

/**
 * SQLite opens a file that it can't write to for reading, and then locks nothing; only a write shows that. It stays in
 * memory, with its journal, because a lock has nothing to write to a full disk.
 */
const LOCK = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1';

/** SQLite's code for a lock that another connection holds. */
const SQLITE_BUSY = 5;
