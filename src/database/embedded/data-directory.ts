// The directory of the embedded database: its existence, its lock for one process, and the free space on its disk.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { close, constants, existsSync, open, statfsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseOpenError } from '../database-errors.ts';

/** PostgreSQL's directory; it appears once its files are complete. */
export const filesIn = (dataDir: string) => join(dataDir, 'postgres');

export const hasDatabase = (dataDir: string) => existsSync(filesIn(dataDir));

/** Creates a directory that this process can write to, unless it exists. @throws a system error */
export async function makeWritable(path: string): Promise<void> {
  const directories = [resolve(path)];
  for (let at = dirname(resolve(path)); !existsSync(at); at = dirname(at)) directories.unshift(at);
  // Node's recursive mkdir never returns where nothing can be created, as in /proc.
  for (const directory of directories)
    await mkdir(directory, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(directory)).isDirectory()) throw error;
    });
  await access(path, constants.W_OK | constants.X_OK);
}

export type DataDirectory = ReturnType<typeof watchDirectory>;

export const watchDirectory = (path: string) => ({
  path,
  /** Bytes this process may write; undefined if the directory was deleted or unmounted. */
  freeBytes(): number | undefined {
    try {
      return freeBytesOf(path);
    } catch {
      return undefined;
    }
  },
});

export function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`;

/** @throws {DatabaseOpenError} the disk has less */
export function requireFreeSpace(directory: string, needed: number): void {
  const free = freeBytesOf(directory);
  if (free >= needed) return;
  throw new DatabaseOpenError(
    `The disk of ${directory} has ${inMegabytes(free)} free, but the database needs ${inMegabytes(needed)}.`,
  );
}

/**
 * Locks an existing directory until the returned function is called or the process ends. @throws {DatabaseOpenError}
 * another process has it
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const take = process.platform === 'darwin' ? lockFile : listen;
  try {
    return await take(directory);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EAGAIN') throw error;
    throw new DatabaseOpenError(
      `The database in ${directory} is in use by another process. Stop that process first, ` +
        'give this one its own DATA_DIR, or let both share a PostgreSQL server with DATABASE_URL.',
    );
  }
}

/**
 * A listening socket without a file: abstract on Linux, a named pipe on Windows. Its name is a hash of device and
 * inode, so it is the same for links and mounts of a directory. Containers that share the directory but not the network
 * don't see each other's lock, because abstract names belong to a network namespace.
 */
async function listen(directory: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(directory, { bigint: true });
  const name = `rental-marketplace-${hash('sha256', `${dev}:${ino}`, 'hex').slice(0, 32)}`;
  const server = createServer((socket) => socket.destroy());
  server.listen({
    path: process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`,
    exclusive: true,
  });
  await once(server, 'listening');
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** macOS has no abstract sockets, but its open(2) can take an exclusive lock. */
async function lockFile(directory: string): Promise<() => Promise<void>> {
  const exclusiveLock = 0x20; // O_EXLOCK, absent from Node's constants
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  const file = join(directory, 'lock');
  // A plain descriptor, because a FileHandle is closed when garbage collected.
  const descriptor = await promisify(open)(
    file,
    O_RDWR | O_CREAT | O_NONBLOCK | exclusiveLock,
    0o600,
  );
  return () => promisify(close)(descriptor);
}
