// What `npm ci --omit=dev --omit=optional` installs, according to package-lock.json and the files installed here.
import { globSync, readdirSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../../support/openapi-contract.ts';
import { manifest, ROOT, readText } from './deploy-files.ts';

const lock: { packages: Record<string, Json> } = JSON.parse(readText('package-lock.json'));

const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);

const paths = packages
  .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
  .map(([path]) => path);

/** Bytes of a package's files, without nested packages. */
const bytesOf = (path: string): number =>
  readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !entry.parentPath.slice(join(ROOT, path).length).includes('node_modules'),
    )
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** `du` counts a quarter more, because files occupy whole disk blocks. */
const MAX_MEGABYTES = 190;

test(`the packages of a production install have at most ${MAX_MEGABYTES} MB`, () => {
  const sizes = paths.map((path) => ({ path, megabytes: bytesOf(path) / 1e6 }));
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const largest = sizes.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, 10);
  expect(total, JSON.stringify(largest)).toBeLessThan(MAX_MEGABYTES);
});

test('a production install contains no development tools', () => {
  const tools = [
    'prisma',
    'prisma-cli',
    '@prisma/dev',
    'typescript',
    'vitest',
    'react',
    'vue',
  ];
  expect(tools.filter((name) => paths.includes(`node_modules/${name}`))).toEqual([]);
});

/** The packages that a file imports for their values; Node removes type imports. */
const importsOf = (path: string): string[] =>
  [
    ...readText(path).matchAll(
      /^(?!import type|export type).*\b(?:from |import |import\()['"](.+?)['"]/gm,
    ),
  ]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');

test('the service imports only packages of a production install', () => {
  const files = globSync('{src,prisma}/**/*.ts', { cwd: ROOT });
  const imported = files.flatMap(importsOf);
  expect(imported).toContain('zod');
  expect(
    [...new Set(imported)].filter((name) => !paths.includes(`node_modules/${name}`)),
  ).toEqual([]);
});

test('Node is the only package of a production install that runs a script', () => {
  const scripted = packages
    .filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev)
    .map(([path]) => path);
  expect(scripted).toEqual(['node_modules/node']);
});

test('every package with an install script is listed as allowed or not, and npm rejects all others', () => {
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, { name }]) => name ?? path.replace(/^.*node_modules\//, ''));
  expect(scripted.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  expect(readText('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
});

test("each locked package has a checksum, so that another one can't replace it", () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(
    packages
      .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
      .map(([path]) => path),
  ).toEqual([]);
});
