// The documentation in a real browser: on a desktop and a phone, light and dark, by keyboard; no request to another host.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { type Listening, listen } from '../../../src/http/listen.ts';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { browser } from '../../support/browser.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';
import { docsOf } from './docs-of.ts';

const versions = createVersions(RELEASES);
const openApi = createOpenApiEndpoint(versions, 'https://api.example.com');
const docs = docsOf(versions);
/** The rehearsed release fills the changelog. */
const rehearsed = docsOf(rehearsedOn(V2));

const app: App = {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === '/openapi.json') return openApi.handle(request, url);
    const isOfRehearsal = /^\/docs\/(changelog|assets\/search-index)/.test(url.pathname);
    const response = isOfRehearsal ? await rehearsed.handle(request, url) : undefined;
    return response?.ok ? response : docs.handle(request, url);
  },
  close: async () => {},
};

let server: Listening;
let origin: string;

beforeAll(async () => {
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.stop());

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
  await page.goto(`${origin}${path}`);
  return { page, foreign, complaints, close: () => context.close() };
}

const faults = async (page: Page) => [...(await overflowing(page)), ...(await violations(page))];

describe
  .runIf(browser)
  .each([
    '/docs',
    '/docs/guides/errors',
    '/docs/rest',
    '/docs/rest/createProduct',
    '/docs/graphql',
    '/docs/changelog',
    '/docs/search?q=product',
  ])('%s', (path) => {
  test('in forced colours at 200 %, light on a desktop and dark on a phone: no overflow, no accessibility violation, no error, no request to another host; the first link leads past the navigation', async () => {
    const { page, foreign, complaints, close } = await visit(path);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(await inEachLook(page, faults)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
    await close();
  });
});

describe.runIf(browser)('the guides', () => {
  test('an address of the one page that they were leads to its place, without scripts to the link that does', async () => {
    const { page, close } = await visit('/docs#compression');
    await page.waitForURL('**/docs/guides/caching#compression');
    await page.goto(`${origin}/docs#errors`);
    await page.waitForURL('**/docs/guides/errors');
    await close();
    const still = await visit('/docs#compression', { javaScriptEnabled: false });
    const link = still.page.locator('li:has(:target) > a');
    expect(await link.getAttribute('href')).toBe('/docs/guides/caching');
    const { y = 0 } = (await link.boundingBox()) ?? {};
    expect([y > 52, y < 900]).toEqual([true, true]);
    await still.close();
  });

  test('on paper: nothing to click on, all of the code, addresses of links, dark text', async () => {
    const { page, close } = await visit('/docs/guides/front-end', { viewport: { width: 700, height: 900 } });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const clickable = page.locator('.skip, nav, button, fieldset, input').filter({ visible: true });
    expect(await clickable.count()).toBe(0);
    expect(await overflowing(page, ':root, pre, figure, .scroll')).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    const link = page.locator('main > p > a[href="/docs/guides/relay"]');
    expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(' (');
    await close();
  });

  test.each([true, false])('a guide leads to all others, on a phone too: scripts %s', async (javaScriptEnabled) => {
    const { page, close } = await visit('/docs/guides/errors', { javaScriptEnabled });
    const others = page
      .getByRole('navigation', { name: 'All guides' })
      .locator('a[href^="/docs/guides/"]:visible');
    await expect.poll(() => others.count()).toBe(GUIDES.length);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    expect(await others.count()).toBe(0);
    await page.getByText('All guides').click();
    expect(await others.count()).toBe(GUIDES.length);
    await close();
  });

  test('the list of contents marks the section that is read', async () => {
    const { page, close } = await visit('/docs/guides/front-end#front-end-conflicts');
    const current = page.locator('.contents [aria-current="location"]');
    await expect.poll(() => current.allTextContents()).toEqual(['A colleague was faster']);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => current.count()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => current.allTextContents()).toEqual(['urql']);
    await close();
  });
});

describe.runIf(browser)('the examples', () => {
  const FIRST = '/docs/guides/first-request';
  const shown = (page: Page) => page.locator('#create-product-rest [data-language]:visible');

  test('code is copied by its button, in the chosen language', async () => {
    const { page, close } = await visit(FIRST, { permissions: ['clipboard-read', 'clipboard-write'] });
    const request = page.locator('#create-product-rest .block').first();
    for (const block of [page.locator('figure.code').first(), request]) {
      await block.getByRole('button').click();
      await block.getByText('Copied').waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await block.locator('pre:visible').textContent());
    }
    await page.locator('#create-product').getByText('PHP', { exact: true }).click();
    await request.getByRole('button').click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('<?php'));
    await close();
  });

  test('a choice holds for all examples of the page and for the next visit, and its example stays in place', async () => {
    const { page, close } = await visit(FIRST);
    const choice = page.locator('#read-product').getByText('Python', { exact: true });
    await choice.scrollIntoViewIfNeeded();
    const before = await choice.boundingBox();
    await choice.click();
    expect(Math.abs(((await choice.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    expect(await shown(page).textContent()).toContain('requests.post(');
    await page.goto(`${origin}/docs/guides/tokens`);
    expect(await page.locator('#token-in-header-rest [data-language]:visible').textContent()).toContain(
      'requests.get(',
    );
    expect(await page.locator('[data-language]:visible').count()).toBe(
      await page.locator('[data-language="python"]:visible').count(),
    );
    await close();
  });

  test('one surface takes the width, its documents have lines, and no word is broken; it is chosen for all pages', async () => {
    const { page, close } = await visit(FIRST);
    const wrapped = page
      .locator('pre')
      .evaluateAll((all) => all.filter((pre) => getComputedStyle(pre).whiteSpace !== 'pre'));
    expect(await wrapped).toEqual([]);
    expect(await page.locator('#create-product-graphql').isVisible()).toBe(false);
    const width = async (part: string) => (await page.locator(`#create-product${part}`).boundingBox())?.width ?? 0;
    expect((await width('')) - (await width('-rest'))).toBeLessThanOrEqual(2);
    await page.locator('#create-product').getByText('GraphQL', { exact: true }).first().click();
    await page.reload();
    for (const id of ['create-product', 'read-product']) {
      expect(await page.locator(`#${id}-graphql`).isVisible()).toBe(true);
      expect(await page.locator(`#${id}-rest`).isVisible()).toBe(false);
    }
    const document = await page.locator('#read-product-graphql [data-language="curl"]').textContent();
    expect(document?.match(/^ {4,}.*[{}]$/gm)?.length).toBe(3);
    await close();
  });

  test('the arrow keys choose a language', async () => {
    const { page, close } = await visit(FIRST);
    await page.locator('#create-product .choice-of-language input:checked').focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown(page).textContent()).toContain('await fetch(');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('javascript');
    await close();
  });

  test('without scripts each example shows one language, and another by a click', async () => {
    const { page, close } = await visit(FIRST, { javaScriptEnabled: false });
    expect(await shown(page).textContent()).toMatch(/^curl /);
    await page.locator('#create-product').getByText('PHP', { exact: true }).click();
    expect(await shown(page).textContent()).toMatch(/^<\?php/);
    expect(await page.locator('#read-product-rest [data-language]:visible').textContent()).toMatch(/^curl /);
    await close();
  });
});

describe.runIf(browser)('the search', () => {
  test('its results, in forced colours at 200 %, light on a desktop and dark on a phone: no overflow, no accessibility violation, no error, no request to another host', async () => {
    const { page, foreign, complaints, close } = await visit('/docs/rest');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('stock type');
    await page.locator('.results a').first().waitFor();
    const found = await inEachLook(page, async () => {
      expect((await page.locator('.results').boundingBox())?.x).toBeGreaterThanOrEqual(0);
      return faults(page);
    });
    expect([found, complaints, foreign]).toEqual([[], [], []]);
    await close();
  });

  test('by keyboard: / focuses it, arrows choose, Enter follows, Escape closes', async () => {
    const { page, close } = await visit('/docs/rest');
    await page.keyboard.press('/');
    await page.keyboard.type('Query.prod');
    await page.locator('.results a').first().waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.getAttribute('name'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const [first] = await page.locator('.results a').all();
    expect(await focused()).toBe(await first?.getAttribute('href'));
    await page.keyboard.press('Escape');
    expect([await focused(), await page.locator('.results').isVisible()]).toEqual(['q', false]);
    await page.keyboard.press('ArrowDown');
    await page.locator('.results').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('rental query');
    await page.locator('.results a[href="/docs/graphql#Query.rental"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/graphql#Query.rental');
    await close();
  });

  test('Enter in its field opens the page of all results, also without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await visit('/docs', { javaScriptEnabled });
      await page.getByRole('searchbox').fill('retry');
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL('**/docs/search?q=retry');
      expect(await page.locator('main .found a').first().getAttribute('href')).toBe('/docs/guides/retries');
      await close();
    }
  });

  test('forgives a typing error while one types, and asks whether another word was meant', async () => {
    const { page, complaints, close } = await visit('/docs');
    await page.getByRole('searchbox').fill('throtling');
    await page.locator('.results a[href="/docs/guides/throttling"]').waitFor();
    await page.getByRole('link', { name: 'Did you mean “throttling”?' }).click();
    await page.waitForURL('**/docs/search?q=throttling');
    expect(complaints).toEqual([]);
    await close();
  });
});

test.runIf(browser)('the feed of the changelog is well-formed XML in the namespace of Atom', async () => {
  const { page, close } = await visit('/docs/changelog');
  const path = await page.locator('link[rel="alternate"]').getAttribute('href');
  const roots = await page.evaluate(async (url) => {
    const text = await (await fetch(url ?? '')).text();
    const { documentElement } = new DOMParser().parseFromString(text, 'application/xml');
    return [documentElement.nodeName, documentElement.namespaceURI, documentElement.querySelectorAll('entry').length];
  }, path);
  expect(roots).toEqual(['feed', 'http://www.w3.org/2005/Atom', 2]);
  await close();
});

test.runIf(browser)('the changelog reads without scripts', async () => {
  const { page, close } = await visit('/docs/changelog', { javaScriptEnabled: false });
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    `${V2} (0.2.0)`,
    '2025-08-16 (0.1.0)',
  ]);
  // The requests of both writes; test/system/releases/examples.test.ts has the recorded responses too.
  expect(await page.locator('.pair pre:visible').count()).toBe(4);
  await close();
});
