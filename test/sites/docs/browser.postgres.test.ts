// The documentation in a real browser, on a service with the demo data: desktop and phone, light and dark, by
// keyboard.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { test as always, describe, expect } from 'vitest';
import { browser } from '../../support/browser.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { inEachLook, overflowing } from '../looks.ts';
import { expectForAll, faults, openDemoSite, pressButton, seeText, visit } from '../visit.ts';
import { docsOf, GUIDES, opening } from './docs-of.ts';

const test = always.runIf(browser);

const app = await openDemoSite();

const LOOKS =
  'in forced colours at 200 %, light on a desktop and dark on a phone, without a fault';

const open = (path: string, options?: BrowserContextOptions) =>
  visit(app.origin, path, options);

const openRehearsed = opening(docsOf(rehearsedOn(V2)));

async function openChangelog() {
  const visited = await open('/docs');
  await visited.page.route('**/docs/changelog*', async (route) => {
    const { headers, ...page } = await openRehearsed(new URL(route.request().url()).pathname);
    await route.fulfill({ ...page, headers: Object.fromEntries(headers) });
  });
  await visited.page.goto('/docs/changelog');
  return visited;
}

test.each([
  '/docs',
  '/docs/guides/errors',
  '/docs/rest',
  '/docs/rest/createProduct',
  '/docs/graphql',
  '/docs/changelog',
  '/docs/nothing',
  '/nothing',
])(`%s ${LOOKS}; the first link skips the navigation`, async (path) => {
  const { page, complaints } = await (path === '/docs/changelog'
    ? openChangelog()
    : open(path));
  await expectForAll(page);
  expect(complaints).toEqual(path.endsWith('nothing') ? [`404 ${path}`] : []);
});

describe('the guides', () => {
  test('in print: nothing to click on, complete code, link addresses, dark text', async () => {
    const { page } = await open('/docs/guides/front-end', {
      viewport: { width: 700, height: 900 },
    });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const clickable = page
      .locator('.skip, nav, button, fieldset, input')
      .filter({ visible: true });
    expect(await clickable.count()).toBe(0);
    expect(await overflowing(page, ':root, pre, figure, .scroll')).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    const link = page.locator('main > p > a[href="/docs/guides/clients#any-client"]');
    expect(
      await link.evaluate((element) => getComputedStyle(element, '::after').content),
    ).toContain(' (');
  });

  test('without scripts a guide links to all others, on a phone too, and has no search', async () => {
    const { page } = await open('/docs/guides/errors', { javaScriptEnabled: false });
    expect(await page.locator('form.search').isVisible()).toBe(false);
    const others = page.locator('nav a[href^="/docs/guides/"]:visible');
    expect(await others.count()).toBeGreaterThanOrEqual(GUIDES.length);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await others.count()).toBe(0);
    await page.locator('.contents summary').click();
    expect(await others.count()).toBeGreaterThanOrEqual(GUIDES.length);
  });

  test('no guide or reference is wider than a phone of 320 pixels', async () => {
    const { page } = await open('/docs', { viewport: { width: 320, height: 640 } });
    const pages = [
      ...GUIDES.map((id) => `guides/${id}`),
      'rest',
      'rest/createProduct',
      'graphql',
    ];
    for (const path of pages) {
      await page.goto(`/docs/${path}`);
      expect([path, await overflowing(page)]).toEqual([path, []]);
    }
  });

  test('short inline code has no line break on a phone', async () => {
    const { page } = await open('/docs/guides/errors', {
      viewport: { width: 390, height: 844 },
    });
    const broken = await page
      .locator('main :is(p, li, td) code')
      .evaluateAll((codes) =>
        codes
          .filter((code) => code.textContent.length <= 24 && code.getClientRects().length > 1)
          .map((code) => code.textContent),
      );
    expect(broken).toEqual([]);
  });

  test('the table of contents marks the current section', async () => {
    const { page } = await open('/docs/guides/front-end#front-end-conflicts');
    const current = page.locator('.contents [aria-current="location"]');
    await expect.poll(() => current.allTextContents()).toEqual(['Conflicts']);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => current.count()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => current.allTextContents()).toEqual(['The cache']);
  });
});

describe('the examples', () => {
  const openExamples = async (options?: BrowserContextOptions) =>
    (await open('/docs/guides/first-request', options)).page;
  const choose = (page: Page, id: string, name: string) =>
    page.locator(`#${id}`).getByText(name, { exact: true }).first().click();

  test('a button copies the code', async () => {
    const page = await openExamples({ permissions: ['clipboard-read', 'clipboard-write'] });
    for (const block of [
      page.locator('figure.code').first(),
      page.locator('#create-product-rest .block').first(),
    ]) {
      await pressButton(block, 'Copy');
      await seeText(block, 'Copied');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await block.locator('pre:visible').textContent());
    }
  });

  test('the choice of an API applies to all examples and pages', async () => {
    const page = await openExamples();
    await choose(page, 'create-product', 'GraphQL');
    await page.reload();
    for (const id of ['create-product', 'read-product'])
      expect(await page.locator(`#${id}-graphql`).isVisible()).toBe(true);
    await page.locator('#create-product-graphql').waitFor();
    await choose(page, 'create-product', 'GraphQL');
    await page.keyboard.press('ArrowLeft');
    await page.locator('#read-product-rest').waitFor();
  });

  test('without scripts each example shows one API, and the other on click', async () => {
    const page = await openExamples({ javaScriptEnabled: false });
    const isShown = (id: string) => page.locator(`#${id}`).isVisible();
    await choose(page, 'create-product', 'GraphQL');
    expect([
      await isShown('create-product-rest'),
      await isShown('create-product-graphql'),
    ]).toEqual([false, true]);
    expect(await isShown('read-product-rest')).toBe(true);
    expect(await page.getByText(/\bRun\b/).count()).toBe(0);
  });
});

describe('the search', () => {
  test(`by keyboard: / focuses it, arrows choose, Enter follows, Escape closes; results appear ${LOOKS}`, async () => {
    const { page, complaints } = await open('/docs/rest');
    await page.keyboard.press('/');
    await page.keyboard.type('Query.prod');
    const first = page.locator('.results a').first();
    await first.waitFor();
    const found = await inEachLook(page, async () => {
      expect((await page.locator('.results').boundingBox())?.x).toBeGreaterThanOrEqual(0);
      return faults(page);
    });
    expect([found, complaints]).toEqual([[], []]);
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('href') ??
          document.activeElement?.getAttribute('name'),
      );
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    expect(await focused()).toBe(await first.getAttribute('href'));
    await page.keyboard.press('Escape');
    expect([await focused(), await page.locator('.results').isVisible()]).toEqual([
      'q',
      false,
    ]);
    await page.keyboard.press('ArrowDown');
    await page.locator('.results').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('query rental');
    await page.locator('.results a[href="/docs/graphql/rental"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/graphql/rental');
  });

  test('stays open while its results are pressed, also where a link gets no focus then, as in Safari', async () => {
    const { page } = await open('/docs');
    await page.getByRole('searchbox').fill('retries');
    await page.locator('.results a').first().waitFor();
    await page.locator('.results [role=status]').click();
    expect(await page.locator('.results').isVisible()).toBe(true);
  });

  test('forgives typos, and Enter in the field opens the first result', async () => {
    const { page, complaints } = await open('/docs');
    const field = page.getByRole('searchbox', { name: 'Search the documentation' });
    await field.fill('retreis');
    await page.locator('.results a[href="/docs/guides/retries"]').waitFor();
    await page.getByRole('button', { name: 'Did you mean “retries”?' }).click();
    expect(await field.inputValue()).toBe('retries');
    await field.press('Enter');
    await page.waitForURL('**/docs/guides/retries');
    expect(complaints).toEqual([]);
  });
});

test('removes a token from the address, and no request contains it', async () => {
  const { page, complaints } = await open('/');
  const GUIDE = '/docs/guides/first-request';
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) return;
    asked.push(request.url() + JSON.stringify(request.headers()));
  });
  for (const [path, left] of [
    [`/graphql?example=product&token=${app.token}&token=other#part`, '/graphql#part'],
    [`${GUIDE}#token=${app.token}`, GUIDE],
    [`${GUIDE}?token=${app.token}`, GUIDE],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect.poll(() => page.url()).toBe(app.origin + left);
  }
  expect(asked.join()).not.toContain(app.token);
  expect(complaints).toEqual([]);
});
