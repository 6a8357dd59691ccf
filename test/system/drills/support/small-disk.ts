// A disk of a few megabytes in memory, to be filled up.
import { execFile } from 'node:child_process';
import { mkdtemp, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingError } from '../drill.ts';

const run = promisify(execFile);

export interface SmallDisk {
  readonly path: string;
  /** Writes a file with all the space that is left. */
  fill(name: string): Promise<void>;
  remove(): Promise<void>;
}

/** @throws {MissingError} The machine is no Linux, or doesn't allow mounts. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', path]);
  } catch (error) {
    await rmdir(path);
    throw new MissingError('needs Linux and the right to mount a tmpfs: run it as root.', { cause: error });
  }
  return {
    path,
    async fill(name) {
      const { bavail, bsize } = await statfs(path);
      await writeFile(join(path, name), Buffer.alloc(bavail * bsize));
    },
    async remove() {
      await run('umount', ['--lazy', path]);
      await rmdir(path);
    },
  };
}
