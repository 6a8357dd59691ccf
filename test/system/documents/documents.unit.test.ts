// Every document has working links, existing paths, commands that exist in the project, and short lines.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '../../../src/config/variables.ts';
import { manifest, ROOT, readText } from '../deploy/deploy-files.ts';
import { DOCUMENTS, type Document, fromTop, readDocument } from './documents.ts';

const MAX_LINE = 150;
const exists = (path: string) => existsSync(join(ROOT, path));

/** Links that a browser opens on a running service; the README's requests are sent to one, and so are these. */
const isServed = (link: string) => link.startsWith('http://127.0.0.1:4000/');

function isDeadLink(document: Document, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? document.path : fromTop(document, file);
  if (!exists(path)) return true;
  return anchor !== undefined && !readDocument(path).anchors.includes(anchor);
}

/** A path in the repository, as documents write it: with a directory, and an extension or a slash. */
const isPath = (code: string) =>
  /^\.?[\w-]+(?:\/[\w.-]+)*(?:\/|\/[\w-]+\.\w{2,7})$/.test(code);

const wherePathsBegin = (document: Document, path: string) => [
  path,
  join('src', path),
  join('src/sites', path),
  join('test', path),
  fromTop(document, path),
];

/** The scripts of a document's package, and the project's. */
function scriptsFor({ path }: Document): object {
  const own = join(ROOT, dirname(path), 'package.json');
  return existsSync(own)
    ? { ...manifest.scripts, ...JSON.parse(readFileSync(own, 'utf8')).scripts }
    : manifest.scripts;
}

describe.each(DOCUMENTS.map((document) => [document.path, document] as const))(
  '%s',
  (_, document) => {
    test('has no broken links', () => {
      expect(
        document.links.filter((link) => !isServed(link) && isDeadLink(document, link)),
      ).toEqual([]);
    });

    test('names only existing paths', () => {
      const paths = document.codes
        .filter(isPath)
        .filter((path) => !path.startsWith('node_modules/'));
      expect(paths.filter((path) => !wherePathsBegin(document, path).some(exists))).toEqual(
        [],
      );
    });

    test('shows only scripts and commands that the project has', () => {
      const scripts = scriptsFor(document);
      const shown = [...document.commands, ...document.codes].flatMap(
        (code) => /^npm run (?:-s )?([\w-]+)/.exec(code)?.[1] ?? [],
      );
      expect(shown.filter((name) => !(name in scripts))).toEqual([]);
      const run = [...document.commands, ...document.codes].flatMap((code) =>
        [...code.matchAll(/\bsrc\/command\.js ([\w-]+)/g)].map(([, name]) => name),
      );
      expect(run.filter((name) => !exists(`src/commands/${name}.ts`))).toEqual([]);
    });

    test('has no line over 150 characters, and one title', () => {
      expect(document.text.split('\n').filter((line) => [...line].length > MAX_LINE)).toEqual(
        [],
      );
      expect(document.text).toMatch(/^# .+\n\n/);
    });
  },
);

test('every document but README.md is linked from another one', () => {
  const linked = DOCUMENTS.flatMap((document) =>
    document.links.map((link) => fromTop(document, link.replace(/#.*/, ''))),
  );
  expect(
    DOCUMENTS.map(({ path }) => path).filter(
      (path) => path !== 'README.md' && !linked.includes(path),
    ),
  ).toEqual([]);
});

test('the configuration page lists every variable with its default', () => {
  const rows = [
    ...readText('.deploy/configure.md').matchAll(/^\| (`[A-Z_`, ]+`) \| ([^|]+) \|/gm),
  ];
  const listed = rows.flatMap(([, names = '', defaults = '']) => {
    const values = defaults.split(', ').map((text) => text.replaceAll('`', ''));
    return names
      .split(', ')
      .map((name, index) => [name.replaceAll('`', ''), values[index] ?? ''] as const);
  });
  expect(listed.map(([name]) => name).toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  for (const [name, schema] of Object.entries(VARIABLES)) {
    const value = schema.parse(undefined);
    if (value !== undefined)
      expect([name, Object.fromEntries(listed)[name]]).toEqual([name, String(value)]);
  }
});

/** Shell blocks, and variable files, which systemd and Docker read without comments after a value. */
const FOR_SHELLS = /^ *`{3,}(?:sh|bash|curl|ini|Shell.*)\n([\s\S]*?)^ *`{3,}$/gm;

test('no shell block in a document or guide has a comment, which zsh would take for an argument', () => {
  const paths = globSync('**/*.md', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '.data/**'],
  });
  expect(paths).toEqual(
    expect.arrayContaining(['README.md', 'src/sites/docs/guides/clients.md']),
  );
  const lines = paths.flatMap((path) =>
    [...readText(path).matchAll(FOR_SHELLS)].flatMap(([, block = '']) =>
      block.split('\n').map((line) => `${path}: ${line}`),
    ),
  );
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => / #/.test(line))).toEqual([]);
});

/** Decisions at the end of a test's name, such as `(D4, D48)`; comments don't count. */
const NAMED = /\(([^()'"`]*\bD\d+[^()'"`]*)\)(?=[^'"`\n]*['"`])/g;

test('the decisions are numbered without a gap, and the name of a test has each', () => {
  const numbers = [
    ...readDocument('test/system/contract/README.md').text.matchAll(/^- \*\*D(\d+)\*\* /gm),
  ].map(([, n]) => Number(n));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const lines = globSync('test/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .flatMap((path) => readText(path).split('\n'))
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line));
  const named = lines
    .flatMap((line) => [...line.matchAll(NAMED)].map(([, names = '']) => names))
    .join(' ');
  expect(numbers.filter((n) => !new RegExp(`\\bD${n}\\b`).test(named))).toEqual([]);
});
