// The stylesheets and the pages use the same names: a class that is renamed in one of them loses its look.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { barChart } from '../../../src/sites/dashboard/usage-figure.ts';
import { ROOT } from '../../system/deploy/deploy-files.ts';

const read = (...patterns: string[]) =>
  globSync(patterns, { cwd: join(ROOT, 'src/sites') })
    .map((path) => readFileSync(join(ROOT, 'src/sites', path), 'utf8'))
    .join('\n');

const names = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

/** From other packages, or with an ending that is computed. */
const FOREIGN = /^(?:(?:hljs|graphiql|stage|is)-|active$)/;

/** The classes that selectors name, without comments and declarations. */
const styledIn = (css: string) =>
  [
    ...names(
      css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\{[^{}]*\}/g, '{}'),
      /\.([a-z][\w-]*)/gi,
    ),
  ].filter((name) => !FOREIGN.test(name));

/** The words of attributes, and of strings, which may become one. */
const writtenIn = (code: string) =>
  new Set(
    [...names(code, /"([^"\n]*)"/g), ...names(code, /'([^'\n]*)'/g)].flatMap((text) =>
      text.split(/[ .$]|(?<=\$\{)/),
    ),
  );

const SITES = ['dashboard', 'docs', 'graphiql', 'pages'] as const;

test.each(SITES)('%s has every class that its stylesheets name', (site) => {
  const others = site === 'pages' ? SITES : [site, 'pages'];
  const written = writtenIn(read(...others.flatMap((one) => [`${one}/**/*.{ts,js}`])));
  const styled = styledIn(read(`${site}/assets/*.css`));
  expect(styled.filter((name) => !written.has(name))).toEqual([]);
});

test('every colour that the styles and charts use is defined', async () => {
  const css = read('*/assets/*.css');
  const chart = String(
    await barChart('Usage', [{ day: new Date(0), calls: 0, failed: 0, rateLimited: 0 }], ''),
  );
  const defined = names(css, /(--[\w-]+):/g);
  const used = names(css + chart, /var\((--[\w-]+)/g);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});
