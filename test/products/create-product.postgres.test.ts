// Create a product (section 4.4).
import { describe, expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';

const app = await openTestApp();

const valid = { title: 'Tent', rent: 10, sku: 'T-1' };
const create = (product: unknown) => app.rest('POST', '/product', { product });
const read = async (id: number) => (await app.rest('GET', `/product/${id}`)).body.product;

describe('201', () => {
  test('answers success, id and location, and the Location header', async () => {
    const { status, body, headers } = await create(valid);
    expect(status).toBe(201);
    expect(body).toEqual({ success: true, id: expect.any(Number), location: `/api/token-secured/product/${body.id}` });
    expect(headers.get('location')).toBe(body.location);
  });

  test('applies the defaults of section 2.1 and answers absent values as null (D22)', async () => {
    const { body } = await create(valid);
    expect(await read(body.id)).toEqual({
      id: body.id,
      title: 'Tent',
      description: null,
      rent: 10,
      cost: null,
      productType: 0,
      stock_type: 0,
      sku: 'T-1',
      quantity: 1,
      equipments: [],
      images: [],
      online: true,
      archived: false,
      code: null,
      stock_unit_type_id: null,
      barcode: null,
      commodity_code: null,
      country_of_manufacture: null,
      shelf_life_min: null,
      shelf_life_max: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
  });

  test('a byte order mark at the start of a text is kept (D14)', async () => {
    const { body } = await create({ ...valid, title: '\ufeffTent', barcode: '\ufeff' });
    expect(await read(body.id)).toMatchObject({ title: '\ufeffTent', barcode: '\ufeff' });
  });

  test('stores every field as it was sent', async () => {
    const product = {
      title: ' Tent \u{1F3D5} ',
      description: '# Tent\r\n<b>big</b>\u0001',
      rent: 12.345678901234567,
      cost: 0,
      productType: 0,
      stock_type: 1,
      sku: ' S ',
      quantity: 2_147_483_647,
      equipments: [{ name: 'Peg', quantity: 16 }],
      images: [{ src: 'https://example.com/a%20b.webp?x=1#y' }],
      online: false,
      archived: true,
      code: 'C',
      stock_unit_type_id: 3,
      barcode: '4006381333931',
      commodity_code: '63062200',
      country_of_manufacture: 'PT',
      shelf_life_min: 0,
      shelf_life_max: 365,
    };
    const { status, body } = await create(product);
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject(product);
  });

  test.each([0.01, 0.1, 1e308, 1.7976931348623157e308, 0.30000000000000004, 9007199254740992, 12.1])(
    'keeps money exactly as sent: %d (D19)',
    async (rent) => {
      const { body } = await create({ ...valid, rent, cost: rent });
      expect(await read(body.id)).toMatchObject({ rent, cost: rent });
    },
  );

  test('takes null as absent (D13)', async () => {
    const nulls = { description: null, cost: null, quantity: null, images: null, online: null, productType: null };
    const { body } = await create({ ...valid, ...nulls });
    expect(await read(body.id)).toMatchObject({ quantity: 1, images: [], online: true, productType: 0 });
  });

  test('takes productType 1 as a bundle with no items under bulk stock (D24, D25)', async () => {
    const { body } = await create({ title: 'Pack', rent: 5, productType: 1 });
    expect(await read(body.id)).toMatchObject({ productType: 1, stock_type: 1, items: [] });
  });

  test('takes the second envelope, where code is the sku that is not given (D20)', async () => {
    const attributes = { title: 'Tent', rent: 10, code: 'C-1', barcode: 'B', shelf_life_min: 1, shelf_life_max: 1 };
    const { status, body } = await app.rest('POST', '/product', { data: { type: 'products', attributes } });
    expect(status).toBe(201);
    expect(await read(body.id)).toMatchObject({ ...attributes, sku: 'C-1' });
  });

  test('title lengths count code points (D14)', async () => {
    expect((await create({ ...valid, title: '\u{1F3D5}'.repeat(255) })).status).toBe(201);
    expect(faults(await create({ ...valid, title: '\u{1F3D5}'.repeat(256) }))).toEqual(['title MAX_LENGTH']);
  });

  test('a body without a content type is taken as JSON (D11)', async () => {
    const { status } = await app.call('/api/token-secured/product', {
      method: 'POST',
      body: new Blob([JSON.stringify({ product: valid })]),
    });
    expect(status).toBe(201);
  });
});

describe('400', () => {
  /** A change of a valid product, and the errors that it gives. */
  const cases: [string, object, string[]][] = [
    ['unit stock with a blank sku (D14, D16)', { sku: ' \ufeff' }, ['sku REQUIRED']],
    [
      'minima (MIN_VALUE)',
      { rent: 0.009, cost: -1, quantity: 0 },
      ['rent MIN_VALUE', 'cost MIN_VALUE', 'quantity MIN_VALUE'],
    ],
    [
      'too many entries (MAX_ITEMS)',
      {
        equipments: Array(51).fill({ name: 'a', quantity: 1 }),
        images: Array(6).fill({ src: 'https://example.com/' }),
      },
      ['equipments MAX_ITEMS', 'images MAX_ITEMS'],
    ],
    [
      'entries of lists (D18)',
      {
        equipments: [{ name: 'a', quantity: 0 }, { name: ' ' }, 3],
        images: [{ src: 'nope' }, {}, { src: 'ftp://example.com/' }],
      },
      [
        'equipments[0].quantity MIN_VALUE',
        'equipments[1].name REQUIRED',
        'equipments[1].quantity REQUIRED',
        'equipments[2] INVALID_FORMAT',
        'images[0].src INVALID_FORMAT',
        'images[1].src REQUIRED',
        'images[2].src INVALID_FORMAT',
      ],
    ],
    [
      'an unreachable image (D29)',
      { images: [{ src: 'https://example.com/' }, { src: 'http://gone.invalid/x' }] },
      ['images[1].src INVALID_FORMAT'],
    ],
    ['unit stock of a bundle (D24)', { productType: 1, stock_type: 0 }, ['stock_type INVALID_FORMAT']],
    [
      'countries and shelf lives (D20)',
      { country_of_manufacture: 'pt', shelf_life_min: 5, shelf_life_max: 4 },
      ['country_of_manufacture INVALID_FORMAT', 'shelf_life_max INVALID_FORMAT'],
    ],
    [
      'days below 0 (D20)',
      { shelf_life_min: -1, shelf_life_max: 1.5 },
      ['shelf_life_min MIN_VALUE', 'shelf_life_max INVALID_FORMAT'],
    ],
    [
      'unknown fields with null too, and those that a read returns (D15)',
      { foo: null, items: null, id: 1 },
      ['foo INVALID_FORMAT', 'items INVALID_FORMAT', 'id INVALID_FORMAT'],
    ],
  ];
  test.each(cases)('%s', async (_, change, errors) => {
    const before = await app.db.product.count();
    const answer = await create({ ...valid, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
    expect(faults(answer)).toEqual(errors);
    expect(await app.db.product.count()).toBe(before);
  });

  test('the sku message is that of D16', async () => {
    const { body } = await create({ title: 'a', rent: 1 });
    expect(body.errors).toEqual([{ field: 'sku', code: 'REQUIRED', message: 'SKU is required for unit stock' }]);
  });

  /** Bodies that are no product, and the errors they give (D11, D20). */
  const bodies: [string, string, string[]][] = [
    ['a null wrapper', '{"product":null}', ['product REQUIRED']],
    ['both envelopes', '{"product":{},"data":{}}', ['data INVALID_FORMAT']],
    ['data of another type', '{"data":{"type":"ads","attributes":{}}}', ['data.type INVALID_FORMAT']],
  ];
  test.each(bodies)('a body that is %s', async (_, body, errors) => {
    const answer = await app.rest('POST', '/product', body);
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(errors);
  });

  test('another charset (D11)', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-16' };
    const { body } = await app.rest('POST', '/product', { product: valid }, { headers });
    expect(body.errors[0].message).toBe('The charset of Content-Type must be utf-8');
  });
});

test('413: a body over 1 MiB, whether announced or streamed (D11)', async () => {
  const product = { ...valid, description: 'x'.repeat(1024 * 1024) };
  expect(await create(product)).toMatchObject({ status: 413, body: { error: 'Request body too large' } });
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
  });
  const streamed = await app.call('/api/token-secured/product', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
});
