// What the back office has beyond the form of a product.
import { describe, expect, test } from 'vitest';
import { fillIn, followLink, pressButton, seeText } from '../../sites/visit.ts';
import {
  ALL,
  alert,
  expectInvalid,
  expectUsable,
  fail,
  isSaved,
  isTried,
  openBackOffice,
  save,
} from './screens.ts';

describe.runIf(isTried)('the back office', async () => {
  const { app, proxy, open } = await openBackOffice();

  const count = (title: string) => app.db.product.count({ where: { title } });
  async function openNew(title: string) {
    const page = await open('#/products/new');
    for (const [label, text] of Object.entries({ Title: title, Rent: '3', SKU: 'S-1' }))
      await fillIn(page, label, text);
    proxy.passed();
    const isOpened = () => page.getByRole('heading', { name: title }).waitFor();
    return { page, isOpened };
  }

  test('shows each error of a new product, which its number opens', async () => {
    const page = await open('#/products/new');
    await fillIn(page, 'Quantity', '0');
    await save(page);
    await expectInvalid(page, page.getByLabel('Title'), 'required');
    const invalid = page.locator('[aria-invalid=true]');
    const names = await invalid.evaluateAll((inputs) =>
      inputs.map((input) => input.getAttribute('name')),
    );
    expect(names).toEqual(['title', 'rent', 'sku', 'quantity']);
    await expectUsable(page);
    for (const [label, text] of Object.entries({
      Title: 'Lantern',
      Rent: '2.5',
      SKU: 'L-1',
      Quantity: '1',
    }))
      await fillIn(page, label, text);
    await save(page);
    await page.getByRole('heading', { name: 'Lantern' }).waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(
      /^The product Lantern has the number \d+\.$/,
    );
    expect(await page.getByLabel('Rent').inputValue()).toBe('2.5');
    await expectUsable(page);
  });

  test("shows a bundle's errors at its items, even moved ones; a changed bundle is correct everywhere", async () => {
    const [tent, theirs] = [await app.product(), await app.product({}, app.rival.id)];
    const page = await open('#/bundles/new');
    await fillIn(page, 'Title', 'Weekend');
    await pressButton(page, 'Add an item');
    for (const [place, { id }] of [tent, theirs].entries())
      await fillIn(page, `Product of item ${place + 1}`, String(id));
    await pressButton(page, 'Add an item');
    await save(page);
    await expectInvalid(page, page.getByLabel('Product of item 2'), 'not in your account');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
    await expectUsable(page);
    await pressButton(page, 'Remove item 2');
    await fillIn(page, 'Product of item 2', String(tent.id));
    await save(page);
    await page.getByRole('heading', { name: 'Weekend' }).waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      '1 × Tent',
      '1 × Tent',
    ]);
    await expectUsable(page);

    await followLink(page, 'Edit');
    await fillIn(page, 'Title', 'Weekend for two');
    await save(page);
    await isSaved(page);
    proxy.passed();
    await page.goBack();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Weekend for two',
    );
    expect(proxy.passed()).toEqual([]);
  });

  test('shows a rental with its days and prices, and reports a missing one', async () => {
    const { id } = await app.rental();
    const page = await open(`#/rentals/${id}`);
    await page.getByText(app.rival.name, { exact: true }).waitFor();
    expect((await page.getByRole('definition').allTextContents()).slice(1, 4)).toEqual([
      'July 10, 2026 to July 12, 2026',
      app.rival.name,
      '73.50',
    ]);
    await expectUsable(page);
    await page.getByLabel('Kind').selectOption('Rental');
    await fillIn(page, 'Number', '999');
    await pressButton(page, 'Open');
    await seeText(alert(page), 'nothing with this number');
  });

  test('reports a missing or removed permission; what was typed is saved once it is back (D5, D48)', async () => {
    const reader = await app.person('reader', ['READ']);
    const { id } = await app.product({}, reader.id);
    const page = await open(`#/products/${id}`, reader.token);
    await seeText(page, 'you may read but not save');
    await fillIn(page, 'Rent', '8');
    await save(page);
    await seeText(alert(page), 'it needs “write”');
    await expectUsable(page);
    await app.db.user.update({
      where: { id: reader.id },
      data: { permissions: ['READ', 'WRITE'] },
    });
    await save(page);
    await isSaved(page);
    expect(await alert(page).textContent()).toBe('');
    const { id: theirs } = await app.product({}, app.rival.id);
    await page.goto(page.url().replace(/\d+$/, String(theirs)));
    await seeText(alert(page), 'belongs to somebody else');
  });

  test('retries a create with one key while the service fails, and it happens once (D40)', async () => {
    const { page, isOpened } = await openNew('Bench');
    await fail(page, 503);
    await save(page);
    await seeText(alert(page), 'No answer came');
    await expectUsable(page);
    const attempts = proxy.passed();
    expect(attempts).toHaveLength(5);
    await page.unroute('**/graphql');
    proxy.drop(2);
    await save(page);
    await isOpened();
    expect(await count('Bench')).toBe(1);
    const keys = [...attempts, ...proxy.passed()].flatMap(({ key }) => key ?? []);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
  });

  test('a user who changes the form after lost responses learns that the first one was saved', async () => {
    const { page } = await openNew('Table');
    proxy.drop(ALL);
    await save(page);
    await seeText(alert(page), 'No answer came');
    proxy.drop(0);
    await fillIn(page, 'Title', 'Chair');
    await save(page);
    await seeText(alert(page), 'was saved after all');
    expect([await count('Table'), await count('Chair')]).toEqual([1, 0]);
    await save(page);
    await page.getByRole('heading', { name: 'Chair' }).waitFor();
    expect([await count('Table'), await count('Chair')]).toEqual([1, 1]);
  });
});
