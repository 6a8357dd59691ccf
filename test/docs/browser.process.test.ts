// The documentation in a real browser: on a desktop and a phone, light and dark, by keyboard; no request to another host.
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { createDocs } from '../../src/docs/server.ts';
import { type Listening, listen } from '../../src/http/listen.ts';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { launchChromium } from '../support/chromium.ts';

const browser = await launchChromium();
if (!browser) process.stderr.write('No Chromium starts here: the browser tests of the documentation are skipped.\n');

const versions = createVersions(RELEASES);
const openApi = createOpenApiEndpoint(versions, 'https://api.example.com');
const docs = createDocs({
  versions,
  throttle: { points: 120, windowSeconds: 60 },
  origin: 'http://localhost',
});

const app: App = {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === '/openapi.json') return openApi.handle(request, url);
    return docs.handle(request, url);
  },
  close: async () => {},
};

let server: Listening;
let origin: string;

beforeAll(async () => {
  server = await listen(app, { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) });
  origin = `http://127.0.0.1:${server.port}`;
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** Opens a page; records its requests to other hosts, and the errors and warnings of the browser. */
async function visit(path: string, options: BrowserContextOptions = {}) {
  if (!browser) throw new Error('No Chromium starts here');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  if (path === '/docs/rest')
    await page.getByText('Create a bundle of products of yours').first().waitFor({ state: 'attached' });
  return { page, foreign, complaints, close: () => context.close() };
}

const DEVICES: Record<string, BrowserContextOptions> = {
  'a desktop': {},
  'a desktop in the dark': { colorScheme: 'dark' },
  'a phone': { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};

describe.runIf(browser).each(['/docs', '/docs/rest', '/docs/graphql'])('%s', (path) => {
  test.each(Object.keys(DEVICES))(
    'on %s: no overflow, no accessibility violation, no error, no request to another host',
    async (device) => {
      const { page, foreign, complaints, close } = await visit(path, DEVICES[device]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
      expect(await barriers(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(foreign).toEqual([]);
      await close();
    },
  );

  test('by keyboard: the first link leads past the navigation', async () => {
    const { page, close } = await visit(path);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await close();
  });
});

/** The violations that axe-core finds, Scalar's own elements excepted. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude: [['.scalar-app']] }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 80)).join(' ')}`);
}

test.runIf(browser)('code is copied by its button', async () => {
  const { page, close } = await visit('/docs', { permissions: ['clipboard-read', 'clipboard-write'] });
  const figure = page.locator('figure.code').first();
  await figure.getByRole('button').click();
  await figure.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await figure.locator('code').textContent());
  await close();
});

test.runIf(browser)('the reference sends requests to its own origin, whatever origin the document names', async () => {
  const { page, foreign, close } = await visit('/docs/rest');
  await page.getByRole('button', { name: 'Test Request' }).first().click();
  const sent = page.waitForRequest((request) => request.url().includes('/product/'));
  await page.getByRole('button', { name: 'Send', exact: false }).first().click();
  expect((await sent).url()).toMatch(`${origin}/api/token-secured/product/`);
  expect(foreign).toEqual([]);
  await close();
});
