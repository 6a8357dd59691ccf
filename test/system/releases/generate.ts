// Prisma's client with the columns of the rehearsed release, generated unless it is there.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REHEARSED_PRISMA, REHEARSED_SCHEMA, ROOT } from './rehearsed-files.ts';

const PRISMA = join(ROOT, 'prisma');

/** The text of a file in a directory; undefined if there is none. */
const textOf = (directory: string, name: string): Promise<string | undefined> =>
  readFile(join(directory, name), 'utf8').catch(() => undefined);

/** A file of the schema: the release's own, which has every line of the code's, or the code's. */
async function rehearsed(name: string): Promise<readonly [name: string, text: string]> {
  const code = (await textOf(PRISMA, name)) ?? '';
  const text = (await textOf(REHEARSED_PRISMA, name)) ?? code;
  const lines = text.split('\n');
  const missing = code.split('\n').filter((line) => !lines.includes(line));
  if (missing.length > 0)
    throw new Error(
      `test/system/releases/prisma/${name} lacks lines of prisma/${name}: ${missing}`,
    );
  return [name, text];
}

/** The setup of the project `releases`, too. */
export async function setup(): Promise<void> {
  const names = (await readdir(PRISMA)).filter((name) => name.endsWith('.prisma'));
  const files = await Promise.all(names.map(rehearsed));
  const known = await Promise.all(names.map((name) => textOf(REHEARSED_SCHEMA, name)));
  const isKnown = files.every(([, text], index) => text === known[index]);
  if (isKnown && existsSync(join(REHEARSED_SCHEMA, 'generated/pothos.ts'))) return;
  await mkdir(REHEARSED_SCHEMA, { recursive: true });
  for (const [name, text] of files) await writeFile(join(REHEARSED_SCHEMA, name), text);
  const prisma = join(ROOT, 'node_modules/.bin/prisma');
  // The options of a service preload this module.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const options = { cwd: ROOT, env };
  await promisify(execFile)(prisma, ['generate', '--schema', REHEARSED_SCHEMA], options);
}
