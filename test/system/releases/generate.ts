// Prisma's client with the columns of the rehearsed release, generated unless it is there.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../../package.json' with { type: 'json' };
import { REHEARSED_ADDITIONS, REHEARSED_SCHEMA, ROOT } from './rehearsed-files.ts';

const PRISMA = join(ROOT, 'prisma');

/** Beside the generated client: the version of Prisma that generated it. */
const GENERATED_BY = 'prisma-version';

/** The text of a file in a directory; undefined if there is none. */
const textOf = (directory: string, name: string): Promise<string | undefined> =>
  readFile(join(directory, name), 'utf8').catch(() => undefined);

/** The files of the code's schema, with the release's lines at the start of their blocks. */
async function schemaFiles() {
  const additions = await readFile(REHEARSED_ADDITIONS, 'utf8');
  const blocks = [...additions.matchAll(/^(\w+ \w+ \{\n)(.*?)^\}/gms)];
  const names = (await readdir(PRISMA)).filter((name) => name.endsWith('.prisma'));
  const files = names.map(async (name) => {
    const inCode = await readFile(join(PRISMA, name), 'utf8');
    const text = blocks.reduce(
      (schema, [, head = '', lines = '']) => schema.replace(head, () => head + lines),
      inCode,
    );
    return { name, text };
  });
  return Promise.all(files);
}

/** Before any module is loaded instead of the code's. */
export async function generateClient(): Promise<void> {
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
