// Signing in and out at a provider in a real browser, across two sites: the form-action of pages and the SameSite of cookies hold.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { browser, openPage } from '../../support/browser.ts';
import { startProvider, type TestProvider } from '../../support/oidc-provider.ts';
import { serve } from '../../support/serve.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';

let provider: TestProvider;
let app: TestApp;
let origin: string;

beforeAll(async () => {
  // Another site than that of the provider.
  const served = await serve(async (publicOrigin) => {
    provider = await startProvider(publicOrigin);
    return createTestApp({ config: { publicOrigin, provider: provider.settings, hasPasswords: false } });
  }, 'localhost');
  app = served;
  origin = served.origin;
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function newOwner(name: string) {
  const email = `${name}@example.com`;
  await app.db.user.create({ data: { email, name, permissions: ['READ', 'WRITE'] } });
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
      const complaints: string[] = [];
      const page = await openPage(origin, complaints, { javaScriptEnabled: hasScripts });
      await page.goto('/dashboard/usage');
      expect(await page.getByLabel('Password').count()).toBe(0);
      await withProvider(page).click();
      await page.getByRole('button', { name: 'Sign in there' }).click();
      await page.waitForURL('**/dashboard/usage');

      await page.goto('/dashboard/tokens/new');
      await page.getByLabel('Name').fill('Till “7”');
      await page.getByLabel('30 days').check();
      await app.db.$executeRaw`UPDATE sessions SET authenticated_at = now() - interval '16 minutes'`;
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
    const complaints: string[] = [];
    const page = await openPage(origin, complaints);
    await page.goto('/dashboard/sign-in?next=/dashboard/tokens/new');
    await look(page);
    await withProvider(page).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('did not sign you in').waitFor();
    await look(page);
    await withProvider(page).click();
    await page.getByRole('button', { name: 'Sign in there' }).click();
    await page.waitForURL('**/dashboard/tokens/new');
    await app.db.$executeRaw`UPDATE sessions SET authenticated_at = now() - interval '16 minutes'`;
    await page.getByLabel('Name').fill('Till');
    await page.getByRole('button', { name: 'Create token' }).click();
    await look(page);
    await page.goto('/dashboard/account');
    await look(page);
    expect(complaints).toEqual([]);
  });
});
