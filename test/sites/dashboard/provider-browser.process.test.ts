// Signing in and out at a provider in a real browser, across two sites: the form-action of pages and the SameSite of cookies hold.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config.ts';
import { type Database, openDatabase } from '../../../src/database/open-database.ts';
import { type Listening, listen } from '../../../src/http/listen.ts';
import { launchChromium } from '../../support/chromium.ts';
import { migratedDirectory } from '../../support/data-directory.ts';
import { silentLog } from '../../support/log.ts';
import { startProvider, type TestProvider } from '../../support/oidc-provider.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';

const browser: Browser | undefined = await launchChromium();
if (!browser) process.stderr.write('No Chromium starts here: the browser tests of the provider are skipped.\n');

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
let database: Database;
let provider: TestProvider;
let app: App;
let server: Listening;
let origin: string;

beforeAll(async () => {
  directory = await migratedDirectory();
  const port = await freePort();
  // Another site than that of the provider.
  origin = `http://localhost:${port}`;
  provider = await startProvider(origin);
  const { issuer, clientId, clientSecret } = provider.settings;
  const client = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const config = parseConfig({ DATA_DIR: directory.path, PORT: String(port), PUBLIC_ORIGIN: origin, ...client });
  database = await openDatabase(config);
  app = createApp({ database, config, logger: silentLog() });
  server = await listen(app, { ...config, headers: () => ({}) });
});

afterAll(async () => {
  await browser?.close();
  await server.stop();
  await app.close();
  await database.close();
  await provider.close();
  await directory.remove();
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A page in a context of its own, and what its browser complains about. */
async function open(javaScriptEnabled: boolean) {
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

async function newOwner(name: string) {
  const email = `${name}@example.com`;
  await database.db.user.create({ data: { email, name, permissions: ['READ', 'WRITE'] } });
  provider.person = { sub: name, email, email_verified: true };
}

const look = async (page: Page) => {
  const faults = async () => [...(await overflowing(page)), ...(await violations(page))];
  expect(await inEachLook(page, faults)).toEqual([]);
};

const withProvider = (page: Page) => page.getByRole('link', { name: /^Sign in with 127\.0\.0\.1/ });

describe.skipIf(!browser)('in a browser, at a provider of another site (D49)', () => {
  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'sign in, confirm a sign-in that is old with the form kept, make a token, sign out at both, %s',
    async (name, hasScripts) => {
      await newOwner(name.replace(' ', '-'));
      const { page, complaints } = await open(hasScripts);
      await page.goto('/dashboard/usage');
      expect(await page.getByLabel('Password').count()).toBe(0);
      await withProvider(page).click();
      await page.getByRole('button', { name: 'Sign in there' }).click();
      await page.waitForURL('**/dashboard/usage');

      await page.goto('/dashboard/tokens/new');
      await page.getByLabel('Name').fill('Till “7”');
      await page.getByLabel('30 days').check();
      await database.db.$executeRaw`UPDATE sessions SET authenticated_at = now() - interval '16 minutes'`;
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
      await page.getByRole('link', { name: /again$/ }).click();
      await page.getByRole('button', { name: 'Sign in there' }).click();
      expect(await page.getByLabel('Name').inputValue()).toBe('Till “7”');
      expect(await page.getByLabel('30 days').isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Create token' }).click();
      expect(await page.locator('#token-value').inputValue()).toMatch(/^svc_test_\w{34}$/);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Sign out there' }).click();
      await page.getByText('You are signed out.').waitFor();
      expect(page.url()).toContain(`${origin}/dashboard/sign-in?state=signed-out`);
      await withProvider(page).click();
      await page.getByRole('button', { name: 'Sign in there' }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test('each page is whole and has no barrier: the sign-in, a refusal, the confirmation', async () => {
    await newOwner('looks');
    const { page, complaints } = await open(true);
    await page.goto('/dashboard/sign-in?next=/dashboard/tokens/new');
    await look(page);
    await withProvider(page).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('did not sign you in').waitFor();
    await look(page);
    await withProvider(page).click();
    await page.getByRole('button', { name: 'Sign in there' }).click();
    await page.waitForURL('**/dashboard/tokens/new');
    await database.db.$executeRaw`UPDATE sessions SET authenticated_at = now() - interval '16 minutes'`;
    await page.getByLabel('Name').fill('Till');
    await page.getByRole('button', { name: 'Create token' }).click();
    await look(page);
    await page.goto('/dashboard/account');
    await look(page);
    expect(complaints).toEqual([]);
  });
});
