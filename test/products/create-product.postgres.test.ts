// Create a product (section 4.4): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { BASE, openTestApp } from '../support/app.ts';

const app = await openTestApp();

const valid = { title: 'Tent', rent: 10, sku: 'T-1' };
const create = app.createProduct;
const read = async (id: number) => (await app.readProduct(id)).body.product;

test('stores strings as sent, including a leading byte order mark (D14)', async () => {
  const texts = {
    title: '\ufeff Tent ',
    description: '# Tent\r\n<b>big</b>\u0001',
    sku: ' S ',
    barcode: '\ufeff',
  };
  const { body } = await create({ ...valid, ...texts });
  expect(await read(body.id)).toMatchObject(texts);
});

test('keeps money exactly as sent (D19)', async () => {
  for (const rent of [
    0.01,
    0.1,
    1e308,
    Number.MAX_VALUE,
    0.30000000000000004,
    9007199254740992,
    12.345678901234567,
  ]) {
    const { body } = await create({ ...valid, rent, cost: rent });
    expect(await read(body.id)).toMatchObject({ rent, cost: rent });
  }
});

test('reads a body without a content type as JSON (D11)', async () => {
  const body = new Blob([JSON.stringify({ product: valid })]);
  expect((await app.call(`${BASE}/product`, { method: 'POST', body })).status).toBe(201);
});

test('the minimum shelf life may equal the maximum (D20)', async () => {
  const { status } = await create({ ...valid, shelf_life_min: 4, shelf_life_max: 4 });
  expect(status).toBe(201);
});
