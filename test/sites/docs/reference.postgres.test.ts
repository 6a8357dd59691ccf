// The REST reference in a browser: each operation, sent as the reference fills it in by the demo owner, is done.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../../src/http/listen.ts';
import { launchChromium } from '../../support/chromium.ts';
import { createDemoApp, type DemoApp } from '../../support/demo-app.ts';

const browser = await launchChromium();
if (!browser) process.stderr.write('No Chromium starts here: the requests of the REST reference are not tried.\n');

let app: DemoApp;
let server: Listening;
beforeAll(async () => {
  app = await createDemoApp(new Date('2026-07-10T12:00:00Z'));
  server = await listen(app.app, { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) });
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
  await app.close();
});

test.runIf(browser)('the first Send of each operation is answered 200 or 201', async () => {
  const page = await (await browser?.newContext({ viewport: { width: 1280, height: 900 } }))?.newPage();
  if (!page) throw new Error('No page');
  await page.goto(`http://127.0.0.1:${server.port}/docs/rest`);
  await page.getByPlaceholder('Token').first().fill(app.token);
  const sent: unknown[] = [];
  for (const operation of [
    'products/GET/product/{id}',
    'products/PUT/product/{id}',
    'products/POST/product',
    'bundles/POST/bundle',
    'rentals/GET/rental/{id}',
  ]) {
    const section = page.locator(`[id$="/tag/${operation}"]`).first();
    await section.scrollIntoViewIfNeeded();
    await section.getByRole('button', { name: 'Test Request' }).click();
    const answered = page.waitForResponse((response) => response.url().includes('/api/token-secured/'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    sent.push([operation, (await answered).status()]);
    await page.keyboard.press('Escape');
  }
  expect(sent).toEqual([
    ['products/GET/product/{id}', 200],
    ['products/PUT/product/{id}', 200],
    ['products/POST/product', 201],
    ['bundles/POST/bundle', 201],
    ['rentals/GET/rental/{id}', 200],
  ]);
  await page.context().close();
});
