// Requests that GraphiQL and the guides' examples send in a real browser, with a token that only the tab keeps.
import type { Page } from 'playwright-core';
import { test as always, describe, expect } from 'vitest';
import { EXAMPLES } from '../../src/sites/graphiql/examples.ts';
import { browser } from '../support/browser.ts';
import { inEachLook } from './looks.ts';
import {
  expectForAll,
  faults,
  fillIn,
  followLink,
  openDemoSite,
  pressButton,
  seeText,
  signInAsOlivia,
  visit,
} from './visit.ts';

const test = always.runIf(browser);

const app = await openDemoSite();

async function open(path = '/graphql') {
  const visited = await visit(app.origin, path);
  if (path === '/graphql') await runButton(visited.page).waitFor();
  return visited;
}

const PAGE = '/docs/guides/first-request';
const runButton = (page: Page) => page.getByRole('button', { name: 'Execute query' });
const tokenField = (page: Page) => page.getByLabel('API token');
const noted = (page: Page, hasText: string) =>
  page.locator('#token-note', { hasText }).waitFor();

/** Sends the query, and waits for the text in its response. */
const receive = async (page: Page, text: string) => {
  await runButton(page).click();
  await page.locator('.graphiql-response').getByText(text).waitFor();
};

/** Everything that the browser keeps beyond the tab. */
const localStorageText = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test('GraphiQL has no fault in any look, and the background of the page', async () => {
  const { page, complaints } = await open();
  await expectForAll(page);
  const background = (selector: string) =>
    page
      .locator(selector)
      .last()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background('.graphiql-container')).toBe(await background('body'));
  expect(complaints).toEqual([]);
});

test('GraphiQL shows its frame with the query at once, until the editor has loaded or failed', async () => {
  const { page } = await open('/nothing');
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/graphiql.*.{js,css}', async (route) => {
    await promise;
    await route.abort();
  });
  await page.goto('/graphql?example=bundle', { waitUntil: 'commit' });
  await seeText(page, 'Loading the editor');
  await page.locator('#graphiql pre', { hasText: 'bundle(id: $id)' }).waitFor();
  const height = async () => (await page.locator('#graphiql').boundingBox())?.height;
  // The styles of the page may come after its text.
  await expect.poll(height).toBeGreaterThan(400);
  fail();
  await seeText(page, 'The editor could not be loaded. Reload the page to try again.');
});

test('GraphiQL has documentation, sends nothing without a token, and reports a rejected one (D39)', async () => {
  const { page, calls, complaints } = await open();
  await pressButton(page, 'Show Documentation Explorer');
  await followLink(page, 'CreateBundleInput');
  await seeText(page, 'A bundle to create.');
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

test('GraphiQL sends a token from the field or the headers pane, and only the tab keeps it', async () => {
  const { page, calls } = await open();
  await tokenField(page).fill(`Bearer ${app.token} `);
  await page.reload();
  await runButton(page).waitFor();
  expect(await tokenField(page).getAttribute('type')).toBe('password');
  await receive(page, 'Four-person tent');
  expect(calls).toHaveLength(1);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(await tokenField(page).getAttribute('type')).toBe('text');
  // GraphiQL stores its tabs half a second after a change.
  await expect.poll(() => localStorageText(page)).toContain('ReadProduct');
  expect(await localStorageText(page)).not.toContain('svc_');
  expect(page.url()).toBe(`${app.origin}/graphql`);
  await tokenField(page).fill('');
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
  await page
    .locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines')
    .click();
  await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${app.token}` }));
  await receive(page, 'Four-person tent');
  await expect.poll(() => calls.length).toBe(2);
  await pressButton(page, 'New tab');
  await expect.poll(() => localStorageText(page)).toContain('"activeTabIndex\\":1');
  expect(await localStorageText(page)).not.toContain('svc_');
});

test("GraphiQL's examples run without errors, each in its own tab, which a reload keeps", async () => {
  const { page, complaints } = await open();
  await tokenField(page).fill(app.token);
  const opened = EXAMPLES.filter(({ name }) => ['product', 'create-bundle'].includes(name));
  for (const { title, query } of opened) {
    await Promise.all([
      page.waitForEvent('load'),
      page.getByLabel('Example').selectOption(title),
    ]);
    await receive(page, '"data"');
    const [, operation = ''] = /^\w+ (\w+)/.exec(query) ?? [];
    await page.locator('.graphiql-tab-active', { hasText: operation }).waitFor();
    await expect.poll(() => localStorageText(page)).toContain(operation);
  }
  await page.reload();
  await runButton(page).waitFor();
  expect(await page.locator('.graphiql-tab').count()).toBe(opened.length);
  await page
    .locator('.graphiql-editor-tool')
    .getByText('"Weekend for two"')
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test('signing out clears the token and the stored tabs in each browser tab (D49)', async () => {
  const { page } = await open();
  await tokenField(page).fill(app.token);
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await signInAsOlivia(other);
  await other.evaluate(() => localStorage.setItem('kept', 'until then'));
  await pressButton(other, 'Sign out');
  await seeText(other, 'You’re signed out.');
  expect(await localStorageText(other)).toBe('{}');
  await page.reload();
  expect(await tokenField(page).inputValue()).toBe('');
});

/** A page in a browser that denies storage, as for a user who blocks cookies. */
async function openWithoutStorage(path: string) {
  const { page, complaints } = await visit(app.origin, '/nothing');
  complaints.length = 0;
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(path);
  return { page, complaints };
}

test('GraphiQL works in a browser that denies storage', async () => {
  const { page, complaints } = await openWithoutStorage('/graphql?example=product');
  await tokenField(page).fill(app.token);
  await noted(page, 'Sent with each request until you leave this page.');
  await receive(page, 'Four-person tent');
  expect(complaints).toEqual([]);
});

describe('an example in a guide', () => {
  const run = async (page: Page, surface: 'REST' | 'GraphQL', id = 'create-product') => {
    await page.locator(`#${id} .choice-of-surface`).getByText(surface).click();
    await pressButton(page.locator(`#${id}-${surface.toLowerCase()}`), 'Run');
  };
  const panel = (page: Page) => page.locator('.run:visible');
  const send = (page: Page) => pressButton(panel(page), 'Send');

  test('can be edited, and runs with a pasted token, which GraphiQL finds', async () => {
    const { page, complaints } = await open(PAGE);
    await seeText(page, 'to send the examples on this page with Run');
    await run(page, 'REST');
    await send(page);
    await noted(page, 'Enter an API token first.');
    await tokenField(page).fill(app.token);
    await noted(page, 'Sent with each request.');
    expect(await panel(page).textContent()).toContain('This request changes data');
    await fillIn(
      panel(page),
      'Body',
      '{ "product": { "title": "Tarp", "rent": 3, "sku": "TARP-1" } }',
    );
    await send(page);
    await seeText(panel(page), /^201 Created, \d+ ms$/);
    const { id, location } = JSON.parse(
      (await panel(page).locator('.run-answer > pre').textContent()) ?? '',
    );
    await panel(page)
      .getByText(/\d+ headers/)
      .click();
    await panel(page).getByText(`location: ${location}`).waitFor();
    // The first click sends a read.
    await run(page, 'GraphQL', 'read-product');
    await seeText(panel(page), /^200 /);
    await fillIn(panel(page), 'Variables', `{ "id": "${id}" }`);
    await send(page);
    await panel(page).getByText('Tarp').first().waitFor();
    expect(await inEachLook(page, faults)).toEqual([]);
    await page.goto('/graphql');
    expect(await tokenField(page).inputValue()).toBe(app.token);
    expect(complaints).toEqual([]);
  });

  test('runs in a browser that denies storage', async () => {
    const { page, complaints } = await openWithoutStorage(PAGE);
    await tokenField(page).fill(app.token);
    await run(page, 'REST', 'read-product');
    await seeText(panel(page), /^200 /);
    expect(complaints).toEqual([]);
  });

  test('shows all of a header that is wider than a phone', async () => {
    const { page } = await open(PAGE);
    await page.setViewportSize({ width: 390, height: 844 });
    await run(page, 'REST');
    const headers = panel(page).getByLabel('Headers');
    await headers.fill(`Idempotency-Key: ${'a'.repeat(100)}`);
    expect(
      await headers.evaluate((field) => field.scrollHeight - field.clientHeight),
    ).toBeLessThanOrEqual(0);
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
    await noted(page, 'The token is malformed (401). Paste another one.');
    await tokenField(page).fill(app.token);
    await fillIn(panel(page), 'Path', 'https://example.com/');
    await send(page);
    await seeText(panel(page), 'Only paths of this service can be sent.');
    await fillIn(panel(page), 'Path', '/api/token-secured/product/1');
    await fillIn(panel(page), 'Headers', 'Prefer: wait=30');
    await send(page);
    await pressButton(panel(page), 'Stop');
    await seeText(panel(page), 'Stopped.');
    await page.context().setOffline(true);
    await send(page);
    await seeText(panel(page), "The service didn't respond");
  });
});
