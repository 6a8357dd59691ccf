// The screens of the back office on a phone, on another origin than the service: `npm run clients`.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken, revokeToken } from '../../../../../src/accounts/tokens.ts';
import { NEWEST_VERSION } from '../../../../support/newest-version.ts';
import { operator } from '../../../../support/operator.ts';
import { alert, type BackOffice, expectUsable, focused, openBackOffice, save, signIn } from './open-back-office.ts';

describe.runIf(process.env.ALL_TOOLS)('the back office', () => {
  let office: BackOffice;
  beforeAll(async () => {
    office = await openBackOffice();
  });
  afterAll(() => office?.close());

  const heading = (page: Awaited<ReturnType<BackOffice['phone']>>) => page.getByRole('heading', { level: 1 });
  const token = (person: string): string => office.demo.users[person].token;

  test('a token that is refused is told at its field; one that is taken is kept in memory alone', async () => {
    const page = await office.phone();
    await signIn(page, office.demo.revokedToken);
    await alert(page).getByText('token').waitFor();
    expect(await page.getByLabel('API token').getAttribute('aria-invalid')).toBe('true');
    await expectUsable(page);
    await signIn(page, token('owner'));
    await page.getByRole('heading', { name: 'New product' }).waitFor();
    expect(await page.context().storageState()).toEqual({ cookies: [], origins: [] });
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('a token that ends is asked for again, and what was typed is there', async () => {
    const userId = office.demo.users.owner.id;
    const ended = await createToken(office.db, { userId, name: 'Ends', environment: 'test', version: NEWEST_VERSION });
    const page = await office.open(ended.value, '/products/new');
    await page.getByLabel('Title').fill('Lantern');
    await revokeToken(operator(office.db), userId, ended.id);
    await save(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, token('owner'));
    expect(await page.getByLabel('Title').inputValue()).toBe('Lantern');
  });

  test('each error of a product is at its field, and the first one has the focus', async () => {
    const page = await office.open(token('owner'), '/products/new');
    await page.getByLabel('Quantity').fill('0');
    await save(page);
    await alert(page).getByText('title').waitFor();
    expect(await focused(page)).toBe('title');
    const invalid = await page
      .locator('[aria-invalid=true]')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name')));
    expect(invalid).toEqual(['title', 'rent', 'sku', 'quantity']);
    const words = page.getByLabel('SKU').locator('xpath=following-sibling::span');
    expect(await words.textContent()).toBe('SKU is required for unit stock');
    await expectUsable(page);

    await page.getByLabel('Title').fill('Lantern');
    await page.getByLabel('Rent').fill('2.5');
    await page.getByLabel('SKU').fill('L-1');
    await page.getByLabel('Quantity').fill('1');
    await save(page);
    await page.getByRole('heading', { name: 'Lantern' }).waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/^The product Lantern has the number \d+\.$/);
    expect(await page.getByLabel('Rent').inputValue()).toBe('2.5');
    await expectUsable(page);
  });

  test('a variable of the wrong type is told at its field too', async () => {
    const page = await office.open(token('owner'), `/products/${office.demo.products.tent}`);
    await page.getByLabel('Quantity').fill('1.5');
    await save(page);
    await alert(page).getByText('quantity').waitFor();
    expect(await focused(page)).toBe('quantity');
  });

  test('the errors of a bundle are at its lines, wherever they have moved', async () => {
    const { tent, offline, rivals } = office.demo.products;
    const page = await office.open(token('owner'), '/bundles/new');
    await page.getByLabel('Title').fill('Weekend');
    await page.getByRole('button', { name: 'Add an item' }).click();
    await page.getByRole('button', { name: 'Add an item' }).click();
    for (const [place, id] of [tent, rivals, offline].entries())
      await page.getByLabel(`Product of item ${place + 1}`).fill(String(id));
    await save(page);
    await alert(page).getByText('items[1].adId').waitFor();
    expect(await focused(page)).toBe('items[1].adId');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
    await expectUsable(page);

    await page.getByRole('button', { name: 'Remove item 2' }).click();
    await page.getByLabel('Product of item 2').fill(String(tent));
    await save(page);
    await page.getByRole('heading', { name: 'Weekend' }).waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      '1 × Four-person tent',
      '1 × Four-person tent',
    ]);
    await expectUsable(page);
  });

  test('a bundle that was changed as a product is right wherever it is shown, without another request', async () => {
    const { camping } = office.demo.bundles;
    const page = await office.open(token('owner'), `/bundles/${camping}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('Camping for two');
    await save(page);
    await page.getByRole('heading', { name: 'Camping for two' }).waitFor();
    office.proxy.passed();
    await page.goBack();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(await heading(page).textContent()).toBe('Camping for two');
    expect(office.proxy.passed()).toEqual([]);
  });

  test('a rental is shown with its days and prices; one that is not there is told', async () => {
    const { paid } = office.demo.rentals;
    const page = await office.open(token('owner'), `/rentals/${paid}`);
    await page.getByText('Theo Tenant').waitFor();
    expect(await page.getByRole('definition').last().textContent()).toBe('Olivia Owner');
    await expectUsable(page);
    await page.getByLabel('What').selectOption('Rental');
    await page.getByLabel('Number').fill('999');
    await page.getByRole('button', { name: 'Open' }).click();
    await alert(page).getByText('nothing with this number').waitFor();
  });

  test('a permission that is missing is told', async () => {
    const page = await office.open(token('reader'), `/products/${office.demo.products.readers}`);
    await page.getByText('you may read but not save').waitFor();
    await page.getByLabel('Rent').fill('2');
    await save(page);
    await alert(page).getByText('it needs “write”').waitFor();
    await expectUsable(page);
  });

  test('a product of somebody else is told apart from a missing permission (D48)', async () => {
    const page = await office.open(token('owner'), `/products/${office.demo.products.rivals}`);
    await alert(page).getByText('belongs to somebody else').waitFor();
  });

  test('a permission that is taken away is told, and what was typed is saved once it is back (D5)', async () => {
    const { id } = office.demo.users.tenant;
    const data = { ownerId: id, title: 'Bike', rent: 9, stockType: 'BULK', quantity: 1 } as const;
    const bike = await office.db.product.create({ data });
    const permit = (...permissions: ('READ' | 'WRITE')[]) =>
      office.db.user.update({ where: { id }, data: { permissions } });
    const page = await office.open(token('tenant'), `/products/${bike.id}`);
    await page.getByLabel('Rent').fill('8');
    await permit('READ');
    await save(page);
    await alert(page).getByText('permissions').waitFor();
    await permit('READ', 'WRITE');
    await save(page);
    await page.getByText('The product is saved.').waitFor();
    expect(await alert(page).textContent()).toBe('');
  });
});
