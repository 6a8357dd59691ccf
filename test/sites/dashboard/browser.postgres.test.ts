// The dashboard in a real browser, on a real server: every flow by mouse, by keyboard and without JavaScript.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '../../../src/accounts/sessions.ts';
import { createToken } from '../../../src/accounts/tokens.ts';
import { BASE, budget, createTestApp, type TestApp } from '../../support/app.ts';
import { browser, openPage } from '../../support/browser.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { silentLog } from '../../support/log.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { serve } from '../../support/serve.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';
import { PASSWORD, QUICK_HASH } from './visitor.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  const served = await serve((publicOrigin) => createTestApp({ config: { publicOrigin, signIn: budget() } }));
  app = served;
  origin = served.origin;
});
afterAll(() => app.close());

let people = 0;

/** A new owner with a product. */
async function owner(name = 'Olivia Owner') {
  const email = `visitor-${++people}@example.com`;
  const product = { title: 'Tent', rent: 10, stockType: 'BULK', quantity: 1 } as const;
  const { id, products } = await app.db.user.create({
    data: { email, name, permissions: ['READ', 'WRITE'], passwordHash: QUICK_HASH, products: { create: product } },
    select: { id: true, products: { select: { id: true } } },
  });
  return { id, email, productId: products[0]?.id ?? 0 };
}

const makeToken = (userId: number, name: string) =>
  createToken(app.db, { userId, name, environment: 'test', version: NEWEST_VERSION });

const alerts: string[] = [];
const open = (options: BrowserContextOptions = {}) => openPage(origin, alerts, options);

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/dashboard');
  await signInByForm(page, email);
  await page.getByRole('heading', { name: 'API settings' }).waitFor();
}

async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A page of an owner whose session is there. */
async function openAs(userId: number, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(options);
  const from = { through: 'dashboard', address: '127.0.0.1', requestId: 'sign-in' } as const;
  const value = await startSession({ db: app.db, log: silentLog(), origin: from }, userId);
  await page.context().addCookies([{ name: 'dashboard_session', value, domain: '127.0.0.1', path: '/dashboard' }]);
  await page.goto('/dashboard');
  return page;
}

async function changePassword(page: Page, current: string, password: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password, again').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** Makes every sign-in older than that of which a token may be made. */
const ageSessions = () =>
  app.db.$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes', authenticated_at = NULL`;

const rest = async (token: string, id: number) =>
  (await app.rest('GET', `/product/${id}`, undefined, { token })).status;

/** From the question whether to revoke the token. */
async function revokeAndSignOut(page: Page, token: string, productId: number): Promise<void> {
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText(/^The token “.+” is revoked\./).waitFor();
  expect(await rest(token, productId)).toBe(401);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
}

/** Begins the first token of a user who has just signed in. */
async function nameFirstToken(page: Page, email: string, name: string): Promise<void> {
  await signIn(page, email);
  await page.getByRole('link', { name: 'Create your first token' }).click();
  await page.getByLabel('Name').fill(name);
}

describe.skipIf(!browser)('in a browser', () => {
  test('sign in, create, copy, use on both surfaces, see it used, revoke, 401, sign out', async () => {
    const { email, productId } = await owner();
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await nameFirstToken(page, email, 'Stock sync');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(token).toMatch(/^svc_test_\w{34}$/);
    expect(await page.locator('#rest-request').textContent()).toContain(
      `${origin}/api/token-secured/product/${productId}`,
    );

    expect(await rest(token, productId)).toBe(200);
    const graphql = await app.graphql(`{ product(id: ${productId}) { title } }`, {}, { token });
    expect(graphql.body).toEqual({ data: { product: { title: 'Tent' } } });
    expect(await rest(token, 999_999)).toBe(404);
    await page.getByText('First call seen').waitFor({ timeout: EVENTUALLY });
    expect(await page.locator('#token-value').inputValue()).toBe(token);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Hide the first steps' }).click();
    await expect.poll(() => page.getByText('First steps').count()).toBe(0);
    const row = page.getByRole('row', { name: /Stock sync/ });
    expect(await row.textContent()).toMatch(/just now over REST\s*3 \(1 refused\)\s*3 \(1 refused\)/);
    expect(await page.content()).not.toContain(token);

    await row.getByRole('link', { name: 'Stock sync', exact: true }).click();
    await page.getByText('Read a product').first().waitFor();
    await page.locator('.bar').last().hover();
    expect(await page.locator('[data-readout]').textContent()).toMatch(/UTC: 3 calls, 1 refused, 0 of them throttled/);

    await page.getByRole('link', { name: 'Revoke' }).click();
    expect(await page.locator('main').textContent()).toMatch(/Stock sync.*just now over REST/s);
    await revokeAndSignOut(page, token, productId);
    await page.goto('/dashboard/usage');
    expect(page.url()).toContain('/dashboard/sign-in');
    expect(alerts).toEqual([]);
  });

  test('a double click shows the token; reload and back do not show it again', async () => {
    const { id } = await owner();
    const page = await openAs(id);
    await page.goto('/dashboard/tokens/new');
    await page.getByLabel('Name').fill('Once');
    await page.getByRole('button', { name: 'Create token' }).dblclick();
    const token = await page.locator('#token-value').inputValue();
    await page.reload();
    expect(await page.content()).not.toContain(token);
    await page.getByText('The value of this token was shown once').waitFor();
    expect(page.url()).toMatch(/\/tokens\/\d+\?shown=1$/);
    await page.goto('/dashboard');
    // The browser asks before it sends a form again, and shows nothing until then.
    await page.goBack().catch(() => {});
    await expect.poll(async () => (await page.content().catch(() => token)).includes(token)).toBe(false);
    expect(await app.db.apiToken.count({ where: { userId: id } })).toBe(1);
  });

  test('everything by keyboard alone', async () => {
    const { email, productId } = await owner();
    const page = await open();
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
    await page.goto('/dashboard');
    await typeAs('E-mail address', email);
    await keyboard.press('Tab');
    await keyboard.type('wrong');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
    expect(await focused()).toContain('Hide');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await focused()).toBe('INPUT password');
    await typeAs('Password', PASSWORD);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API settings' }).waitFor();
    await tabTo('Skip to content');
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid');
    await keyboard.press('Enter');
    await press('Create your first token');
    await page.getByLabel('Name').waitFor();
    await keyboard.type('By keyboard');
    await keyboard.press('Enter');
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
    await page.getByText(/^The token “.+” is revoked\./).waitFor();
    expect(await rest(token, productId)).toBe(401);
    await tabTo('Sign out');
    await keyboard.press('Space');
    await page.getByText('You are signed out.').waitFor();
  });

  test('everything without JavaScript', async () => {
    const { email, productId } = await owner();
    const page = await open({ javaScriptEnabled: false });
    await nameFirstToken(page, email, 'Plain');
    expect(await page.getByLabel('Last day').isVisible()).toBe(false);
    await page.getByLabel('A day of your own').check();
    await page.getByLabel('Last day').fill('2030-12-31');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('#token-value').inputValue();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await rest(token, productId)).toBe(200);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.locator('[data-readout]', { hasText: '1 call, 0 refused' }).waitFor();
    await page.getByRole('link', { name: /: 1 call, 0 refused/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('all tokens: 1 call, 0 refused').waitFor();
    await page.goBack();
    await page.getByText('Numbers as a table').click();
    await page.getByRole('link', { name: '30 days' }).click();
    await page.getByRole('heading', { name: 'All tokens, last 30 days' }).waitFor();
    await page.getByRole('link', { name: 'Plain' }).click();
    await page.getByRole('link', { name: 'Revoke' }).click();
    await revokeAndSignOut(page, token, productId);
  });

  test.each([
    ['with scripts, by keyboard', true],
    ['without scripts', false],
  ])(
    'in an old session a token is made after the password, and another session is ended, %s (D49)',
    async (_, javaScriptEnabled) => {
      const { email, productId } = await owner();
      const page = await open({ javaScriptEnabled });
      const elsewhere = await open({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' });
      await signIn(elsewhere, email);
      await nameFirstToken(page, email, 'Slowly “filled in”');
      await page.getByLabel('7 days').check();
      await ageSessions();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Confirm your sign-in' }).waitFor();
      // The field has the focus.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id).catch(() => 'current')).toBe('current');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('The password is not right.').waitFor();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      const token = await page.locator('#token-value').inputValue();
      expect(await rest(token, productId)).toBe(200);
      await page.getByText('Slowly “filled in”').waitFor();
      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('row', { name: /This session/ }).waitFor();
      await page.getByRole('button', { name: /^End the session of Firefox on Linux at 127\.0\.0\.1/ }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('The session has ended.').waitFor();
      await elsewhere.goto('/dashboard');
      expect(elsewhere.url()).toContain('/dashboard/sign-in');
      expect(alerts).toEqual([]);
    },
  );

  test('every tab is whole on a page 320, 360, 768 and 1280 wide, and stays where it is when it is chosen', async () => {
    const { id } = await owner();
    const page = await openAs(id);
    const tabs = await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').all();
    // The versions have a tab from the second one on.
    expect(tabs.length).toBe(5);
    const places = () =>
      Promise.all(tabs.map(async (tab) => (await tab.boundingBox()) ?? { x: Number.NaN, y: 0, width: 0, height: 0 }));
    const before = await places();
    await page.goto('/dashboard/usage');
    expect(await places()).toEqual(before);
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect((await places()).filter((box) => !(box.x >= 0 && box.x + box.width <= width))).toEqual([]);
    }
  });

  test('on paper: light, without what can be done', async () => {
    const { id } = await owner();
    const page = await openAs(id);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate(() => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.body);
      return [backgroundColor, colorScheme];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'light']);
    expect(await page.locator('nav, button, .button').filter({ visible: true }).count()).toBe(0);
  });

  test('29 tokens are a page of at most 5,000 pixels on a phone', async () => {
    const { id } = await owner();
    for (let n = 0; n < 29; n++) await makeToken(id, `Stock sync, warehouse server ${n}`);
    const page = await openAs(id, { viewport: { width: 360, height: 740 } });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5_000);
  });

  // localhost and 127.0.0.1 are two sites for the browser; two ports of 127.0.0.1 are one, so that SameSite lets cookies pass.
  test.each(['localhost', '127.0.0.1'])(
    'a form on another origin, %s, changes nothing and signs nobody in',
    async (host) => {
      const [{ id }, attacker] = [await owner(), await owner('Mallory')];
      const { id: tokenId } = await makeToken(id, 'Kept');
      const page = await openAs(id);
      const forms = ['/tokens', `/tokens/${tokenId}/revoke`, '/sign-out', '/sign-in'];
      const fields = { name: 'Forged', nonce: 'n'.repeat(22), email: attacker.email, password: PASSWORD };
      const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
      const evil = createServer((request, response) => {
        const action = `${origin}/dashboard${forms[Number(request.url?.slice(1))] ?? ''}`;
        response.setHeader('Content-Type', 'text/html');
        response.end(`<form method="post" action="${action}">${inputs.join('')}<button>Go</button></form>`);
      });
      await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
      const elsewhere = `http://${host}:${(evil.address() as AddressInfo).port}`;
      for (const index of forms.keys()) {
        await page.goto(`${elsewhere}/${index}`);
        await page.getByRole('button').click();
        await page.waitForURL(`${origin}/**`);
      }
      evil.closeAllConnections();
      evil.close();
      expect(await app.db.apiToken.findMany({ where: { userId: id } })).toMatchObject([
        { name: 'Kept', revokedAt: null },
      ]);
      await page.goto('/dashboard');
      await page.getByRole('row', { name: /Kept/ }).waitFor();
      await page.getByText('Olivia Owner').waitFor();
    },
  );

  describe('axe-core finds nothing, and nothing is cut off', () => {
    /** Wider than the page, or cut off by the card around it. */
    const cutOff = (page: Page) => overflowing(page, ':root, .flush');

    test('on each page, in forced colours at 200 %, light on a desktop and dark on a phone', async () => {
      const { id, email } = await owner('Maximiliane Vielzahl-Langenscheidt von und zu Hohenstein');
      const page = await open();
      const found: string[] = [];
      const look = async (path?: string) => {
        if (path !== undefined) await page.goto(`/dashboard${path}`);
        found.push(...(await inEachLook(page, async () => [...(await violations(page)), ...(await cutOff(page))])));
      };
      const lookAtValue = async (button: string) => {
        await page.getByRole('button', { name: button }).click();
        await page.locator('#token-value').waitFor();
        await look();
        await page.reload();
        await look();
      };
      await look('/sign-in?signed-out=1');
      await signInByForm(page, email, 'wrong');
      await page.getByRole('alert').waitFor();
      await look();
      await signIn(page, email);
      for (const mustChangePassword of [true, false]) {
        await app.db.user.update({ where: { id }, data: { mustChangePassword } });
        await look('');
      }
      const plain = ['/usage', '/requests', '/versions', '/activity', '/tokens/new', '/nowhere'];
      const filtered = ['/requests?id=none', '/requests?status=x', '/activity?action=session-ended'];
      for (const path of [...plain, ...filtered]) await look(path);

      await page.goto('/dashboard/tokens/new');
      await page.getByLabel('Name').fill('A name of many words');
      await lookAtValue('Create token');
      const { value, id: tokenId } = await makeToken(id, 'OneWordWithoutAnyPlaceToBreakIt'.repeat(3).slice(0, 90));
      await app.call(`${BASE}/product/999999?token=${value}`, {}, { token: null });
      await app.rest('POST', '/product', { product: { ['long'.repeat(20)]: 1 } }, { token: value });
      for (let n = 0; n < 30; n++) await makeToken(id, `Token ${n}`);
      await app.db.$executeRaw`UPDATE api_tokens SET revoked_at = now() WHERE user_id = ${id} AND name LIKE '%9'`;
      await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() + interval '3 days' WHERE id = ${tokenId}`;
      await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE user_id = ${id} AND name LIKE '%8'`;
      const actions = ['revoke', 'rename', 'roll'].map((action) => `/tokens/${tokenId}/${action}`);
      const lists = ['?revoked=1', '?state=expiring', '?name=none'];
      for (const path of [...lists, '/usage', '/versions', ...actions]) await look(path);
      await page.goto('/dashboard/requests');
      for (const row of await page.locator('.refusals summary').all()) await row.click();
      await look();
      const openElsewhere = await open({ userAgent: 'OneWordWithoutAnyPlaceToBreakIt'.repeat(4) });
      await signIn(openElsewhere, email);
      await ageSessions();
      await look('/confirm?next=%2Fdashboard%2Faccount');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm and go on' }).click();
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
      await look();
      await changePassword(page, 'wrong', PASSWORD);
      await page.getByRole('alert').waitFor();
      await look();
      const { id: rolledId } = await makeToken(id, 'Rolled');
      await page.goto(`/dashboard/tokens/${rolledId}/roll`);
      await lookAtValue('Roll token');
      await page.getByRole('heading', { name: 'Change over to the new value' }).waitFor();
      await page.goto(`/dashboard/tokens/${tokenId}`);
      await page.getByText('Numbers as a table').click();
      await look();
      for (const width of [600, 961, 1100]) {
        await page.setViewportSize({ width, height: 800 });
        for (const path of ['/requests', '']) {
          await page.goto(`/dashboard${path}`);
          found.push(...(await cutOff(page)));
        }
      }
      expect(found).toEqual([]);
    });
  });
});
