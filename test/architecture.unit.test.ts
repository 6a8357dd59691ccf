// The architecture: imports go one way, and what belongs in one place stays there; the linter finds cycles of imports,
// and files that read the environment.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('src/**/*.ts', { cwd: root });
const source = (file: string) => readFileSync(join(root, file), 'utf8');

/** The folder below src (for a site, its own folder), or the file itself at the top level. */
const part = (file: string) => /^src\/((?:sites\/)?[^/]+)/.exec(file)?.[1] ?? '';

/** Every import of another file in the repository, including type imports. */
const importsOf = (file: string) =>
  [...source(file).matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(
    ([, path = '']) => ({
      file,
      target: normalize(join(dirname(file), path)),
    }),
  );
const imports = files.flatMap(importsOf);

/** The sites, each loaded on first use. */
const SITES = ['sites/dashboard', 'sites/docs', 'sites/graphiql', 'sites/start'];

/** What each part may import besides itself, from the lowest layer up. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'paths.ts': [],
  'made-once.ts': [],
  'text.ts': [],
  'time.ts': [],
  config: ['operation', 'time.ts'],
  'config.ts': ['config'],
  'log.ts': [],
  'request-scope.ts': [],
  database: ['log.ts', 'request-scope.ts'],
  operation: ['database', 'text.ts', 'time.ts', 'request-scope.ts'],
  fairness: ['operation', 'request-scope.ts'],
  http: ['operation', 'fairness', 'paths.ts', 'text.ts', 'time.ts'],
  accounts: [
    'database',
    'operation',
    'fairness',
    'log.ts',
    'made-once.ts',
    'paths.ts',
    'text.ts',
    'time.ts',
    'request-scope.ts',
  ],
  products: ['database', 'operation', 'fairness', 'text.ts', 'request-scope.ts'],
  bundles: ['database', 'operation', 'products'],
  rentals: ['database', 'operation', 'products'],
  gate: [
    'database',
    'operation',
    'fairness',
    'accounts',
    'http',
    'paths.ts',
    'log.ts',
    'text.ts',
    'time.ts',
    'request-scope.ts',
  ],
  usage: ['database', 'operation', 'accounts', 'gate', 'time.ts'],
  metrics: ['database', 'operation', 'gate', 'http', 'paths.ts', 'config.ts'],
  rest: [
    'operation',
    'products',
    'bundles',
    'rentals',
    'gate',
    'http',
    'paths.ts',
    'text.ts',
  ],
  graphql: [
    ...[
      'operation',
      'accounts',
      'products',
      'bundles',
      'rentals',
      'gate',
      'http',
      'paths.ts',
    ],
    'request-scope.ts',
    'text.ts',
    'time.ts',
  ],
  demo: ['database', 'accounts', 'paths.ts', 'time.ts'],
  openapi: [
    'operation',
    'products',
    'http',
    'paths.ts',
    'text.ts',
    'time.ts',
    'rest',
    'graphql',
    'demo',
  ],
  'sites/pages': ['http', 'paths.ts', 'openapi'],
  'sites/start': ['http', 'demo', 'paths.ts', 'sites/pages', 'time.ts'],
  'sites/graphiql': ['http', 'paths.ts', 'sites/pages'],
  'sites/docs': [
    ...['operation', 'fairness', 'http', 'demo', 'paths.ts', 'rest', 'graphql', 'openapi'],
    ...['sites/pages', 'sites/graphiql', 'made-once.ts', 'time.ts'],
    // For the numbers in guides.
    ...['accounts', 'gate', 'usage', 'request-scope.ts'],
  ],
  'sites/dashboard': [
    ...['operation', 'fairness', 'accounts', 'gate', 'usage', 'http', 'rest'],
    ...[
      'demo',
      'paths.ts',
      'text.ts',
      'time.ts',
      'config.ts',
      'log.ts',
      'sites/pages',
      'request-scope.ts',
    ],
  ],
  'sites/sites.ts': [...SITES, 'fairness', 'http', 'openapi', 'gate', 'paths.ts'],
  'app.ts': [
    ...['database', 'operation', 'accounts', 'products', 'gate', 'usage', 'metrics', 'http'],
    ...[
      'rest',
      'graphql',
      'openapi',
      'sites/sites.ts',
      'config.ts',
      'paths.ts',
      'log.ts',
      'tracing',
      'request-scope.ts',
    ],
  ],
  process: [
    ...['database', 'operation', 'accounts', 'http', 'metrics', 'demo', 'rest'],
    ...['app.ts', 'config.ts', 'paths.ts', 'log.ts', 'tracing'],
  ],
  tracing: ['log.ts', 'request-scope.ts'],
  'main.ts': ['process'],
  commands: ['database', 'operation', 'accounts', 'rest', 'process', 'config.ts'],
};

test('every part imports only from the layers below it', () => {
  const wrong = imports
    .filter(({ target }) => target.startsWith('src/'))
    .filter(
      ({ file, target }) =>
        part(file) !== part(target) && !ALLOWED[part(file)]?.includes(part(target)),
    )
    .map(({ file, target }) => `${file} -> ${target}`);
  expect(wrong).toEqual([]);
});

test('every allowed import is used', () => {
  const used = new Set(imports.map(({ file, target }) => `${part(file)} -> ${part(target)}`));
  const allowed = Object.entries(ALLOWED).flatMap(([from, targets]) =>
    targets.map((to) => `${from} -> ${to}`),
  );
  expect(allowed.filter((edge) => !used.has(edge))).toEqual([]);
});

test('no two parts may import each other', () => {
  const both = Object.entries(ALLOWED).flatMap(([from, targets]) =>
    targets.filter((to) => ALLOWED[to]?.includes(from)).map((to) => `${from} <-> ${to}`),
  );
  expect(both).toEqual([]);
});

/** Their sentences are those of the contract. */
const TEXTS = ['src/operation/failures.ts', 'src/operation/field-error.ts'];

test("the kernel doesn't know about products", () => {
  // The messages of the contract are in the table of errors; earlier releases use the column `product_id`.
  const code = (file: string) =>
    source(file)
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      .replaceAll('product_id', '');
  const kernel = files.filter((file) => part(file) === 'operation' && !TEXTS.includes(file));
  expect(kernel.filter((file) => /product|bundle|rental|image/i.test(code(file)))).toEqual(
    [],
  );
});

test('every part has its layer', () => {
  expect([...new Set(files.map(part))].toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test("prisma/ doesn't import from src/", () => {
  const scripts = globSync('prisma/*.ts', { cwd: root });
  expect(scripts.filter((file) => source(file).includes('../src/'))).toEqual([]);
});

test('the harness imports neither the service nor other tests', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (file.startsWith('test/system/harness/'))
      for (const { target } of importsOf(file)) visit(target);
  };
  visit('test/system/harness/command.ts');
  expect(seen.size).toBeGreaterThan(35);
  expect([...seen].filter((file) => !file.startsWith('test/system/harness/'))).toEqual([]);
});

test('every file starts with a sentence that says what it contains', () => {
  expect(files.filter((file) => !source(file).startsWith('// '))).toEqual([]);
});

test('there are no barrel files and no utils', () => {
  expect(
    files.filter((file) => /(?:^|\/)(?:index|utils?|helpers?|common)\.ts$/.test(file)),
  ).toEqual([]);
});
