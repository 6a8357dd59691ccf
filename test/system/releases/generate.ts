// Prisma's client with the columns of the rehearsed release, generated unless it is there.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../../package.json' with { type: 'json' };
import { REHEARSED_PRISMA, REHEARSED_SCHEMA, ROOT } from './rehearsed-files.ts';

const PRISMA = join(ROOT, 'prisma');

/** Beside the generated client: the version of Prisma that generated it. */
const GENERATED_BY = 'prisma-version';

/** The text of a file in a directory; undefined if there is none. */
const textOf = (directory: string, name: string): Promise<string | undefined> =>
  readFile(join(directory, name), 'utf8').catch(() => undefined);

/** The files of the schema: the release's own, or the code's. */
async function schemaFiles() {
  const names = (await readdir(PRISMA)).filter((name) => name.endsWith('.prisma'));
  const files = names.map(async (name) => {
    const ofCode = (await textOf(PRISMA, name)) ?? '';
    return { name, ofCode, text: (await textOf(REHEARSED_PRISMA, name)) ?? ofCode };
  });
  return Promise.all(files);
}

/** Lines of the code's schema that the release's own files lack. */
export async function missingLines(): Promise<string[]> {
  return (await schemaFiles()).flatMap(({ name, ofCode, text }) => {
    const known = new Set(text.split('\n'));
    const missing = ofCode.split('\n').filter((line) => !known.has(line));
    return missing.map((line) => `test/system/releases/prisma/${name} lacks:${line}`);
  });
}

/** Before any module is loaded instead of the code's. */
export async function generateClient(): Promise<void> {
  const missing = await missingLines();
  if (missing.length > 0) throw new Error(missing.join('\n'));
  const files = await schemaFiles();
  const known = await Promise.all(files.map(({ name }) => textOf(REHEARSED_SCHEMA, name)));
  const isKnown = files.every(({ text }, index) => text === known[index]);
  const version = manifest.dependencies['@prisma/client'];
  if (isKnown && (await textOf(REHEARSED_SCHEMA, GENERATED_BY)) === version) return;
  await mkdir(REHEARSED_SCHEMA, { recursive: true });
  for (const { name, text } of files) await writeFile(join(REHEARSED_SCHEMA, name), text);
  const prisma = join(ROOT, 'node_modules/.bin/prisma');
  // The options of a service preload this module.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const options = { cwd: ROOT, env };
  await promisify(execFile)(prisma, ['generate', '--schema', REHEARSED_SCHEMA], options);
  await writeFile(join(REHEARSED_SCHEMA, GENERATED_BY), version);
}
