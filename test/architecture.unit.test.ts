// The shape of the code: imports go one way, and what belongs to one place stays there.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('src/**/*.ts', { cwd: root });
const source = (file: string) => readFileSync(join(root, file), 'utf8');

/** The folder below src of a file, or the file itself where it stands at the top. */
const part = (file: string) => file.split('/')[1] ?? '';

const imports = files.flatMap((file) =>
  [...source(file).matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, path = '']) => ({
    file,
    target: normalize(join(dirname(file), path)),
  })),
);
const edges = imports.filter(({ target }) => target.startsWith('src/'));

const FEATURES = ['accounts', 'usage', 'products', 'bundles', 'rentals'];
const SURFACES = ['rest', 'graphql', 'dashboard', 'docs'];

/** What a part may import, itself apart. */
const ALLOWED: Record<string, readonly string[]> = {
  database: [],
  operation: ['database'],
  http: ['operation'],
  accounts: ['operation', 'database'],
  products: ['operation', 'database'],
  rentals: ['operation', 'database'],
  bundles: ['operation', 'database', 'products'],
  harness: [],
};
const SURFACE_ALLOWED = [...FEATURES, 'operation', 'http', 'database', 'exchange.ts', 'config.ts'];

describe('imports go one way', () => {
  test.each(edges.filter(({ file, target }) => part(file) !== part(target)).map(({ file, target }) => [file, target]))(
    '%s -> %s',
    (file, target) => {
      const allowed = SURFACES.includes(part(file)) ? SURFACE_ALLOWED : ALLOWED[part(file)];
      if (allowed) expect(allowed).toContain(part(target));
    },
  );
});

test('the environment is read where the process starts, and nowhere else', () => {
  const readers = files.filter((file) => source(file).includes('process.env'));
  expect(readers.filter((file) => file !== 'src/main.ts' && !file.startsWith('src/commands/'))).toEqual([]);
});

test('every file says in its first line what lives there', () => {
  expect(files.filter((file) => !source(file).startsWith('// '))).toEqual([]);
});

test('no barrels, no grab bags', () => {
  expect(files.filter((file) => /(?:^|\/)(?:index|utils?|helpers?|common)\.ts$/.test(file))).toEqual([]);
});
