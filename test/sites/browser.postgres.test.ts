// The sites except the dashboard in a real browser, on a service with the demo data: desktop and phone, light and
// dark, by keyboard.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, test as always, describe, expect } from 'vitest';
import { PEOPLE } from '../../src/demo/demo-data.ts';
import { GUIDES } from '../../src/sites/docs/guides/guides.ts';
import { EXAMPLES } from '../../src/sites/graphiql/examples.ts';
import { browser } from '../support/browser.ts';
import { createDemoApp } from '../support/demo-app.ts';
import { serve } from '../support/serve.ts';
import { rehearsedOn, V2 } from '../system/releases/rehearsal.ts';
import { docsOf, opening } from './docs/docs-of.ts';
import { inEachLook, overflowing } from './looks.ts';
import { expectForAll, faults, visit } from './visit.ts';

const test = always.runIf(browser);

const app = await serve((publicOrigin) => createDemoApp(new Date(), { config: { publicOrigin } }));
afterAll(app.close);

const LOOKS = 'in forced colours at 200 %, light on a desktop and dark on a phone, without a fault';

async function open(path = '/graphql', options?: BrowserContextOptions) {
  const visited = await visit(app.origin, path, options);
  if (path === '/graphql') await runButton(visited.page).waitFor();
  return visited;
}

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
  ...[
    '/docs',
    '/docs/guides/errors',
    '/docs/rest',
    '/docs/rest/createProduct',
    '/docs/graphql',
    '/docs/changelog',
  ],
  ...['/docs/search?q=product', '/docs/nothing', '/nothing', '/graphql'],
])(`%s ${LOOKS}; the first link skips the navigation`, async (path) => {
  const { page, complaints } = await (path === '/docs/changelog' ? openChangelog() : open(path));
  await expectForAll(page);
  if (path === '/graphql') {
    const ground = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground('.graphiql-container')).toBe(await ground('body'));
  }
  expect(complaints).toEqual(path.endsWith('nothing') ? [`404 ${path}`] : []);
});

describe('the guides', () => {
  test('an anchor of the former single page leads to its new place', async () => {
    const { page } = await open('/docs#compression');
    await page.waitForURL('**/docs/guides/caching#compression');
    await page.goto('/docs#errors');
    await page.waitForURL('**/docs/guides/errors');
  });

  test('in print: nothing to click on, complete code, link addresses, dark text', async () => {
    const { page } = await open('/docs/guides/front-end', {
      viewport: { width: 700, height: 900 },
    });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const clickable = page.locator('.skip, nav, button, fieldset, input').filter({ visible: true });
    expect(await clickable.count()).toBe(0);
    expect(await overflowing(page, ':root, pre, figure, .scroll')).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    const link = page.locator('main > p > a[href="/docs/guides/other-clients"]');
    expect(
      await link.evaluate((element) => getComputedStyle(element, '::after').content),
    ).toContain(' (');
  });

  test('a guide links to all others, on a phone without scripts too', async () => {
    const { page } = await open('/docs/guides/errors', { javaScriptEnabled: false });
    const others = page.locator('nav a[href^="/docs/guides/"]:visible');
    expect(await others.count()).toBeGreaterThanOrEqual(GUIDES.length);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await others.count()).toBe(0);
    await page.locator('.contents summary').click();
    expect(await others.count()).toBeGreaterThanOrEqual(GUIDES.length);
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
      await block.getByRole('button', { name: 'Copy' }).click();
      await block.getByText('Copied').waitFor();
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
    expect([await isShown('create-product-rest'), await isShown('create-product-graphql')]).toEqual(
      [false, true],
    );
    expect(await isShown('read-product-rest')).toBe(true);
  });
});

describe('the search', () => {
  test(`by keyboard: / focuses it, results appear ${LOOKS}, arrows choose, Enter follows, Escape closes`, async () => {
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
    expect([await focused(), await page.locator('.results').isVisible()]).toEqual(['q', false]);
    await page.keyboard.press('ArrowDown');
    await page.locator('.results').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('query rental');
    await page.locator('.results a[href="/docs/graphql/rental"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/graphql/rental');
  });

  test('forgives typos while typing; Enter opens the page of all results, even without scripts', async () => {
    const { page, complaints } = await open('/docs');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('retreis');
    await page.locator('.results a[href="/docs/guides/retries"]').waitFor();
    await page.getByRole('link', { name: 'Did you mean “retries”?' }).click();
    await page.waitForURL('**/docs/search?q=retries');
    for (const visited of [page, (await open('/docs', { javaScriptEnabled: false })).page]) {
      await visited.getByRole('searchbox').fill('retry');
      await visited.getByRole('searchbox').press('Enter');
      await visited.waitForURL('**/docs/search?q=retry');
      expect(await visited.locator('main .found a').first().getAttribute('href')).toBe(
        '/docs/guides/retries',
      );
    }
    expect(complaints).toEqual([]);
  });
});

test("the changelog's feed is well-formed XML in the Atom namespace", async () => {
  const { page } = await open('/nothing');
  const { body } = await openRehearsed('/docs/changelog.atom');
  const roots = await page.evaluate((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, 'application/xml');
    return [
      documentElement.nodeName,
      documentElement.namespaceURI,
      documentElement.querySelectorAll('entry').length,
    ];
  }, body);
  expect(roots).toEqual(['feed', 'http://www.w3.org/2005/Atom', 2]);
});

const runButton = (page: Page) => page.getByRole('button', { name: 'Execute query' });
const tokenField = (page: Page) => page.getByLabel('API token');
const noted = (page: Page, hasText: string) => page.locator('#token-note', { hasText }).waitFor();
const result = (page: Page) => page.locator('.graphiql-response');

const reload = async (page: Page) => {
  await page.reload();
  await runButton(page).waitFor();
};

const signIn = async (page: Page) => {
  await page.getByLabel('Email address').fill(PEOPLE.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PEOPLE.owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Everything that the browser keeps beyond the tab. */
const localStorageText = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test('GraphiQL shows its frame with the query at once, until the editor has loaded or failed to load', async () => {
  const { page } = await open('/nothing');
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/graphiql.*.{js,css}', async (route) => {
    await promise;
    await route.abort();
  });
  await page.goto('/graphql?example=bundle', { waitUntil: 'commit' });
  await page.getByText('Loading the editor').waitFor();
  await page.locator('#graphiql pre', { hasText: 'bundle(id: $id)' }).waitFor();
  expect((await page.locator('#graphiql').boundingBox())?.height).toBeGreaterThan(400);
  fail();
  await page.getByText('The editor could not be loaded. Reload the page to try again.').waitFor();
});

test('GraphiQL without a token has documentation and completion, sends nothing, and points to the token field, which reports a rejected token (D39)', async () => {
  const { page, calls, complaints } = await open();
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'CreateBundleInput' }).click();
  await page.getByText('A bundle to create.').waitFor();
  await page.locator('.graphiql-query-editor .view-line', { hasText: 'title' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' bar');
  await page.locator('.suggest-widget').getByText('barcode').first().waitFor();
  await page.keyboard.press('Escape');
  await runButton(page).click();
  await noted(page, 'Enter an API token first.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('token');
  await tokenField(page).fill('schlüssel');
  await runButton(page).click();
  await noted(page, 'an invalid character');
  expect([calls, complaints]).toEqual([[], []]);
  await tokenField(page).fill('svc_test_unknown');
  await runButton(page).click();
  await noted(page, 'The service rejected this token (401)');
  expect(await tokenField(page).getAttribute('aria-invalid')).toBe('true');
  await tokenField(page).fill(app.token);
  await noted(page, 'Sent with each request');
});

test("GraphiQL's token survives a reload of the tab, is hidden, and is never stored beyond the tab; nor is one in the headers pane, which is sent", async () => {
  const { page, calls } = await open();
  await tokenField(page).fill(`Bearer ${app.token} `);
  await reload(page);
  expect(await tokenField(page).getAttribute('type')).toBe('password');
  await runButton(page).click();
  await result(page).getByText('Four-person tent').waitFor();
  expect(calls).toHaveLength(1);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(await tokenField(page).getAttribute('type')).toBe('text');
  // GraphiQL stores its tabs half a second after a change.
  await expect.poll(() => localStorageText(page)).toContain('ReadProduct');
  expect(await localStorageText(page)).not.toContain('svc_');
  expect(page.url()).toBe(`${app.origin}/graphql`);
  await tokenField(page).fill('');
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
  await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click();
  await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${app.token}` }));
  await runButton(page).click();
  await result(page).getByText('Four-person tent').waitFor();
  await expect.poll(() => calls.length).toBe(2);
  await page.getByRole('button', { name: 'New tab' }).click();
  await expect.poll(() => localStorageText(page)).toContain('"activeTabIndex\\":1');
  expect(await localStorageText(page)).not.toContain('svc_');
});

describe("GraphiQL's examples", () => {
  test('run without errors, each in its own tab, which a reload keeps', async () => {
    const { page, complaints } = await open();
    await tokenField(page).fill(app.token);
    const opened = EXAMPLES.filter(({ name }) => ['product', 'create-bundle'].includes(name));
    for (const { title, query } of opened) {
      await Promise.all([
        page.waitForEvent('load'),
        page.getByLabel('Example').selectOption(title),
      ]);
      await runButton(page).click();
      await result(page).getByText('"data"').waitFor();
      const [, operation = ''] = /^\w+ (\w+)/.exec(query) ?? [];
      await page.locator('.graphiql-tab-active', { hasText: operation }).waitFor();
      await expect.poll(() => localStorageText(page)).toContain(operation);
    }
    await reload(page);
    expect(await page.locator('.graphiql-tab').count()).toBe(opened.length);
    await page.locator('.graphiql-editor-tool').getByText('"Weekend for two"').first().waitFor();
    expect(complaints).toEqual([]);
  });
});

test('removes a token from the address, and no request contains it', async () => {
  const { page, complaints } = await open('/');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest())
      asked.push(request.url() + JSON.stringify(request.headers()));
  });
  const GUIDE = '/docs/guides/first-request';
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

test('signing out clears the token and the stored tabs in each browser tab (D49)', async () => {
  const { page } = await open();
  await tokenField(page).fill(app.token);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await signIn(other);
  await other.evaluate(() => localStorage.setItem('kept', 'until then'));
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByText('You’re signed out.').waitFor();
  expect(await localStorageText(other)).toBe('{}');
  await page.reload();
  expect(await tokenField(page).inputValue()).toBe('');
});

describe('an example in a guide', () => {
  const PAGE = '/docs/guides/first-request';
  const run = async (page: Page, surface: 'REST' | 'GraphQL', id = 'create-product') => {
    await page.locator(`#${id} .choice-of-surface`).getByText(surface).click();
    await page
      .locator(`#${id}-${surface.toLowerCase()}`)
      .getByRole('button', { name: 'Run' })
      .click();
  };
  const panel = (page: Page) => page.locator('.run:visible');
  const send = (page: Page) => panel(page).getByRole('button', { name: 'Send' }).click();
  const answer = (page: Page) => panel(page).locator('.run-answer > pre').textContent();

  test('runs with a token that a signed-in user creates with one click, can be edited, and GraphiQL finds the token', async () => {
    const { page, complaints } = await open(PAGE);
    await run(page, 'REST');
    await send(page);
    await noted(page, 'Enter an API token first.');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('link', { name: 'Sign in to the dashboard' }).click();
    await signIn(page);
    await page.waitForURL(`**${PAGE}`);
    await run(page, 'REST');
    await app.db.$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes'`;
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByRole('link', { name: 'Confirm your sign-in' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PEOPLE.owner.password);
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await page.waitForURL(`**${PAGE}`);
    await run(page, 'REST');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await noted(page, 'expires in a day');
    expect(await panel(page).textContent()).toContain('This request changes data');
    await panel(page)
      .getByLabel('Body')
      .fill('{ "product": { "title": "Tarp", "rent": 3, "sku": "TARP-1" } }');
    await send(page);
    await panel(page)
      .getByText(/^201 Created, \d+ ms$/)
      .waitFor();
    const { id, location } = JSON.parse((await answer(page)) ?? '');
    await panel(page)
      .getByText(/\d+ headers/)
      .click();
    await panel(page).getByText(`location: ${location}`).waitFor();
    // The first click sends a read.
    await run(page, 'GraphQL', 'read-product');
    await panel(page).getByText(/^200 /).waitFor();
    await panel(page).getByLabel('Variables').fill(`{ "id": "${id}" }`);
    await send(page);
    await panel(page).getByText('Tarp').first().waitFor();
    expect(await inEachLook(page, faults)).toEqual([]);
    await page.goto('/graphql');
    expect(await tokenField(page).inputValue()).toMatch(/^svc_test_/);
    expect(complaints).toEqual(['403 /dashboard/docs-token', '403 /dashboard/confirm']);
  });

  test('reads the token from a variable, and the command that sets it has the pasted token', async () => {
    const { page } = await open(PAGE);
    const command = page.locator('code', { hasText: 'export TOKEN=' });
    expect(await command.textContent()).toBe("export TOKEN='svc_test_…'");
    await tokenField(page).fill(`Bearer ${app.token}`);
    await expect.poll(() => command.textContent()).toBe(`export TOKEN='${app.token}'`);
    await page.reload();
    expect(await command.textContent()).toBe(`export TOKEN='${app.token}'`);
  });

  test('explains why there is no response, and can be stopped', async () => {
    const { page } = await open(PAGE);
    await run(page, 'REST', 'read-product');
    await tokenField(page).fill('svc_test_unknown');
    await send(page);
    await noted(page, 'The token is malformed (401). Create or paste another one.');
    await tokenField(page).fill(app.token);
    await panel(page).getByLabel('Path').fill('https://example.com/');
    await send(page);
    await panel(page).getByText('Only paths of this service can be sent.').waitFor();
    await panel(page).getByLabel('Path').fill('/api/token-secured/product/1');
    await panel(page).getByLabel('Headers').fill('Prefer: wait=30');
    await send(page);
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await panel(page).getByText('Stopped.').waitFor();
    await page.context().setOffline(true);
    await send(page);
    await panel(page).getByText("The service didn't respond").waitFor();
  });
});
