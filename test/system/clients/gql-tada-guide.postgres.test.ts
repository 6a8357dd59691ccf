// The commands of the guide on urql and gql.tada, in an empty folder with the packages that they install.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { blocksOf } from './guide-blocks.ts';
import { serveApp } from './serve-app.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What npm installs beside each other: gql.tada needs TypeScript 5, which only this package has. */
const PACKAGES = {
  'gql.tada': ROOT,
  '@gql.tada': ROOT,
  '@0no-co': ROOT,
  graphql: ROOT,
  typescript: import.meta.dirname,
};

const app = await serveApp();
const { path: directory, remove } = await temporaryDirectory();
afterAll(remove);

test.runIf(has('curl'))('the commands on gql.tada work in an empty folder', async () => {
  const blocks = await blocksOf(['clients'], app.origin);
  const blockWith = (text: string) =>
    blocks.find(({ code }) => code.includes(text))?.code ?? '';
  const [install, ...commands] = blockWith('gql.tada generate-output').split('\n');
  expect(install).toMatch(/^npm i @urql\/core@\S+ gql\.tada@\S+ && npm i -D typescript@5/);
  const modules = join(directory, 'node_modules');
  for (const [name, from] of Object.entries(PACKAGES))
    await cp(join(from, 'node_modules', name), join(modules, name), { recursive: true });
  await mkdir(join(modules, '.bin'));
  await symlink('../gql.tada/bin/cli.js', join(modules, '.bin/gql.tada'));
  const script = [blockWith('> tsconfig.json'), ...commands].join('\n');
  await promisify(execFile)('bash', ['-euc', script], {
    cwd: directory,
    env: { ...process.env, npm_config_offline: 'true' },
  });
  const types = await readFile(join(directory, 'graphql-env.d.ts'), 'utf8');
  expect(types).toContain("'CreateProductInput'");
});
