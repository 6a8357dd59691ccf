// The shape of the code: imports go one way, no circles, and what belongs to one place stays there.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('src/**/*.ts', { cwd: root });
const source = (file: string) => readFileSync(join(root, file), 'utf8');

/** The folder below src of a file, of a site the folder of that site, or the file itself where it stands at the top. */
const part = (file: string) => /^src\/((?:sites\/)?[^/]+)/.exec(file)?.[1] ?? '';

/** Every import of another file of src, types included. */
const imports = files.flatMap((file) =>
  [...source(file).matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, path = '']) => ({
    file,
    target: normalize(join(dirname(file), path)),
  })),
);

const KERNEL = ['database', 'operation'];
const FEATURES = ['accounts', 'products', 'bundles', 'rentals'];
const SURFACE = [...KERNEL, ...FEATURES, 'gate', 'http', 'paths.ts'];

/** What each part may import, itself apart; the floors of the house, from the ground up. */
/** What browsers and tools open; each is loaded on first use. */
const SITES = ['openapi', 'sites/dashboard', 'sites/docs', 'sites/graphiql', 'sites/start', 'sites/pages'];

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'paths.ts': [],
  database: [],
  operation: ['database'],
  'config.ts': ['operation'],
  http: ['operation', 'paths.ts'],
  'sites/pages': ['http', 'paths.ts'],
  'sites/start': ['http', 'demo', 'paths.ts', 'sites/pages'],
  accounts: KERNEL,
  products: KERNEL,
  rentals: KERNEL,
  bundles: [...KERNEL, 'products'],
  gate: [...KERNEL, 'accounts', 'http', 'paths.ts'],
  usage: [...KERNEL, 'accounts', 'gate'],
  metrics: [...KERNEL, 'gate', 'http', 'paths.ts'],
  rest: SURFACE,
  graphql: SURFACE,
  'sites/dashboard': [...SURFACE, 'rest', 'usage', 'sites/pages', 'config.ts'],
  openapi: [...SURFACE, 'rest', 'graphql', 'demo'],
  'sites/graphiql': ['operation', 'http', 'paths.ts', 'demo', 'graphql', 'sites/pages'],
  'sites/docs': [...SURFACE, 'rest', 'graphql', 'demo', 'openapi', 'sites/pages'],
  demo: [...KERNEL, ...FEATURES],
  transfer: ['database'],
  process: [...KERNEL, 'accounts', 'http', 'metrics', 'demo', 'app.ts', 'config.ts', 'paths.ts', 'rest'],
  'app.ts': [
    'gate',
    'usage',
    'metrics',
    'http',
    'process',
    'rest',
    'graphql',
    'sites/graphiql',
    'sites/sites.ts',
    'products',
    ...KERNEL,
    'config.ts',
    'paths.ts',
  ],
  'sites/sites.ts': [...SITES, 'operation', 'gate', 'metrics', 'config.ts', 'paths.ts'],
  'main.ts': ['process'],
  commands: ['process', 'demo', 'transfer', 'graphql', 'rest', ...KERNEL, ...FEATURES, 'config.ts'],
};

test('every part imports only from the floors below it', () => {
  const wrong = imports
    .filter(({ target }) => target.startsWith('src/'))
    .filter(({ file, target }) => part(file) !== part(target) && !ALLOWED[part(file)]?.includes(part(target)))
    .map(({ file, target }) => `${file} -> ${target}`);
  expect(wrong).toEqual([]);
});

test('every part has its place in the house', () => {
  expect([...new Set(files.map(part))].toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test('no file imports itself through others', () => {
  const targets = new Map(
    files.map((file) => [file, imports.filter((one) => one.file === file).map((one) => one.target)]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  function visit(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  }
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('prisma/ imports nothing of src/', () => {
  const scripts = globSync('prisma/*.ts', { cwd: root });
  expect(scripts.filter((file) => source(file).includes('../src/'))).toEqual([]);
});

test('the environment is read where a process starts, and nowhere else', () => {
  // The example requests in JavaScript are text.
  const code = files.filter((file) => file !== 'src/sites/docs/snippets/print-javascript.ts');
  const readers = code.filter((file) => source(file).includes('process.env'));
  expect(readers.filter((file) => file !== 'src/main.ts' && !file.startsWith('src/commands/'))).toEqual([]);
});

test('the first line of every file says in a sentence what is in it', () => {
  expect(files.filter((file) => !source(file).startsWith('// '))).toEqual([]);
});

test('there are no barrels and no grab bags', () => {
  expect(files.filter((file) => /(?:^|\/)(?:index|utils?|helpers?|common)\.ts$/.test(file))).toEqual([]);
});
