// What `npm ci --omit=dev --omit=optional` installs, by package-lock.json and the files of this installation.
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);

const paths = packages
  .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
  .map(([path]) => path);

/** Bytes of the files of a package, without the packages inside of it. */
function bytesOf(directory: string): number {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(directory, entry.name))
    .reduce((sum, path) => sum + (statSync(path).isDirectory() ? bytesOf(path) : statSync(path).size), 0);
}

/** `du` counts a quarter more, because files occupy whole blocks of the disk. */
const MAX_MEGABYTES = 100;

test(`the packages of a production install have at most ${MAX_MEGABYTES} MB`, () => {
  const sizes = paths.map((path) => ({ path, megabytes: bytesOf(join(root, path)) / 1e6 }));
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0);
  const largest = sizes.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, 10);
  expect(total, JSON.stringify(largest)).toBeLessThan(MAX_MEGABYTES);
});

test('a production install has no tool of development', () => {
  const tools = ['prisma', 'prisma-cli', '@prisma/dev', '@prisma/studio-core', 'typescript', 'vitest', 'react', 'vue'];
  expect(tools.filter((name) => paths.includes(`node_modules/${name}`))).toEqual([]);
});

/** The packages that a file imports for their values: Node removes imports of types. */
const importsOf = (path: string): string[] =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /^(?!import type|export type).*\b(?:from |import |import\()['"](.+?)['"]/gm,
    ),
  ]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');

test('the service imports packages of a production install alone', () => {
  const files = globSync('{src,prisma}/**/*.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const imported = files.flatMap(importsOf);
  expect(imported).toContain('zod');
  expect([...new Set(imported)].filter((name) => !paths.includes(`node_modules/${name}`))).toEqual([]);
});

test('Node is the only package of a production install that runs a script', () => {
  const scripted = packages.filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev).map(([path]) => path);
  expect(scripted).toEqual(['node_modules/node']);
});

test('each locked package has a checksum, without which another one could take its place', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});
