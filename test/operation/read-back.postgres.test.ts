// Everything that a read returns can be sent back in the same version, whatever its limits are (D15), on both APIs.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Change } from '../../src/operation/change-kinds.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { faults, openTestApp } from '../support/app.ts';
import { V1, withRelease } from '../support/first-release.ts';

const V2 = '2031-03-01';

/** Digits only, though older clients may have stored something else. */
const digits = z.codec(z.string().regex(/^[0-9]{3,}$/), z.string(), {
  decode: (code) => code,
  encode: (code) => code,
});
const none = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

const changes: readonly Change[] = [
  { limit: 'Product.title', was: { max: 255 }, is: { max: 120 } },
  { limit: 'Product.description', was: { max: none.max }, is: { max: 3 } },
  { limit: 'Product.rent', was: { min: 0.01, max: none.max }, is: { min: 5, max: 50 } },
  { limit: 'Product.quantity', was: { min: 1, max: none.max }, is: { min: 2, max: 10 } },
  { limit: 'Product.images', was: { min: 0, max: 5 }, is: { min: 1, max: 7 } },
  { limit: 'Product.equipments', was: { max: 50 }, is: { max: 1 } },
  { limit: 'Equipment.quantity', was: { max: none.max }, is: { max: 9 } },
  { renamed: 'Equipment.name', was: 'name', is: 'label' },
  { required: 'Product.countryOfManufacture' },
  { type: 'Product.barcode', is: digits },
];

const versions = createVersions(withRelease(V2, ...changes), () => new Date(V2));
const app = await openTestApp({ versions });
// The migration of a release that raises a limit.
await app.db.$executeRaw`ALTER TABLE products DROP CONSTRAINT products_images_check`;

const at = (version: string, key?: string) => ({
  headers: { 'service-version': version, ...(key && { 'Idempotency-Key': key }) },
});
const images = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ src: `https://a.example/${at}` }));
const read = async (version: string, id: number) =>
  (await app.readProduct(id, at(version))).body.product;
const put = (version: string, id: number, product: object, key?: string) =>
  app.updateProduct(id, product, at(version, key));
/** Updates a product, which has these errors. */
async function expectPut(version: string, id: number, product: object, ...wrong: string[]) {
  const answer = await put(version, id, product);
  expect([answer.status, faults(answer)]).toEqual([wrong.length > 0 ? 400 : 200, wrong]);
}
const create = async (version: string, product: object): Promise<number> =>
  (
    await app.createProduct(
      { title: 'Tent', rent: 9, stock_type: 1, ...product },
      at(version),
    )
  ).body.id;

const BEYOND = {
  title: 't'.repeat(200),
  description: 'long',
  rent: 99.5,
  quantity: 1,
  images: [],
  equipments: [
    { name: 'Peg', quantity: 40 },
    { name: 'Rope', quantity: 2 },
  ],
  barcode: 'no digits',
};

describe('on REST', () => {
  test("accepts an older product that exceeds the newer version's limits, whole and field by field", async () => {
    const id = await create(V1, BEYOND);
    const product = await read(V2, id);
    expect(product).toMatchObject({
      title: BEYOND.title,
      rent: 99.5,
      images: [],
      barcode: 'no digits',
    });
    expect(product.country_of_manufacture).toBeNull();
    await expectPut(V2, id, product);
    for (const [name, value] of Object.entries(product))
      await expectPut(V2, id, { [name]: value });
    expect(await read(V1, id)).toMatchObject(BEYOND);
  });

  test("accepts a newer product that exceeds a limit of the client's older version", async () => {
    const id = await create(V2, { images: images(7), country_of_manufacture: 'DE' });
    const product = await read(V1, id);
    expect(product.images).toHaveLength(7);
    await expectPut(V1, id, product);
    await expectPut(V1, id, { images: images(6) }, 'images MAX_ITEMS');
  });

  test('checks a field that changed, along with unchanged ones', async () => {
    const id = await create(V1, BEYOND);
    const product = await read(V2, id);
    await expectPut(V2, id, { ...product, rent: 6 });
    expect(await read(V2, id)).toMatchObject({ rent: 6, title: BEYOND.title });
    await expectPut(V2, id, { ...product, rent: 51 }, 'rent INVALID_FORMAT');
    await expectPut(V2, id, { ...product, rent: 6, online: 1 }, 'online INVALID_FORMAT');
  });

  test('rejects changed values by the limits of the version, each with its code', async () => {
    const id = await create(V1, BEYOND);
    const equipments = [
      { label: 'Peg', quantity: 41 },
      { label: 'Rope', quantity: 2 },
    ];
    const other = {
      title: 'u'.repeat(200),
      quantity: -1,
      equipments,
      barcode: 'none',
      country_of_manufacture: null,
    };
    await expectPut(
      V2,
      id,
      { ...other, rent: 99.6 },
      'title MAX_LENGTH',
      'rent INVALID_FORMAT',
      'quantity MIN_VALUE',
      'equipments MAX_ITEMS',
      'barcode INVALID_FORMAT',
    );
    await expectPut(V1, id, { country_of_manufacture: 'FR', images: images(1) });
    await expectPut(
      V2,
      id,
      { country_of_manufacture: null, images: [] },
      'images MIN_ITEMS',
      'country_of_manufacture REQUIRED',
    );
  });

  test('a retry returns the first result, whatever is stored by then (D40)', async () => {
    const id = await create(V1, BEYOND);
    const given = { title: BEYOND.title, rent: 7 };
    expect((await put(V2, id, given, 'again')).status).toBe(200);
    await expectPut(V1, id, { title: 'Other' });
    const again = await put(V2, id, given, 'again');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await put(V2, id, { ...given, rent: 8 }, 'again')).status).toBe(422);
    expect((await read(V1, id)).title).toBe('Other');
  });

  test('a retry in a version whose type rejects the value, which is stored, is the same request (D40)', async () => {
    const id = await create(V1, BEYOND);
    const given = { title: 'Other', barcode: BEYOND.barcode };
    expect((await put(V1, id, given, 'versions')).status).toBe(200);
    const again = await put(V2, id, given, 'versions');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    for (const barcode of ['other', 5])
      expect((await put(V2, id, { ...given, barcode }, 'versions')).status).toBe(422);
  });

  test('a null sku that is sent back along with a code stays null (D20)', async () => {
    const id = await create(V1, { ...BEYOND, sku: null, code: 'C' });
    await app.db.product.update({ where: { id }, data: { sku: null } });
    const product = await read(V2, id);
    await expectPut(V2, id, product);
    expect((await read(V2, id)).sku).toBeNull();
  });
});

describe('on GraphQL', () => {
  const UPDATE = `mutation ($id: ID!, $input: UpdateProductInput!) {
    updateProduct(id: $id, input: $input) { success errors { field code } } }`;
  const READ = `query ($id: ID!) { product(id: $id) {
    title description rent quantity images { src } equipments { name quantity } countryOfManufacture } }`;
  const update = (id: number, input: object) => app.graphql(UPDATE, { id, input }, at(V2));

  test('accepts what a query returned, and rejects what differs', async () => {
    const id = await create(V1, BEYOND);
    const { product } = (await app.graphql(READ, { id }, at(V2))).body.data;
    expect(product.equipments).toHaveLength(2);
    expect((await update(id, product)).body.data.updateProduct).toEqual({
      success: true,
      errors: [],
    });
    expect(
      (await update(id, { ...product, rent: 3 })).body.data.updateProduct.errors,
    ).toEqual([{ field: 'rent', code: 'MIN_VALUE' }]);
  });

  test("variables of the wrong type are reported together with the version's limits", async () => {
    const id = await create(V1, BEYOND);
    const { body } = await update(id, { title: 't'.repeat(300), rent: 'x' });
    expect(body.errors[0].extensions.errors).toMatchObject([
      { field: 'title', code: 'MAX_LENGTH', message: expect.stringContaining('120') },
      { field: 'rent', code: 'INVALID_FORMAT' },
    ]);
  });
});

describe('the document', () => {
  const answered = async (version: string) => {
    const { body } = await app.call(`/openapi.json?version=${version}`, {}, { token: null });
    return body.components.schemas.Product.properties;
  };

  test('of each version has its own limits in requests, and none in responses, which may exceed them', async () => {
    const answers = JSON.stringify([await answered(V1), await answered(V2)]);
    expect(answers).not.toMatch(/"(?:min|max)[A-Z]?\w*"/);
    const { body } = await app.call(`/openapi.json?version=${V1}`, {}, { token: null });
    expect(body.components.schemas.UpdateProductInput.properties.images.maxItems).toBe(5);
  });
});
