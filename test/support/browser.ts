// A real browser, one for all files of a worker; it ends with the process.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

export const browser: Browser | undefined = await launchChromium();
if (!browser) process.stderr.write('No Chromium starts here: the tests in a browser are skipped.\n');

/** A page in a context of its own; its dialogs, its errors and what its policy forbids are added to `complaints`. */
export async function openPage(
  baseURL: string,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext({ baseURL, ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message());
    return dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return page;
}
