// Every page of the dashboard in a real browser: axe-core finds no barrier in any look, and nothing is cut off.
import { expect, test } from 'vitest';
import { createToken } from '../../../src/accounts/tokens.ts';
import { BASE } from '../../support/app.ts';
import { browser } from '../../support/browser.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { ageSignIns } from '../../support/operator.ts';
import { inEachLook, overflowing, violations } from '../looks.ts';
import { fillIn, followLink, pressButton, seeText } from '../visit.ts';
import { openDashboard } from './dashboard-visit.ts';
import { pagesOfSession } from './visitor.ts';

const { app, owner, open, linkFor, signIn } = await openDashboard();

const makeToken = (userId: number, name: string) =>
  createToken(app.db, { userId, name, environment: 'test', version: NEWEST_VERSION });

test.skipIf(!browser)(
  'each page in forced colours at 200 %, light on a desktop and dark on a phone',
  async () => {
    const person = await owner('Maximiliane Vielzahl-Langenscheidt von und zu Hohenstein');
    const { id } = person;
    const { page } = await open();
    const found: string[] = [];
    /** Wider than the page, or cut off by its card. */
    const cutOff = () => overflowing(page, ':root, .flush');
    const faults = async () => [...(await violations(page)), ...(await cutOff())];
    const look = async (path?: string) => {
      if (path !== undefined) await page.goto(`/dashboard${path}`);
      found.push(...(await inEachLook(page, faults)));
    };
    const lookAtValue = async (button: string) => {
      await pressButton(page, button);
      await page.locator('#token-value').waitFor();
      await look();
    };
    const update = (change: string, tokens: string) =>
      app.db.$executeRawUnsafe(
        `UPDATE api_tokens SET ${change} WHERE user_id = ${id} AND ${tokens}`,
      );
    for (const path of ['/sign-in?state=signed-out', '/sign-in/link?key=used'])
      await look(path);
    await page.goto(await linkFor(person));
    await look();
    await signIn(page, person);
    for (const path of ['', '/requests', '/nowhere']) await look(path);

    await page.goto('/dashboard/tokens/new');
    await fillIn(page, 'Name', 'A name of many words');
    await lookAtValue('Create token');
    const { value, id: tokenId } = await makeToken(
      id,
      'OneWordWithoutAnyPlaceToBreakIt'.repeat(3).slice(0, 90),
    );
    await app.call(`${BASE}/product/999999?token=${value}`, {}, { token: null });
    await app.createProduct({ ['long'.repeat(20)]: 1 }, { token: value });
    for (let n = 0; n < 30; n++) await makeToken(id, `Stock sync, warehouse server ${n}`);
    const { id: shortId } = await makeToken(id, 'Short');
    await update('revoked_at = now()', "name LIKE '%9'");
    await update("expires_at = now() + interval '3 days'", `id IN (${tokenId}, ${shortId})`);
    await update('expires_at = now()', "name LIKE '%8'");
    const actions = ['revoke', 'rename', 'roll'].map(
      (action) => `/tokens/${tokenId}/${action}`,
    );
    for (const path of [...actions, ...pagesOfSession()]) await look(path);
    await page.goto('/dashboard/requests');
    for (const row of await page.locator('.failures summary').all()) await row.click();
    await look();
    await ageSignIns(app.db);
    await look('/confirm?next=%2Fdashboard%2Faccount');
    await signIn(page, person);
    const { id: rolledId } = await makeToken(id, 'Rolled');
    await page.goto(`/dashboard/tokens/${rolledId}/roll`);
    await lookAtValue('Roll token');
    await followLink(page, 'check whether any still uses it');
    await seeText(page, 'Replaced by');
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
  },
);
