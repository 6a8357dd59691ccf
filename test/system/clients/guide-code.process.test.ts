// The code of the guides on clients compiles as it stands, with the tsconfig.json that the page prints.
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { noteMissing } from '../../support/programs.ts';
import { blocksOf } from './guide-blocks.ts';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** A Node on the PATH of the oldest release that clients may have, if there is one. */
const oldest = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((path) => String(spawnSync(path, ['--version']).stdout).startsWith('v20.'));
if (!oldest) noteMissing('Node 20 on the PATH');

test('the code of the guides on clients compiles with their tsconfig.json, on Node 20 if it is installed', async () => {
  await using directory = await mkdtempDisposable(join(import.meta.dirname, '.trial-'));
  const cwd = directory.path;
  for (const types of ['owner-api.d.ts', 'graphql-env.d.ts'])
    await copyFile(join(import.meta.dirname, types), join(cwd, types));
  const all = await blocksOf(['clients', 'retries', 'front-end']);
  const shell = all.map(({ code }) => code).join('');
  const [, settings = ''] = /> tsconfig\.json <<'END'\n(.*?)^END$/ms.exec(shell) ?? [];
  await writeFile(join(cwd, 'tsconfig.json'), settings);
  const files = all.filter(({ label }) => label.endsWith('.ts') || label === 'TypeScript');
  for (const [index, { label, code }] of files.entries())
    await writeFile(join(cwd, label === 'TypeScript' ? `code-${index}.ts` : label), code);
  const node = oldest ?? process.execPath;
  const { stdout } = await promisify(execFile)(node, [TSC, '--listFiles'], { cwd }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout.match(/code-\d+\.ts$/gm)?.length).toBeGreaterThan(2);
  expect(stdout.match(/^.*\berror TS.*$/gm)).toBeNull();
});
