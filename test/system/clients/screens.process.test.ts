// What the form of a product does for its users when something goes wrong, in a browser.
import { describe, expect, test } from 'vitest';
import { fillIn, pressButton, seeText } from '../../sites/visit.ts';
import {
  alert,
  expectInvalid,
  expectUsable,
  fail,
  isSaved,
  isTried,
  openBackOffice,
  save,
  signIn,
} from './screens.ts';

describe.runIf(isTried)('the form of a product', async () => {
  const { app, proxy, open: openSite, visit } = await openBackOffice();
  async function stored(id: number) {
    const { rent, ...product } = await app.db.product.findUniqueOrThrow({ where: { id } });
    return { ...product, rent: Number(rent) };
  }

  const pathOf = (id: number) => `#/products/${id}`;
  async function open(data: object) {
    const { id } = await app.product({ rent: 5, ...data });
    const page = await openSite(pathOf(id));
    await page.getByLabel('Title').waitFor();
    proxy.passed();
    return { id, page, rent: page.getByLabel('Rent') };
  }

  test('edits images, equipment and a description of several lines; shows an error at its field (D35)', async () => {
    const images = [{ src: `${app.origin}/demo/images/tent-front.webp` }];
    const equipments = [{ name: 'Peg', quantity: 16 }];
    const { id, page } = await open({ images, equipments, description: 'One\nTwo' });
    const picture = page.getByRole('img');
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await pressButton(page, 'Add an item');
    await fillIn(page, 'Name of item 2', 'Rope');
    await fillIn(page, 'Quantity of item 2', '1.5');
    await save(page);
    await expectInvalid(page, page.getByLabel('Quantity of item 2'), 'integer');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await expectUsable(page);
    await fillIn(page, 'Quantity of item 2', '2');
    await pressButton(page, 'Remove image 1');
    await fillIn(page, 'Description', 'One\nTwo\nThree');
    await save(page);
    await isSaved(page);
    expect(await stored(id)).toMatchObject({
      images: [],
      equipments: [...equipments, { name: 'Rope', quantity: 2 }],
      description: 'One\nTwo\nThree',
    });
  });

  test("saves what was changed alone, and shows both sides of a conflict with a colleague's change (D41)", async () => {
    const { id, page, rent } = await open({ title: 'Canoe' });
    const update = (product: object) => app.updateProduct(id, product);
    const dialog = page.getByRole('dialog');
    await update({ title: 'Kayak', rent: 7 });
    await rent.fill('6');
    await save(page);
    await dialog.waitFor();
    expect(await dialog.getByRole('row').allTextContents()).toEqual([
      'FieldYoursTheirs',
      'Rent for a day67',
    ]);
    expect(await stored(id)).toMatchObject({ title: 'Kayak', rent: 7, revision: 2 });
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await rent.inputValue()).toBe('6');
    await save(page);
    await pressButton(dialog, 'Save mine');
    await isSaved(page);
    expect(await stored(id)).toMatchObject({ title: 'Kayak', rent: 6, revision: 3 });
    expect(await page.getByLabel('Title').inputValue()).toBe('Kayak');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save');

    await update({ rent: 8 });
    await rent.fill('9');
    await save(page);
    await pressButton(page, 'Take theirs');
    await expect.poll(() => rent.inputValue()).toBe('8');
    await rent.fill('7');
    await save(page);
    await expect.poll(() => stored(id)).toMatchObject({ rent: 7, revision: 5 });
  });

  test('counts down Retry-After, sends nothing meanwhile, and keeps what was typed (D31)', async () => {
    const { page, rent } = await open({});
    await fail(page, 429);
    await rent.fill('6');
    await save(page);
    await page.getByRole('button', { name: /^Save in \d+ s$/ }).waitFor();
    await seeText(alert(page), 'Too much at once');
    await expectUsable(page);
    proxy.passed();
    await rent.press('Enter');
    await page.unroute('**/graphql');
    await seeText(alert(page), 'You can save now');
    expect(await rent.inputValue()).toBe('6');
    await save(page);
    await isSaved(page);
    expect(proxy.passed()).toHaveLength(1);
  });

  test('asks for another token without losing input, and keeps none after a reload', async () => {
    const { id } = await app.product({ rent: 5 });
    const page = await visit(pathOf(id));
    await signIn(page, 'svc_test_wrong');
    await seeText(alert(page), 'token');
    expect(await page.getByLabel('API token').getAttribute('aria-invalid')).toBe('true');
    await expectUsable(page);
    await signIn(page, app.owner.token);
    await fillIn(page, 'Rent', '6');
    await fail(page, 401);
    await save(page);
    await page.getByLabel('API token').waitFor();
    await page.unroute('**/graphql');
    await signIn(page, app.owner.token);
    expect(await page.getByLabel('Rent').inputValue()).toBe('6');
    await save(page);
    await isSaved(page);
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.reload();
    await page.getByLabel('API token').waitFor();
  });
});
