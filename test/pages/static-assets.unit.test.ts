// Static files: their names follow their content, and each client gets a coding that it accepts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticAssets } from '../../src/pages/static-assets.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assets-'));
  await Promise.all(['base.css', 'page.css', 'page.js'].map((name) => writeFile(file(name), `/* ${name} */\n`)));
});
afterAll(() => rm(directory, { recursive: true }));

const file = (name: string) => pathToFileURL(join(directory, name));
const assets = () =>
  createStaticAssets('/assets', { style: [file('base.css'), file('page.css')], script: [file('page.js')] });

const get = async (path: string, acceptEncoding = '') =>
  await assets().serve(path, new Request('http://localhost', { headers: { 'Accept-Encoding': acceptEncoding } }));

test('a path has the hash of the content, and is cached for good', async () => {
  const { style } = assets().paths;
  expect(style).toMatch(/^\/assets\/page\.[0-9a-f]{12}\.css$/);
  const response = await get(style);
  expect(await response?.text()).toBe('/* base.css */\n/* page.css */\n');
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  await writeFile(file('base.css'), '/* changed */');
  expect(assets().paths.style).not.toBe(style);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, BR;q=0.1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['x-gzip, brotli', null],
  ['identity', null],
  ['', null],
])('Accept-Encoding: %s is answered with %s', async (accepted, coding) => {
  const response = await get(assets().paths.script, accepted);
  const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }[coding ?? 'none'];
  expect([response?.headers.get('content-encoding'), decode?.(body).toString()]).toEqual([coding, '/* page.js */\n']);
});

test.each(['/assets/page.js', '/assets/', '/assets/page.000000000000.js', '/assets/../page.js'])(
  '%s names no file',
  async (path) => {
    expect(await get(path)).toBeUndefined();
  },
);
