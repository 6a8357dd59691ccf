// The directory of the embedded database: its existence, and the free space of its disk.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The directory of the files of PostgreSQL; it appears when they are complete. */
export const filesIn = (dataDir: string): string => join(dataDir, 'postgres');

/** Whether an embedded database was created there. */
export const hasDatabase = (dataDir: string): boolean => existsSync(filesIn(dataDir));

/** Makes a directory, unless it exists, that this process can write to. @throws a system error, also for an existing one */
export async function makeWritable(path: string): Promise<void> {
  await makeDirectory(path);
  await access(path, constants.W_OK | constants.X_OK);
}

/** The recursive mkdir of Node never returns below /proc: no directory can be made there, and the parent exists. */
async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  const parent = dirname(resolve(path));
  if (parent !== path) await makeDirectory(parent);
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isDirectory(path))) throw error;
  });
}

const isDirectory = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

export interface DataDirectory {
  readonly path: string;
  /** Bytes that this process may write; undefined for a directory that was deleted or unmounted. */
  freeBytes(): number | undefined;
}

/** Both system calls together take 3 µs. A directory that was deleted and created again has another inode. */
export function watchDirectory(path: string): DataDirectory {
  const identity = directoryIdentity(path);
  return {
    path,
    freeBytes() {
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
