// Downloads that are packages of this repository.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { temporaryDirectory } from './temporary-directory.ts';

/** Whether a download has the content that `npm pack` packs from this folder. */
export async function isPacked(cwd: string, download: string): Promise<boolean> {
  await using directory = await temporaryDirectory();
  const args = ['pack', '--silent', '--pack-destination', directory.path];
  const { stdout } = await promisify(execFile)('npm', args, { cwd });
  const packed = gunzipSync(readFileSync(join(directory.path, stdout.trim())));
  return packed.equals(gunzipSync(readFileSync(download)));
}
