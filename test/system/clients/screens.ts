// The back office, built and served on an origin other than the service's, on a phone: `npm run clients`.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { overflowing, violations } from '../../sites/looks.ts';
import { fillIn, pressButton } from '../../sites/visit.ts';
import { browser } from '../../support/browser.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { startLosingProxy } from './losing-proxy.ts';
import { serveApp } from './serve-app.ts';

const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true };

export const isTried = browser !== undefined && 'ALL_TOOLS' in process.env;

/** The site and its service, which is behind a proxy, for all tests of a file. */
export async function openBackOffice() {
  const app = await serveApp();
  const proxy = await startLosingProxy(() => app.origin);
  afterAll(proxy.close);
  let site: PreviewServer;
  beforeAll(async () => {
    const root = join(import.meta.dirname, 'back-office');
    const { path: outDir, remove } = await temporaryDirectory();
    const url = JSON.stringify(`${proxy.origin}/graphql`);
    const define = { 'import.meta.env.VITE_GRAPHQL_URL': url };
    await build({ root, define, logLevel: 'error', build: { outDir } });
    const at = { host: '127.0.0.1', port: 0 };
    site = await preview({ root, build: { outDir }, preview: at, logLevel: 'silent' });
    return async () => {
      await site.close();
      await remove();
    };
  });

  /** A phone on which nobody is signed in yet. */
  async function visit(path: string): Promise<Page> {
    const context = await browser?.newContext(PHONE);
    const page = await context?.newPage();
    if (!page) throw new Error('The browser has no page');
    onTestFinished(() => page.context().close());
    await page.goto(`${site.resolvedUrls?.local[0]}${path}`);
    return page;
  }
  return {
    app,
    proxy,
    visit,
    /** A phone on which the user has a screen open. */
    async open(path: string, token = app.owner.token): Promise<Page> {
      const page = await visit(path);
      await signIn(page, token);
      return page;
    },
  };
}

export async function signIn(page: Page, token: string): Promise<void> {
  await fillIn(page, 'API token', token);
  await pressButton(page, 'Sign in');
}

/** More responses than all attempts, some of which the browser makes itself. */
export const ALL = 100;

export const save = (page: Page) =>
  page.getByRole('button', { name: 'Save', exact: true }).click();
export const isSaved = (page: Page) =>
  page.getByRole('status').getByText('The product is saved.').waitFor();
/** What the screen shows now. */
export const alert = (page: Page) => page.getByRole('alert');

/** The service simulates the error for each request until its route is removed (D47). */
export const fail = (page: Page, status: number) =>
  page.route('**/graphql', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: `code=${status}` } }),
  );

/** Only this field is invalid, has the focus, and is described by these words. */
export async function expectInvalid(
  page: Page,
  field: Locator,
  words: string,
): Promise<void> {
  await field.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  expect(
    await page
      .locator(`[id="${await field.getAttribute('aria-describedby')}"]`)
      .textContent(),
  ).toContain(words);
}

/** The current screen is accessible and fits. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
}
