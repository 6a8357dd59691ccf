// What goes wrong on the way, seen in the back office on a phone: `npm run clients`.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alert, type BackOffice, BUDGET, expectUsable, openBackOffice, save } from './open-back-office.ts';

/** More than all attempts. */
const ALL = 100;

describe.runIf(process.env.ALL_TOOLS)('the back office', () => {
  let office: BackOffice;
  beforeAll(async () => {
    office = await openBackOffice();
  });
  afterAll(() => office?.close());
  beforeEach(() => void office.proxy.passed());

  const token = (person: string): string => office.demo.users[person].token;
  const product = (title: string, rent = 5) =>
    office.db.product.create({
      data: { ownerId: office.demo.users.owner.id, title, rent, stockType: 'BULK', quantity: 1 },
    });
  const stored = async (id: number) => {
    const { rent, ...found } = await office.db.product.findUniqueOrThrow({ where: { id } });
    return { ...found, rent: Number(rent) };
  };
  const count = (title: string) => office.db.product.count({ where: { title } });
  /** The keys with which an operation came, each once. */
  const keys = (operation: string) => [
    ...new Set(
      office.proxy
        .passed()
        .filter((one) => one.operation === operation)
        .map(({ key }) => key),
    ),
  ];

  async function fillNew(page: Page, title: string) {
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Rent').fill('3');
    await page.getByLabel('SKU').fill('S-1');
  }
  const isOpened = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor();

  describe('a colleague has saved in between', () => {
    async function clash(title: string) {
      const { id } = await product(title);
      const [mine, theirs] = [
        await office.open(token('owner'), `/products/${id}`),
        await office.open(token('owner'), `/products/${id}`),
      ];
      await Promise.all([isOpened(mine, title), isOpened(theirs, title)]);
      await theirs.getByLabel('Rent').fill('7');
      await theirs.getByLabel('Description').fill('Theirs');
      await save(theirs);
      await theirs.getByText('The product is saved.').waitFor();
      await mine.getByLabel('Rent').fill('6');
      await save(mine);
      const dialog = mine.getByRole('dialog');
      await dialog.waitFor();
      return { id, mine, dialog };
    }

    test('a dialog shows both, and nothing is lost until somebody decides (D41)', async () => {
      const { id, mine, dialog } = await clash('Canoe');
      expect(await dialog.getByRole('row').allTextContents()).toEqual(['FieldYoursTheirs', 'rent67']);
      await expectUsable(mine);
      await mine.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await mine.getByLabel('Rent').inputValue()).toBe('6');
      expect(await stored(id)).toMatchObject({ rent: 7, revision: 2 });
      await save(mine);
      await dialog.waitFor();
    });

    test('one who saves theirs nevertheless changes those fields alone', async () => {
      const { id, mine, dialog } = await clash('Raft');
      await dialog.getByRole('button', { name: 'Save mine' }).click();
      await mine.getByText('The product is saved.').waitFor();
      expect(await stored(id)).toMatchObject({ rent: 6, description: 'Theirs', revision: 3 });
      expect(await mine.getByLabel('Description').inputValue()).toBe('Theirs');
      expect(await mine.evaluate(() => document.activeElement?.textContent)).toBe('Save');
    });

    test('one who takes theirs goes on from there', async () => {
      const { id, mine, dialog } = await clash('Paddle');
      await dialog.getByRole('button', { name: 'Take theirs' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await mine.getByLabel('Rent').inputValue()).toBe('7');
      expect(await alert(mine).textContent()).toBe('');
      await mine.getByLabel('Rent').fill('8');
      await save(mine);
      await mine.getByText('The product is saved.').waitFor();
      expect(await stored(id)).toMatchObject({ rent: 8, revision: 3 });
    });
  });

  describe('answers are lost', () => {
    test('a create is sent again with its key, and done once (D40)', async () => {
      const page = await office.open(token('owner'), '/products/new');
      await fillNew(page, 'Hammock');
      office.proxy.drop(2);
      await save(page);
      await isOpened(page, 'Hammock');
      expect(await count('Hammock')).toBe(1);
      expect(keys('CreateProduct')).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
    });

    test('an update is sent again with its key, and is no conflict with itself', async () => {
      const { id } = await product('Cooler');
      const page = await office.open(token('owner'), `/products/${id}`);
      await page.getByLabel('Rent').fill('6');
      office.proxy.drop(2);
      await save(page);
      await page.getByText('The product is saved.').waitFor();
      expect(await stored(id)).toMatchObject({ rent: 6, revision: 2 });
    });

    test('one who saves again after all attempts saves once', async () => {
      const page = await office.open(token('owner'), '/products/new');
      await fillNew(page, 'Grill');
      office.proxy.drop(ALL);
      await save(page);
      await alert(page).getByText('No answer came').waitFor();
      await expectUsable(page);
      office.proxy.drop(0);
      await save(page);
      await isOpened(page, 'Grill');
      expect(await count('Grill')).toBe(1);
      expect(keys('CreateProduct')).toHaveLength(1);
    });

    test('one who changes the form before that learns that the first one was saved', async () => {
      const page = await office.open(token('owner'), '/products/new');
      await fillNew(page, 'Table');
      office.proxy.drop(ALL);
      await save(page);
      await alert(page).getByText('No answer came').waitFor();
      office.proxy.drop(0);
      await page.getByLabel('Title').fill('Chair');
      await save(page);
      await alert(page).getByText('was saved after all').waitFor();
      expect([await count('Table'), await count('Chair')]).toEqual([1, 0]);
      await save(page);
      await isOpened(page, 'Chair');
      expect([await count('Table'), await count('Chair')]).toEqual([1, 1]);
    });
  });

  test('a service without its database is asked again, with the same key', async () => {
    const page = await office.open(token('owner'), '/products/new');
    await fillNew(page, 'Bench');
    await office.databaseProxy.down();
    office.proxy.passed();
    await save(page);
    await alert(page).getByText('No answer came').waitFor();
    const passed = office.proxy.passed();
    expect(passed).toHaveLength(5);
    await office.databaseProxy.back();
    await save(page);
    await isOpened(page, 'Bench');
    expect(await count('Bench')).toBe(1);
    expect(new Set([...passed.map(({ key }) => key), ...keys('CreateProduct')]).size).toBe(1);
  });

  test('one who is throttled sees the seconds, and can save when they are over (D31)', async () => {
    const page = await office.open(token('rival'), '/products/new');
    await fillNew(page, 'Oar');
    for (let creates = 0; creates <= 2 * BUDGET && (await create('rival')) !== 429; creates++);
    await save(page);
    const waiting = page.getByRole('button', { name: /^Save in \d+ s$/ });
    await waiting.waitFor();
    await alert(page).getByText('Too much at once').waitFor();
    await expectUsable(page);
    const seconds = await waiting.textContent();
    await expect.poll(() => waiting.textContent()).not.toBe(seconds);
    office.proxy.passed();
    await page.getByLabel('Title').press('Enter');
    await alert(page).getByText('You can save now').waitFor();
    expect(office.proxy.passed()).toEqual([]);
    await save(page);
    await isOpened(page, 'Oar');
  });

  async function create(person: string): Promise<number> {
    const query = 'mutation { createProduct(input: { title: "Other", rent: 1, stockType: BULK }) { success } }';
    const headers = { Authorization: `Bearer ${token(person)}`, 'Content-Type': 'application/json' };
    return (await fetch(office.graphqlUrl, { method: 'POST', headers, body: JSON.stringify({ query }) })).status;
  }
});
