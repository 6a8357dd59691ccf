// A site's page in a real browser, with the browser's complaints; it ends with its test.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { browser } from '../support/browser.ts';
import { createDemoApp } from '../support/demo-app.ts';
import { serve } from '../support/serve.ts';
import { inEachLook, overflowing, violations } from './looks.ts';

/**
 * Opens a page on a desktop. `calls` are the URLs of its POST requests; `complaints` are requests to other hosts,
 * statuses from 400 on, and browser errors and warnings.
 */
export async function visit(
  origin: string,
  path: string,
  options: BrowserContextOptions = {},
) {
  if (!browser) throw new Error('No Chromium starts here');
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const calls: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (request.method() === 'POST') calls.push(url);
    if (!url.startsWith(origin) && !url.startsWith('data:'))
      complaints.push(`foreign ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      complaints.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('console', (message) => {
    // The complaints already include the status, with its path.
    if (message.text().startsWith('Failed to load resource')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(path);
  return { page, calls, complaints };
}

/** The service with demo data, for all tests of a file. */
export async function openDemoSite() {
  const app = await serve((publicOrigin) =>
    createDemoApp(new Date(), { config: { publicOrigin } }),
  );
  afterAll(app.close);
  return app;
}

/** A page, or a part of one. */
type Within = Pick<Page, 'getByLabel' | 'getByRole' | 'getByText'>;

export const pressButton = (within: Within, name: string | RegExp) =>
  within.getByRole('button', { name }).click();
export const followLink = (within: Within, name: string | RegExp) =>
  within.getByRole('link', { name }).click();
export const fillIn = (within: Within, label: string, text: string) =>
  within.getByLabel(label).fill(text);
/** Waits until the text is there. */
export const seeText = (within: Within, text: string | RegExp) =>
  within.getByText(text).waitFor();

/** With the button of the sign-in page, on an app with demo data. */
export const signInAsOlivia = (page: Page) => pressButton(page, 'Sign in as Olivia Owner');

/**
 * A page's errors. GraphiQL's own elements are left out: its editor is too wide for a moment after the window gets
 * narrower.
 */
export async function faults(page: Page): Promise<string[]> {
  await expect.poll(() => overflowing(page)).toEqual([]);
  return violations(page, '#graphiql');
}

/** The first link skips the navigation, and no look of the page has an error. */
export async function expectForAll(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Skip to content',
  );
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(await inEachLook(page, faults)).toEqual([]);
}
