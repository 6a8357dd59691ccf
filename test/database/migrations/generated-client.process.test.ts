// The committed client of the database is the one that Prisma generates from the committed schema.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const tools = join(root, 'node_modules/.bin');

/** Prisma writes beside the schema, and finds its generators by the PATH. */
async function generate(directory: string): Promise<void> {
  const schema = join(directory, 'schema.prisma');
  await copyFile(join(root, 'prisma/schema.prisma'), schema);
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/prisma-cli/build/index.js'), 'generate', '--schema', schema],
    { cwd: root, env: { ...process.env, PATH: [tools, process.env.PATH].join(delimiter), CHECKPOINT_DISABLE: '1' } },
  );
}

async function contentOf(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(directory.length), await readFile(file, 'utf8')] as const)),
  );
}

test('prisma/generated is what `npm run generate` writes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'generated-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await generate(directory);
  const [committed, fresh] = await Promise.all([
    contentOf(join(root, 'prisma/generated')),
    contentOf(join(directory, 'generated')),
  ]);
  expect(Object.keys(committed).toSorted()).toEqual(Object.keys(fresh).toSorted());
  expect(Object.keys(fresh).filter((file) => committed[file] !== fresh[file])).toEqual([]);
});
