// The committed client of the database is the one that Prisma generates from the committed schema.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { schemaFiles } from './missing-migration.ts';

const cwd = join(import.meta.dirname, '../../..');
/** Prisma finds its generators by the PATH. */
const PATH = [join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter);

test('prisma/generated is what `npm run generate` writes', async () => {
  await using temporary = await temporaryDirectory();
  const directory = temporary.path;
  // Prisma writes beside the schema.
  for (const { path, content } of await schemaFiles())
    await writeFile(join(directory, basename(path)), content);
  const run = promisify(execFile);
  const cli = join(cwd, 'node_modules/prisma-cli/build/index.js');
  const env = { ...process.env, PATH, CHECKPOINT_DISABLE: '1' };
  await run(process.execPath, [cli, 'generate', '--schema', directory], { cwd, env });
  const compared = run(
    'git',
    ['diff', '--no-index', '--stat', 'prisma/generated', join(directory, 'generated')],
    {
      cwd,
    },
  );
  expect((await compared.catch(({ stdout }) => ({ stdout }))).stdout).toBe('');
});
