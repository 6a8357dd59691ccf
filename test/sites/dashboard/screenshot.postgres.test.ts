// The screenshot in the README, which `npm run screenshot` takes again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browser } from '../../support/browser.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { serve } from '../../support/serve.ts';
import { signInAsOlivia } from '../visit.ts';

const SCREENSHOT = join(import.meta.dirname, '../../../.github/dashboard.png');
const VIEWPORT = { width: 1280, height: 640 };

test.runIf(browser && process.env.TAKE_SCREENSHOT)(
  "shows the demo owner's tokens",
  async () => {
    const app = await serve((publicOrigin) =>
      createDemoApp(new Date(), { config: { publicOrigin } }),
    );
    const page = await browser?.newPage({ viewport: VIEWPORT });
    if (!page) throw new Error('The browser has no page');
    await page.goto(`${app.origin}/dashboard`);
    await signInAsOlivia(page);
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    await page.screenshot({ path: SCREENSHOT });
    await app.close();
  },
);

test('is a PNG of the size that the README shows', () => {
  const png = readFileSync(SCREENSHOT);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    VIEWPORT.width,
    VIEWPORT.height,
  ]);
});
