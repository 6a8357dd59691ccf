// Update a product (section 4.3).
import { describe, expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';

const app = await openTestApp();

const update = (id: number, product: unknown) => app.rest('PUT', `/product/${id}`, { product });
const read = async (id: number) => (await app.rest('GET', `/product/${id}`)).body.product;

const full = {
  description: 'd',
  cost: 5,
  stockType: 'UNIT',
  sku: 'S-1',
  equipments: [{ name: 'Peg', quantity: 3 }],
  images: [{ src: 'https://example.com/1' }],
  barcode: 'B',
  shelfLifeMin: 2,
  shelfLifeMax: 5,
};

describe('200', () => {
  test('changes the given fields and leaves the rest as it is', async () => {
    const { id } = await app.product(full);
    const before = await read(id);
    expect(await update(id, { title: 'New', online: false })).toMatchObject({ status: 200, body: { success: true } });
    expect(await read(id)).toEqual({ ...before, title: 'New', online: false, updated_at: expect.any(String) });
  });

  test('an empty update changes nothing', async () => {
    const { id } = await app.product(full);
    const before = await read(id);
    expect((await update(id, {})).status).toBe(200);
    expect(await read(id)).toEqual({ ...before, updated_at: expect.any(String) });
  });

  test('lists are replaced whole, and [] clears (D23)', async () => {
    const { id } = await app.product(full);
    await update(id, { equipments: [{ name: 'Rope', quantity: 1 }], images: [] });
    expect(await read(id)).toMatchObject({ equipments: [{ name: 'Rope', quantity: 1 }], images: [] });
  });

  test('null clears every field that a product can be without (D13)', async () => {
    const { id } = await app.product({
      ...full,
      stockType: 'BULK',
      code: 'C',
      stockUnitTypeId: 1,
      commodityCode: 'C',
      countryOfManufacture: 'DE',
    });
    const fields =
      'description cost sku code stock_unit_type_id barcode commodity_code country_of_manufacture shelf_life_min shelf_life_max';
    const cleared = Object.fromEntries(fields.split(' ').map((name) => [name, null]));
    expect((await update(id, cleared)).status).toBe(200);
    expect(await read(id)).toMatchObject(cleared);
  });

  test('created_at and updated_at are accepted and ignored (D15)', async () => {
    const { id } = await app.product();
    const { created_at } = await read(id);
    expect((await update(id, { created_at: '2020-01-01T00:00:00.000Z', updated_at: 5 })).status).toBe(200);
    expect((await read(id)).created_at).toBe(created_at);
  });

  test('a client can send back what it read, twice (D15)', async () => {
    const plain = await app.product();
    const bundle = await app.product({
      type: 'BUNDLE',
      items: { create: { adId: plain.id, position: 0, quantity: 2 } },
    });
    for (const { id } of [plain, bundle, await app.product(full)]) {
      const before = await read(id);
      for (let time = 0; time < 2; time++) expect(await update(id, before)).toMatchObject({ status: 200 });
      expect(await read(id)).toEqual({ ...before, updated_at: expect.any(String) });
    }
  });

  test('a bundle takes its flags and texts (D24)', async () => {
    const { id } = await app.product({ type: 'BUNDLE' });
    expect((await update(id, { title: 'Pack', archived: true, rent: 3 })).status).toBe(200);
    expect(await read(id)).toMatchObject({ productType: 1, title: 'Pack', archived: true, rent: 3 });
  });

  test('the merged product decides about the sku (D16)', async () => {
    const { id } = await app.product();
    expect((await update(id, { stock_type: 0, sku: 'S' })).status).toBe(200);
    expect((await update(id, { stock_type: 1 })).status).toBe(200);
    expect((await update(id, { sku: ' ' })).status).toBe(200);
  });

  test('the code becomes the sku of a product that has none and is given none, and replaces no stored one (D20)', async () => {
    const data = { type: 'products', attributes: { code: 'C-2', country_of_manufacture: 'FR' } };
    const { id: withSku } = await app.product(full);
    expect((await app.rest('PUT', `/product/${withSku}`, { data })).status).toBe(200);
    expect(await read(withSku)).toMatchObject({ code: 'C-2', sku: 'S-1', country_of_manufacture: 'FR' });
    const { id } = await app.product();
    expect((await app.rest('PUT', `/product/${id}`, { data })).status).toBe(200);
    expect(await read(id)).toMatchObject({ code: 'C-2', sku: 'C-2' });
  });

  test('a code makes unit stock possible, and null for the sku is a given one (D16, D20)', async () => {
    const { id } = await app.product();
    expect(faults(await update(id, { stock_type: 0, code: 'C', sku: null }))).toEqual(['sku REQUIRED']);
    expect((await update(id, { stock_type: 0, code: 'C' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ stock_type: 0, sku: 'C' });
  });
});

describe('400', () => {
  const cases: [string, object, object, string[]][] = [
    [
      'null for a field that cannot be cleared (D13)',
      full,
      { title: null, rent: null, quantity: null, images: null, online: null, stock_type: null },
      [
        'title REQUIRED',
        'rent REQUIRED',
        'stock_type REQUIRED',
        'quantity REQUIRED',
        'images REQUIRED',
        'online REQUIRED',
      ],
    ],
    ['null for the sku of unit stock (D13, D16)', full, { sku: null }, ['sku REQUIRED']],
    ['unit stock without sku (D16)', {}, { stock_type: 0 }, ['sku REQUIRED']],
    ['a blank sku under unit stock (D14)', full, { sku: ' ' }, ['sku REQUIRED']],
    ['another type (D15, D25)', {}, { productType: 1 }, ['productType INVALID_FORMAT']],
    [
      'another id, and items of a plain product (D15)',
      {},
      { id: 0, items: [] },
      ['id INVALID_FORMAT', 'items INVALID_FORMAT'],
    ],
    ['unit stock of a bundle (D24)', { type: 'BUNDLE' }, { stock_type: 0, sku: 's' }, ['stock_type INVALID_FORMAT']],
    ['a shelf life against the stored one', full, { shelf_life_min: 6 }, ['shelf_life_min INVALID_FORMAT']],
  ];
  test.each(cases)('%s', async (_, stored, change, errors) => {
    const { id } = await app.product(stored);
    const before = await read(id);
    const answer = await update(id, { ...change, description: 'changed' });
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(errors);
    expect(await read(id)).toEqual(before);
  });
});

test('the wrapper is checked before the product is looked for (D9)', async () => {
  expect(faults(await app.rest('PUT', '/product/999999', {}))).toEqual(['product REQUIRED']);
  expect((await app.rest('PUT', '/product/999999', { product: {} })).status).toBe(404);
});

test('403: another owner is refused before the fields are checked (D9), and nothing is changed', async () => {
  const { id } = await app.product();
  const answer = await app.rest('PUT', `/product/${id}`, { product: { title: '' } }, { token: app.rival.token });
  expect(answer.status).toBe(403);
  expect(await read(id)).toMatchObject({ title: 'Tent' });
});
