// Update a product (section 4.3): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';

const app = await openTestApp();

const update = app.updateProduct;
const read = async (id: number) => (await app.readProduct(id)).body.product;

test('a client can send back what it read, even twice and with images now unreachable (D15)', async () => {
  const plain = await app.product({ images: [{ src: 'https://gone.invalid/1' }] });
  const items = { create: { adId: plain.id, position: 0, quantity: 2 } };
  for (const { id } of [plain, await app.product({ type: 'BUNDLE', items })]) {
    const before = await read(id);
    for (let time = 0; time < 2; time++)
      expect(await update(id, before)).toMatchObject({ status: 200 });
    expect(await read(id)).toEqual({ ...before, updated_at: expect.any(String) });
  }
});

test('replaces lists completely, [] clears them, and absent ones stay (D23)', async () => {
  const lists = {
    equipments: [{ name: 'Rope', quantity: 1 }],
    images: [{ src: 'https://a.example/1' }],
  };
  const { id } = await app.product(lists);
  const equipments = [{ name: 'Peg', quantity: 2 }];
  await update(id, { equipments });
  expect(await read(id)).toMatchObject({ ...lists, equipments });
  await update(id, { images: [] });
  expect(await read(id)).toMatchObject({ equipments, images: [] });
});

test('accepts flags and strings for a bundle, but not unit stock (D24)', async () => {
  const { id } = await app.product({ type: 'BUNDLE' });
  expect((await update(id, { title: 'Pack', archived: true, rent: 3 })).status).toBe(200);
  expect(faults(await update(id, { stock_type: 0, sku: 's' }))).toEqual([
    'stock_type INVALID_FORMAT',
  ]);
  expect(await read(id)).toMatchObject({ productType: 1, title: 'Pack', archived: true, rent: 3 });
});

test('says how to clear a list, and which number an ID must be (D13, D15)', async () => {
  const { id } = await app.product();
  const { body } = await update(id, { images: null, equipments: null, id: String(id) });
  expect(body.errors).toEqual([
    { field: 'equipments', code: 'REQUIRED', message: 'Must not be null; send [] to clear it' },
    { field: 'images', code: 'REQUIRED', message: 'Must not be null; send [] to clear it' },
    { field: 'id', code: 'INVALID_FORMAT', message: `Must be the number ${id}` },
  ]);
});
