// Signing in and out with a provider in a real browser, across two sites: form-action and SameSite cookies allow it.
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../support/app.ts';
import { browser } from '../../support/browser.ts';
import { startProvider, type TestProvider } from '../../support/oidc-provider.ts';
import { ageSignIns } from '../../support/operator.ts';
import { serve } from '../../support/serve.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';
import { fillIn, followLink, pressButton, seeText, visit } from '../visit.ts';

let provider: TestProvider;
// Another site than the provider's.
const app = await serve(async (publicOrigin) => {
  provider = await startProvider(publicOrigin);
  return createTestApp({
    config: { publicOrigin, provider: provider.settings },
  });
}, 'localhost');
afterAll(async () => {
  await app.close();
  await provider.close();
});

test.runIf(browser).each([
  ['with scripts; each page fits and is accessible', true],
  ['without scripts', false],
])(
  'cancel, sign in, confirm an old sign-in, create a token, sign out at both, %s (D49)',
  async (_, javaScriptEnabled) => {
    const email = `${javaScriptEnabled}@example.com`;
    await app.db.user.create({
      data: { email, name: 'Olivia', permissions: ['READ', 'WRITE'] },
    });
    provider.person = { sub: email, email, email_verified: true };
    const { page, complaints } = await visit(app.origin, '/dashboard/tokens/new', {
      javaScriptEnabled,
    });
    const faults = async () => [...(await overflowing(page)), ...(await violations(page))];
    const look = async () =>
      expect(javaScriptEnabled ? await inEachLook(page, faults) : []).toEqual([]);
    const withProvider = page.getByRole('link', { name: /^Sign in with 127\.0\.0\.1/ });
    const signInThere = page.getByRole('button', { name: 'Sign in there' });
    await withProvider.click();
    await pressButton(page, 'Refuse');
    await seeText(page, 'didn’t sign you in');
    await look();
    await withProvider.click();
    await signInThere.click();
    await page.waitForURL('**/dashboard/tokens/new');

    await ageSignIns(app.db);
    await page.goto('/dashboard/tokens/new');
    await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
    await look();
    await followLink(page, /again$/);
    await signInThere.click();
    await fillIn(page, 'Name', 'Till “7”');
    await pressButton(page, 'Create token');
    expect(await page.locator('#token-value').inputValue()).toMatch(/^svc_test_\w{34}$/);
    const copy = page.getByRole('button', { name: 'Copy' });
    expect((await copy.count()) > 0).toBe(javaScriptEnabled);
    await page.goto('/dashboard/account');
    await look();

    await pressButton(page, /^Sign out$/);
    await seeText(page, 'You’re signed out here.');
    await look();
    await followLink(page, /^sign out at/);
    await pressButton(page, 'Sign out there');
    await seeText(page, 'You’re signed out.');
    expect(page.url()).toContain(`${app.origin}/dashboard/sign-in?state=signed-out`);
    await withProvider.click();
    await signInThere.waitFor();
    // Requests to the provider, the cancellation and the confirmation are expected.
    expect(complaints.filter((one) => !/^(foreign|403) /.test(one))).toEqual([]);
  },
);
