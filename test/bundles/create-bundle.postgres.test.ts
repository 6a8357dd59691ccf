// Create a bundle (section 4.5).
import { describe, expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';

const app = await openTestApp();

const create = (bundle: unknown) => app.rest('POST', '/bundle', { bundle });
const read = async (id: number) => (await app.rest('GET', `/product/${id}`)).body.product;
const line = ({ id }: { id: number }, quantity = 1) => ({ ad_id: id, quantity });

describe('201', () => {
  test('answers success and id alone', async () => {
    const { status, body } = await create({ title: 'Pack', items: [line(await app.product())] });
    expect(status).toBe(201);
    expect(body).toEqual({ success: true, id: expect.any(Number) });
  });

  test('is stored as a product of type 1 with its items in order; a product may stand in several lines (D24, D27)', async () => {
    const tent = await app.product();
    const mat = await app.product();
    const items = [line(mat, 2), line(tent), line(mat, 3)];
    const { body } = await create({ title: 'Pack', items, description: 'd', online: false, archived: true });
    expect(await read(body.id)).toMatchObject({
      productType: 1,
      stock_type: 1,
      description: 'd',
      online: false,
      archived: true,
      items,
    });
  });

  test('the rent is the sum of rent times quantity, as decimals (D19, D26)', async () => {
    const dime = await app.product({ rent: 0.1 });
    const cents = await app.product({ rent: 0.2 });
    const ten = await create({ title: 'Pack', items: Array(10).fill(line(dime)) });
    expect(await read(ten.body.id)).toMatchObject({ rent: 1 });
    const mixed = await create({ title: 'Pack', items: [line(dime), line(cents, 7)] });
    expect(await read(mixed.body.id)).toMatchObject({ rent: 1.5 });
  });

  test('the sum is fixed at creation (D26)', async () => {
    const tent = await app.product({ rent: 10 });
    const { body } = await create({ title: 'Pack', items: [line(tent)] });
    await app.rest('PUT', `/product/${tent.id}`, { product: { rent: 20, online: false } });
    expect(await read(body.id)).toMatchObject({ rent: 10, items: [line(tent)] });
  });

  test('a given rent is used as it is', async () => {
    const { body } = await create({ title: 'Pack', rent: 7.77, items: [line(await app.product({ rent: 10 }))] });
    expect(await read(body.id)).toMatchObject({ rent: 7.77 });
  });

  test('takes 30 items, and archived products (D28)', async () => {
    const items = Array(30).fill(line(await app.product({ archived: true })));
    expect((await create({ title: 'Pack', items })).status).toBe(201);
  });
});

describe('400', () => {
  test('NOT_FOUND, ACCESS_DENIED, PRODUCT_OFFLINE at ad_id, in this precedence (D17, D27)', async () => {
    const bundle = await app.product({ type: 'BUNDLE' });
    const offline = await app.product({ online: false });
    const rivals = await app.product({ online: false }, app.rival.id);
    const ids = [999_999, rivals.id, offline.id, bundle.id, 0, -5];
    const before = await app.db.product.count();
    const answer = await create({ title: 'Pack', items: ids.map((id) => line({ id })) });
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual([
      'items[0].ad_id NOT_FOUND',
      'items[1].ad_id ACCESS_DENIED',
      'items[2].ad_id PRODUCT_OFFLINE',
      'items[3].ad_id NOT_FOUND',
      'items[4].ad_id NOT_FOUND',
      'items[5].ad_id NOT_FOUND',
    ]);
    expect(await app.db.product.count()).toBe(before);
  });

  test('all errors at once, in field order (D18)', async () => {
    const items = [{ ad_id: 999_999, quantity: 0 }, { ad_id: '3' }, {}, 5, line({ id: 2_147_483_648 })];
    const answer = await create({ items, rent: 0, images: [{ src: 'x' }], sku: 's' });
    expect(faults(answer)).toEqual([
      'title REQUIRED',
      'items[0].ad_id NOT_FOUND',
      'items[0].quantity MIN_VALUE',
      'items[1].ad_id INVALID_FORMAT',
      'items[1].quantity REQUIRED',
      'items[2].ad_id REQUIRED',
      'items[2].quantity REQUIRED',
      'items[3] INVALID_FORMAT',
      'items[4].ad_id INVALID_FORMAT',
      'rent MIN_VALUE',
      'images[0].src INVALID_FORMAT',
      'sku INVALID_FORMAT',
    ]);
  });

  test('an entry of any wrong kind is wrong alike on both surfaces', async () => {
    const ids = [1e21, 2_147_483_648, -1e21, 1.5, true, {}];
    const query = 'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { errors { field message } } }';
    for (const [items, variables] of [
      [[[]], [[]]],
      ...ids.map((id) => [[{ ad_id: id, quantity: 1 }], [{ adId: id, quantity: 1 }]]),
    ]) {
      const rest = await create({ title: 'Pack', items });
      const { body } = await app.graphql(query, { input: { title: 'Pack', items: variables } });
      const errors = body.data?.createBundle.errors ?? body.errors[0].extensions.errors;
      expect(errors.map(({ message }: { message: string }) => message)).toEqual(
        rest.body.errors.map(({ message }: { message: string }) => message),
      );
      expect(errors[0].field).toBe(rest.body.errors[0].field.replace('ad_id', 'adId'));
    }
  });

  test('a sum that no number can hold asks for a rent', async () => {
    const dear = await app.product({ rent: '1e308' });
    expect(faults(await create({ title: 'Pack', items: [line(dear, 2), line(dear)] }))).toEqual([
      'rent INVALID_FORMAT',
    ]);
  });
});
