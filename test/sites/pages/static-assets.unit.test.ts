// Static files: their names depend on their content, and they are cached permanently.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { asset, serveAsset } from '../../../src/sites/pages/static-assets.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

let directory: string;
beforeAll(async () => {
  const { path, remove } = await temporaryDirectory();
  directory = path;
  await Promise.all(
    ['base.css', 'page.css'].map((name) => writeFile(file(name), `/* ${name} */\n`)),
  );
  return remove;
});

const file = (name: string) => pathToFileURL(join(directory, name));
const styleAsset = () => asset(file('base.css'), file('page.css'));

test("a path has the content's hash, and is cached permanently", async () => {
  const style = styleAsset();
  expect(style).toMatch(/^\/assets\/page\.[0-9a-f]{12}\.css$/);
  const response = serveAsset(style);
  expect(await response?.text()).toBe('/* base.css */\n/* page.css */\n');
  expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
  });
  await writeFile(file('base.css'), '/* changed */');
  expect(styleAsset()).not.toBe(style);
});

test.each([
  '/assets/page.js',
  '/assets/',
  '/assets/page.000000000000.js',
  '/assets/../page.js',
])('%s names no file', (path) => {
  expect(serveAsset(path)).toBeUndefined();
});
