// The documentation in a real browser: on a desktop and a phone, light and dark, by keyboard; no request to another host.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { listen } from '../../../src/http/listen.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { browser } from '../../support/browser.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { inEachLook, overflowing } from '../looks.ts';
import { expectForAll, faults, visit } from '../visit.ts';
import { docsOf } from './docs-of.ts';

const docs = docsOf(createVersions(RELEASES));
/** The rehearsed release fills the changelog. */
const rehearsed = docsOf(rehearsedOn(V2));

async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const isOfRehearsal = /^\/docs\/(changelog|assets\/search-index)/.test(url.pathname);
  const response = isOfRehearsal ? await rehearsed.handle(request, url) : undefined;
  return response?.ok ? response : docs.handle(request, url);
}

const server = await listen({ fetch: respond }, { host: '127.0.0.1', port: 0 });
afterAll(server.stop);

const open = (path: string, options?: BrowserContextOptions) => visit(`http://127.0.0.1:${server.port}`, path, options);

const OWED =
  'in forced colours at 200 %, light on a desktop and dark on a phone: no overflow, no accessibility violation, no error, no request to another host';

const PAGES = [
  ...['/docs', '/docs/guides/errors', '/docs/rest', '/docs/rest/createProduct', '/docs/graphql', '/docs/changelog'],
  '/docs/search?q=product',
];

test.runIf(browser).each(PAGES)(`%s ${OWED}; the first link leads past the navigation`, async (path) => {
  const { page, complaints } = await open(path);
  await page.waitForLoadState('networkidle');
  await expectForAll(page);
  expect(complaints).toEqual([]);
});

describe.runIf(browser)('the guides', () => {
  test('an address of the one page that they were leads to its place, without scripts to the link that does', async () => {
    const { page } = await open('/docs#compression');
    await page.waitForURL('**/docs/guides/caching#compression');
    await page.goto('/docs#errors');
    await page.waitForURL('**/docs/guides/errors');
    const still = await open('/docs#compression', { javaScriptEnabled: false });
    const link = still.page.locator('li:has(:target) > a');
    expect(await link.getAttribute('href')).toBe('/docs/guides/caching');
    const { y = 0 } = (await link.boundingBox()) ?? {};
    expect([y > 52, y < 900]).toEqual([true, true]);
  });

  test('on paper: nothing to click on, all of the code, addresses of links, dark text', async () => {
    const { page } = await open('/docs/guides/front-end', { viewport: { width: 700, height: 900 } });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const clickable = page.locator('.skip, nav, button, fieldset, input').filter({ visible: true });
    expect(await clickable.count()).toBe(0);
    expect(await overflowing(page, ':root, pre, figure, .scroll')).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    const link = page.locator('main > p > a[href="/docs/guides/relay"]');
    expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(' (');
  });

  test.each([true, false])('a guide leads to all others, on a phone too: scripts %s', async (javaScriptEnabled) => {
    const { page } = await open('/docs/guides/errors', { javaScriptEnabled });
    const others = page.getByRole('navigation', { name: 'All guides' }).locator('a[href^="/docs/guides/"]:visible');
    await expect.poll(() => others.count()).toBe(GUIDES.length);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    expect(await others.count()).toBe(0);
    await page.getByText('All guides').click();
    expect(await others.count()).toBe(GUIDES.length);
  });

  test('the list of contents marks the section that is read', async () => {
    const { page } = await open('/docs/guides/front-end#front-end-conflicts');
    const current = page.locator('.contents [aria-current="location"]');
    await expect.poll(() => current.allTextContents()).toEqual(['A colleague was faster']);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => current.count()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => current.allTextContents()).toEqual(['urql']);
  });
});

describe.runIf(browser)('the examples', () => {
  const openExamples = async (options?: BrowserContextOptions) =>
    (await open('/docs/guides/first-request', options)).page;
  const shown = (page: Page, id = 'create-product') =>
    page.locator(`#${id}-rest [data-language]:visible`).textContent();
  const choose = (page: Page, id: string, name: string) =>
    page.locator(`#${id}`).getByText(name, { exact: true }).first().click();

  test('code is copied by its button, in the language that a click or the arrow keys choose', async () => {
    const page = await openExamples({ permissions: ['clipboard-read', 'clipboard-write'] });
    const request = page.locator('#create-product-rest .block').first();
    for (const block of [page.locator('figure.code').first(), request]) {
      await block.getByRole('button').click();
      await block.getByText('Copied').waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await block.locator('pre:visible').textContent());
    }
    await choose(page, 'create-product', 'PHP');
    await request.getByRole('button').click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('<?php'));
    await choose(page, 'create-product', 'curl');
    await page.keyboard.press('ArrowRight');
    expect(await shown(page)).toContain('await fetch(');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('javascript');
  });

  test('a choice holds for all examples of the page and for the next visit, and its example stays in place', async () => {
    const page = await openExamples();
    const choice = page.locator('#read-product').getByText('Python', { exact: true });
    await choice.scrollIntoViewIfNeeded();
    const before = await choice.boundingBox();
    await choice.click();
    expect(Math.abs(((await choice.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
    expect(await shown(page)).toContain('requests.post(');
    await page.goto('/docs/guides/tokens');
    expect(await shown(page, 'token-in-header')).toContain('requests.get(');
    expect(await page.locator('[data-language]:visible').count()).toBe(
      await page.locator('[data-language="python"]:visible').count(),
    );
  });

  test('one surface takes the width, its documents have lines, and no word is broken; it is chosen for all pages', async () => {
    const page = await openExamples();
    const wrapped = page
      .locator('pre')
      .evaluateAll((all) => all.filter((pre) => getComputedStyle(pre).whiteSpace !== 'pre'));
    expect(await wrapped).toEqual([]);
    expect(await page.locator('#create-product-graphql').isVisible()).toBe(false);
    const width = async (part: string) => (await page.locator(`#create-product${part}`).boundingBox())?.width ?? 0;
    expect((await width('')) - (await width('-rest'))).toBeLessThanOrEqual(2);
    await choose(page, 'create-product', 'GraphQL');
    await page.reload();
    for (const id of ['create-product', 'read-product']) {
      expect(await page.locator(`#${id}-graphql`).isVisible()).toBe(true);
      expect(await page.locator(`#${id}-rest`).isVisible()).toBe(false);
    }
    const document = await page.locator('#read-product-graphql [data-language="curl"]').textContent();
    expect(document?.match(/^ {4,}.*[{}]$/gm)?.length).toBe(3);
  });

  test('without scripts each example shows one language, and another by a click', async () => {
    const page = await openExamples({ javaScriptEnabled: false });
    expect(await shown(page)).toMatch(/^curl /);
    await choose(page, 'create-product', 'PHP');
    expect([await shown(page), await shown(page, 'read-product')]).toEqual([
      expect.stringMatching(/^<\?php/),
      expect.stringMatching(/^curl /),
    ]);
  });
});

describe.runIf(browser)('the search', () => {
  test(`its results, ${OWED}`, async () => {
    const { page, complaints } = await open('/docs/rest');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('stock type');
    await page.locator('.results a').first().waitFor();
    const found = await inEachLook(page, async () => {
      expect((await page.locator('.results').boundingBox())?.x).toBeGreaterThanOrEqual(0);
      return faults(page);
    });
    expect([found, complaints]).toEqual([[], []]);
  });

  test('by keyboard: / focuses it, arrows choose, Enter follows, Escape closes', async () => {
    const { page } = await open('/docs/rest');
    await page.keyboard.press('/');
    await page.keyboard.type('Query.prod');
    await page.locator('.results a').first().waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.getAttribute('name'));
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    expect(await focused()).toBe(await page.locator('.results a').first().getAttribute('href'));
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
  });

  test.each([true, false])(
    'Enter in its field opens the page of all results: scripts %s',
    async (javaScriptEnabled) => {
      const { page } = await open('/docs', { javaScriptEnabled });
      await page.getByRole('searchbox').fill('retry');
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL('**/docs/search?q=retry');
      expect(await page.locator('main .found a').first().getAttribute('href')).toBe('/docs/guides/retries');
    },
  );

  test('forgives a typing error while one types, and asks whether another word was meant', async () => {
    const { page, complaints } = await open('/docs');
    await page.getByRole('searchbox').fill('throtling');
    await page.locator('.results a[href="/docs/guides/throttling"]').waitFor();
    await page.getByRole('link', { name: 'Did you mean “throttling”?' }).click();
    await page.waitForURL('**/docs/search?q=throttling');
    expect(complaints).toEqual([]);
  });
});

test.runIf(browser)(
  'the changelog reads without scripts; its feed is well-formed XML in the namespace of Atom',
  async () => {
    const { page } = await open('/docs/changelog', { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      `${V2} (0.2.0)`,
      '2025-08-16 (0.1.0)',
    ]);
    // The requests of both writes; test/system/releases/examples.test.ts has the recorded responses too.
    expect(await page.locator('.pair pre:visible').count()).toBe(4);
    const path = await page.locator('link[rel="alternate"]').getAttribute('href');
    const feed = await (await page.request.get(path ?? '')).text();
    const roots = await page.evaluate((text) => {
      const { documentElement } = new DOMParser().parseFromString(text, 'application/xml');
      return [documentElement.nodeName, documentElement.namespaceURI, documentElement.querySelectorAll('entry').length];
    }, feed);
    expect(roots).toEqual(['feed', 'http://www.w3.org/2005/Atom', 2]);
  },
);
