// A disk of a few megabytes in memory, to be filled up.
import { execFile } from 'node:child_process';
import { mkdtemp, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingError } from '../drill.ts';

const run = promisify(execFile);

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;

/** @throws {MissingError} The machine is no Linux, or doesn't allow mounts. */
export async function mountSmallDisk(cleanup: AsyncDisposableStack, megabytes: number) {
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'));
  cleanup.defer(() => rmdir(path));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', path]).catch((cause) => {
    throw new MissingError('needs Linux and the right to mount a tmpfs: run it as root.', { cause });
  });
  cleanup.defer(async () => void (await run('umount', ['--lazy', path])));
  return {
    path,
    /** Writes a file with all the space that is left. */
    async fill(name: string): Promise<void> {
      const { bavail, bsize } = await statfs(path);
      await writeFile(join(path, name), Buffer.alloc(bavail * bsize));
    },
  };
}
