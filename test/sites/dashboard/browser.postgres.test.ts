// The dashboard in a real browser, on a real server: every flow by mouse, by keyboard and without JavaScript.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createToken } from '../../../src/accounts/tokens.ts';
import { BASE, budget, createTestApp } from '../../support/app.ts';
import { browser } from '../../support/browser.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { serve } from '../../support/serve.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';
import { visit } from '../visit.ts';
import { PASSWORD, QUICK_HASH, signedIn } from './visitor.ts';

const app = await serve((publicOrigin) =>
  createTestApp({ config: { publicOrigin, signIn: budget() } }),
);
afterAll(app.close);
const { origin } = app;

let people = 0;

async function owner(name = 'Olivia Owner') {
  const email = `visitor-${++people}@example.com`;
  const product = { title: 'Tent', rent: 10, stockType: 'BULK', quantity: 1 } as const;
  const { id, products } = await app.db.user.create({
    data: {
      email,
      name,
      permissions: ['READ', 'WRITE'],
      passwordHash: QUICK_HASH,
      products: { create: product },
    },
    select: { id: true, products: { select: { id: true } } },
  });
  return { id, email, productId: products[0]?.id ?? 0 };
}

const makeToken = (userId: number, name: string) =>
  createToken(app.db, { userId, name, environment: 'test', version: NEWEST_VERSION });

const open = (options?: BrowserContextOptions) => visit(origin, '/dashboard', options);

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openAs(person: { id: number; email: string }): Promise<Page> {
  const { page } = await open();
  const { cookies } = await signedIn(app, person);
  const value = cookies.get('dashboard_session') ?? '';
  await page
    .context()
    .addCookies([{ name: 'dashboard_session', value, domain: '127.0.0.1', path: '/dashboard' }]);
  await page.goto('/dashboard');
  return page;
}

/** Makes every sign-in too old for creating a token. */
const ageSessions = () =>
  app.db
    .$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes', authenticated_at = NULL`;

const rest = async (token: string, id: number) =>
  (await app.rest('GET', `/product/${id}`, undefined, { token })).status;

describe.skipIf(!browser)('in a browser', () => {
  test("sign in, create with a double click, copy, use, don't see the token again after reload and back, see the usage", async () => {
    const { id, email, productId } = await owner();
    const { page, complaints } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signIn(page, email);
    await page.getByRole('link', { name: 'Create token' }).click();
    await page.getByLabel('Name').fill('Stock sync');
    await page.getByRole('button', { name: 'Create token' }).dblclick();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(await rest(token, productId)).toBe(200);
    expect(await rest(token, 999_999)).toBe(404);
    await page.reload();
    await page.getByText('This token’s value was shown once').waitFor();
    await page.goto('/dashboard');
    // The browser asks before it resends a form, and shows nothing until then.
    await page.goBack().catch(() => {});
    await expect
      .poll(async () => (await page.content().catch(() => token)).includes(token))
      .toBe(false);
    expect(await app.db.apiToken.count({ where: { userId: id } })).toBe(1);

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Stock sync', exact: true }).click();
    await page.locator('.bar').last().hover();
    await page.getByText(/:00: 2 calls, 1 failed, 0 of them rate limited/).waitFor();
    expect(complaints).toEqual([]);
  });

  test('everything by keyboard, including the password prompt in an old session (D49)', async () => {
    const { email, productId } = await owner();
    const { page } = await open();
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return `${element?.tagName} ${element?.innerText || element?.id || element?.getAttribute('name')}`.trim();
      });
    const tabTo = async (name: string) => {
      for (let press = 0; press < 40; press++) {
        await keyboard.press('Tab');
        if ((await focused()).includes(name)) return;
      }
      throw new Error(`${name} is not reached by Tab`);
    };
    const press = (name: string) => tabTo(name).then(() => keyboard.press('Enter'));
    // Chromium drops keys that are pressed before it has painted the page.
    const typeAs = (label: string, text: string) => {
      const type = async () => {
        await keyboard.press('Control+A');
        await keyboard.type(text);
        return page.getByLabel(label).inputValue();
      };
      return expect.poll(type).toBe(text);
    };
    const enterAs = (label: string, text: string) =>
      typeAs(label, text).then(() => keyboard.press('Enter'));
    await typeAs('Email address', email);
    await keyboard.press('Tab');
    await keyboard.type('wrong');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
    expect(await focused()).toContain('Hide');
    await press('Sign in');
    await page.getByRole('alert').waitFor();
    expect(await focused()).toBe('INPUT password');
    await enterAs('Password', PASSWORD);
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    await press('Skip to content');
    await ageSessions();
    await press('Create token');
    await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
    await enterAs('Password', 'wrong');
    await page.getByText('Incorrect password.').waitFor();
    await enterAs('Password', PASSWORD);
    await page.getByLabel('Name').waitFor();
    await enterAs('Name', 'By keyboard');
    await page.getByText('Copy the token now.').waitFor();
    await tabTo('token-value');
    const token = await page.locator('#token-value').inputValue();
    await press('BUTTON Copy');
    await page.getByRole('button', { name: /^(Copied|Selected)/ }).waitFor();
    await press('Done');
    await page.getByRole('row', { name: /By keyboard/ }).waitFor();
    await press('Revoke');
    await page.getByRole('heading', { name: 'Revoke this token?' }).waitFor();
    await press('BUTTON Revoke token');
    await page.getByText('The token is revoked.').waitFor();
    expect(await rest(token, productId)).toBe(401);
    await tabTo('Sign out');
    await keyboard.press('Space');
    await page.getByText('You’re signed out.').waitFor();
  });

  test('everything without JavaScript, including the password prompt and ending another session (D49)', async () => {
    const { email, productId } = await owner();
    const { page } = await open({ javaScriptEnabled: false });
    const { page: elsewhere } = await open({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
    });
    for (const one of [elsewhere, page]) await signIn(one, email);
    await ageSessions();
    await page.getByRole('link', { name: 'Create token' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await page.getByLabel('Name').fill('Slowly “filled in”');
    await page.getByLabel('Another day').check();
    await page.getByLabel('Last day').fill('2030-12-31');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('#token-value').inputValue();
    await page.getByText('Slowly “filled in”, pinned to').waitFor();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await rest(token, productId)).toBe(200);
    await page.getByRole('link', { name: 'Account' }).click();
    await page
      .getByRole('button', { name: /^End the session of Firefox on Linux at 127\.0\.0\.1/ })
      .click();
    await page.getByText('The session is ended.').waitFor();
    await elsewhere.reload();
    expect(elsewhere.url()).toContain('/dashboard/sign-in');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('link', { name: '30 days' }).click();
    await page.getByRole('link', { name: 'Slowly' }).click();
    await page.getByRole('link', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('The token is revoked.').waitFor();
    expect(await rest(token, productId)).toBe(401);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You’re signed out.').waitFor();
  });

  test('every tab keeps its place when chosen; print has no controls', async () => {
    const page = await openAs(await owner());
    const tabs = await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').all();
    expect(tabs.length).toBe(5);
    const places = () => Promise.all(tabs.map((tab) => tab.boundingBox()));
    const before = await places();
    await page.goto('/dashboard/usage');
    expect(await places()).toEqual(before);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav, button, .button').filter({ visible: true }).count()).toBe(0);
  });

  test('each page, in forced colours at 200 %, light on a desktop and dark on a phone: axe-core finds nothing, and nothing is cut off', async () => {
    const person = await owner('Maximiliane Vielzahl-Langenscheidt von und zu Hohenstein');
    const { id, email } = person;
    const { page } = await open();
    const found: string[] = [];
    /** Wider than the page, or cut off by its card. */
    const cutOff = () => overflowing(page, ':root, .flush');
    const look = async (path?: string) => {
      if (path !== undefined) await page.goto(`/dashboard${path}`);
      found.push(
        ...(await inEachLook(page, async () => [...(await violations(page)), ...(await cutOff())])),
      );
    };
    const lookAtValue = async (button: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.locator('#token-value').waitFor();
      await look();
    };
    await page.goto('/dashboard/sign-in?state=signed-out');
    await signIn(page, email, 'wrong');
    await page.getByRole('alert').waitFor();
    await look();
    await signIn(page, email);
    for (const mustChangePassword of [true, false]) {
      await app.db.user.update({ where: { id }, data: { mustChangePassword } });
      await look('');
    }
    for (const path of ['/requests', '/activity', '/nowhere']) await look(path);

    await page.goto('/dashboard/tokens/new');
    await page.getByLabel('Name').fill('A name of many words');
    await lookAtValue('Create token');
    const { value, id: tokenId } = await makeToken(
      id,
      'OneWordWithoutAnyPlaceToBreakIt'.repeat(3).slice(0, 90),
    );
    await app.call(`${BASE}/product/999999?token=${value}`, {}, { token: null });
    await app.rest('POST', '/product', { product: { ['long'.repeat(20)]: 1 } }, { token: value });
    for (let n = 0; n < 30; n++) await makeToken(id, `Stock sync, warehouse server ${n}`);
    await app.db
      .$executeRaw`UPDATE api_tokens SET revoked_at = now() WHERE user_id = ${id} AND name LIKE '%9'`;
    await app.db
      .$executeRaw`UPDATE api_tokens SET expires_at = now() + interval '3 days' WHERE id = ${tokenId}`;
    await app.db
      .$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE user_id = ${id} AND name LIKE '%8'`;
    const actions = ['revoke', 'rename', 'roll'].map((action) => `/tokens/${tokenId}/${action}`);
    for (const path of ['/usage', '/tokens/ended', ...actions, '/tokens/new', '']) await look(path);
    await page.goto('/dashboard/requests');
    for (const row of await page.locator('.refusals summary').all()) await row.click();
    await look();
    await signIn(
      (await open({ userAgent: 'OneWordWithoutAnyPlaceToBreakIt'.repeat(4) })).page,
      email,
    );
    await ageSessions();
    await look('/confirm?next=%2Fdashboard%2Faccount');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm and continue' }).click();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await look();
    await page.getByRole('link', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill('wrong');
    for (const name of ['New password', 'Repeat the new password'])
      await page.getByLabel(name, { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    await look();
    const { id: rolledId } = await makeToken(id, 'Rolled');
    await page.goto(`/dashboard/tokens/${rolledId}/roll`);
    await lookAtValue('Roll token');
    await page.getByRole('link', { name: 'check whether any still uses it' }).click();
    await page.getByText('Replaced by').waitFor();
    await look();
    await page.goto(`/dashboard/tokens/${tokenId}`);
    await page.getByText('Numbers as a table').click();
    await look();
    for (const width of [600, 961, 1100]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['/requests', '']) {
        await page.goto(`/dashboard${path}`);
        found.push(...(await cutOff()));
      }
    }
    expect(found).toEqual([]);
  });
});
