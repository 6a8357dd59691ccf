// The dashboard in a real browser, on a real server: every flow by mouse and by keyboard.
import { describe, expect, test } from 'vitest';
import { browser } from '../../support/browser.ts';
import { fillIn, followLink, seeText } from '../visit.ts';
import { openDashboard } from './dashboard-visit.ts';

const { app, owner, open, linkFor, signIn } = await openDashboard();

const rest = async (token: string, id: number) =>
  (await app.readProduct(id, { token })).status;

describe.skipIf(!browser)('in a browser', () => {
  test('create a token with a double click, copy and use it, never see its value again, see its usage', async () => {
    const person = await owner();
    const { id, productId } = person;
    const { page, complaints } = await open({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await signIn(page, person);
    await followLink(page, 'Create token');
    await fillIn(page, 'Name', 'Stock sync');
    await page.getByRole('button', { name: 'Create token' }).dblclick();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(await rest(token, productId)).toBe(200);
    expect(await rest(token, 999_999)).toBe(404);
    await page.reload();
    await seeText(page, 'This token’s value was shown once');
    await page.goto('/dashboard');
    // The browser asks before it resends a form, and shows nothing until then.
    await page.goBack().catch(() => {});
    await expect
      .poll(async () => (await page.content().catch(() => token)).includes(token))
      .toBe(false);
    expect(await app.db.apiToken.count({ where: { userId: id } })).toBe(1);

    await app.app.flushUsage();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Stock sync', exact: true }).click();
    await page.locator('.bar').last().hover();
    await seeText(page, /-\d\d: 2 calls, 1 failed, 0 of them rate limited/);
    expect(complaints).toEqual([]);
  });

  test('everything by keyboard, from a sign-in link on (D49)', async () => {
    const person = await owner();
    const { productId } = person;
    const { page } = await open();
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return `${element?.tagName} ${element?.textContent || element?.id || element?.getAttribute('name')}`.trim();
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
    await page.goto(await linkFor(person));
    await press('Sign in');
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    await press('Skip to content');
    await press('Create token');
    await page.getByLabel('Name').waitFor();
    await enterAs('Name', 'By keyboard');
    await seeText(page, 'Copy the token now.');
    await tabTo('token-value');
    const token = await page.locator('#token-value').inputValue();
    await press('BUTTON Copy');
    await page.getByRole('button', { name: /^(Copied|Selected)/ }).waitFor();
    await press('Done');
    await page.getByRole('row', { name: /By keyboard/ }).waitFor();
    await press('Revoke');
    await page.getByRole('heading', { name: 'Revoke “By keyboard”?' }).waitFor();
    await press('BUTTON Revoke token');
    await seeText(page, 'is revoked. Requests');
    expect(await rest(token, productId)).toBe(401);
    await tabTo('Sign out');
    await keyboard.press('Space');
    await seeText(page, 'You’re signed out.');
  });

  test('every tab keeps its place when chosen; print has no controls', async () => {
    const { page } = await open();
    await signIn(page, await owner());
    const tabs = await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link')
      .all();
    expect(tabs.length).toBe(4);
    const places = () => Promise.all(tabs.map((tab) => tab.boundingBox()));
    const before = await places();
    await page.goto('/dashboard/usage');
    expect(await places()).toEqual(before);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav, button, .button').filter({ visible: true }).count()).toBe(
      0,
    );
  });
});
