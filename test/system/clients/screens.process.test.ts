// The screens of the guides on Vue and on plain fetch, built and driven in a browser, on another origin than the service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { overflowing, violations } from '../../sites/looks.ts';
import { browser } from '../../support/browser.ts';
import { startLosingProxy } from './losing-proxy.ts';
import { serveApp } from './serve-app.ts';

const PHONE = { viewport: { width: 375, height: 740 } };

const app = await serveApp();
afterAll(app.close);
const proxy = await startLosingProxy(() => app.origin);
afterAll(proxy.close);

describe.runIf(browser).each(['vue', 'plain'])('the screen of the guide on %s', (folder) => {
  const root = join(import.meta.dirname, folder);
  let site: PreviewServer;
  let outDir: string;
  beforeAll(async () => {
    outDir = await mkdtemp(join(tmpdir(), `${folder}-`));
    const define = { 'import.meta.env.VITE_GRAPHQL_URL': JSON.stringify(`${proxy.origin}/graphql`) };
    await build({ root, define, logLevel: 'error', build: { outDir } });
    const address = { host: '127.0.0.1', port: 0 };
    site = await preview({ root, build: { outDir }, preview: address, logLevel: 'silent' });
  });
  afterAll(async () => {
    await site.close();
    await rm(outDir, { recursive: true });
  });

  async function visit(id: number): Promise<Page> {
    const context = await browser?.newContext(PHONE);
    const page = await context?.newPage();
    if (!page) throw new Error('The browser has no page');
    onTestFinished(() => page.context().close());
    await page.goto(`${site.resolvedUrls?.local[0]}?product=${id}`);
    return page;
  }
  async function signIn(page: Page, token = app.owner.token): Promise<void> {
    await page.getByLabel('API token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  async function open(data: object): Promise<{ id: number; page: Page }> {
    const { id } = await app.product({ rent: 5, ...data });
    const page = await visit(id);
    await signIn(page);
    await page.getByLabel('Title').waitFor();
    return { id, page };
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
  const isSaved = (page: Page) => page.getByRole('status').getByText('The product is saved.').waitFor();
  /** The service rehearses the failure (D47). */
  const fail = (page: Page, status: number) =>
    page.route('**/graphql', (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: `code=${status}` } }),
    );
  const stored = async (id: number) => (await app.rest('GET', `/product/${id}`)).body.product;

  test('saves what was changed, and no other field', async () => {
    const { id, page } = await open({ title: 'Tent' });
    await page.getByLabel('Rent').fill('6.5');
    proxy.passed();
    await save(page);
    await isSaved(page);
    expect(await stored(id)).toMatchObject({ title: 'Tent', rent: 6.5 });
    expect(proxy.passed()).toMatchObject([{ key: expect.any(String) }]);
    expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
  });

  test('tells an error at its field, which gets the focus: of a rule, and of a type (D35)', async () => {
    const { page } = await open({});
    await page.getByLabel('Rent').fill('0');
    await save(page);
    await page.getByLabel('Rent').and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('rent');
    expect(await page.locator('#rent-error').textContent()).toContain('0.01');
    await page.getByLabel('Rent').fill('5');
    await page.getByLabel('Quantity').fill('1.5');
    await save(page);
    await page.getByLabel('Quantity').and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('quantity');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  });

  test('loses nothing of a colleague who was faster (D41)', async () => {
    const { id, page } = await open({ title: 'Canoe' });
    const update = (product: object) => app.rest('PUT', `/product/${id}`, { product });
    await update({ title: 'Kayak', rent: 7 });
    await page.getByLabel('Rent').fill('6');
    await save(page);
    await page.getByText('Theirs: Kayak, rent 7').waitFor();
    expect(await page.getByLabel('Rent').inputValue()).toBe('6');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await isSaved(page);
    expect(await stored(id)).toMatchObject({ title: 'Kayak', rent: 6 });
    expect(await page.getByLabel('Title').inputValue()).toBe('Kayak');

    await update({ rent: 8 });
    await page.getByLabel('Rent').fill('9');
    await save(page);
    await page.getByRole('button', { name: 'Take theirs' }).click();
    expect(await page.getByLabel('Rent').inputValue()).toBe('8');
  });

  test('saves once although answers are lost (D40)', async () => {
    const { id, page } = await open({});
    await page.getByLabel('Rent').fill('6');
    proxy.passed();
    proxy.drop(1);
    await save(page);
    await isSaved(page);
    expect(new Set(proxy.passed().map(({ key }) => key)).size).toBe(1);
    const { body } = await app.graphql(`{ product(id: ${id}) { revision } }`);
    expect(body.data.product.revision).toBe(2);
  });

  test('counts the seconds of Retry-After, and keeps what was typed', async () => {
    const { page } = await open({});
    await fail(page, 429);
    await page.getByLabel('Rent').fill('6');
    await save(page);
    await page.getByRole('button', { name: /^Save in \d+ s$/ }).waitFor();
    await page.unroute('**/graphql');
    expect(await page.getByLabel('Rent').inputValue()).toBe('6');
    await save(page);
    await isSaved(page);
  });

  test('asks for another token over what was typed, and keeps none beyond a reload', async () => {
    const { id } = await app.product({ rent: 5 });
    const page = await visit(id);
    await signIn(page, 'svc_test_wrong');
    await page.getByLabel('API token').waitFor();
    await signIn(page);
    await page.getByLabel('Rent').fill('6');
    await fail(page, 401);
    await save(page);
    await page.getByLabel('API token').waitFor();
    await page.unroute('**/graphql');
    await signIn(page);
    expect(await page.getByLabel('Rent').inputValue()).toBe('6');
    await save(page);
    await isSaved(page);
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
    await page.reload();
    await page.getByLabel('API token').waitFor();
  });
});
