// ETags reflect the fields that a version has in a response (D41), and a new enum value survives older versions (D46).
import { expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../src/operation/change-kinds.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { createTestApp, openTestApp } from '../support/app.ts';
import { V1, withRelease } from '../support/first-release.ts';

const V2 = '2031-03-01';
const ADDED: Change = { added: 'Product.barcode', optional: true };

const app = await openTestApp({
  versions: createVersions(withRelease(V2, ADDED), () => new Date(V2)),
});

const at = (version: string, headers = {}) => ({
  headers: { 'service-version': version, ...headers },
});
const put = (version: string, id: number, product: object, headers = {}) =>
  app.updateProduct(id, product, at(version, headers));
const read = (version: string, id: number, headers = {}) =>
  app.readProduct(id, at(version, headers));

test('the ETag differs with the fields of the response; an update accepts that of any deployment (D41)', async () => {
  const { id } = await app.product();
  const tag = async (version: string) => (await read(version, id)).headers.get('etag') ?? '';
  const [older, newer] = [await tag(V1), await tag(V2)] as const;
  const former = `"${V1}.1.12345678"`;
  for (const [tag, version] of [
    [older, V1],
    [newer, V2],
  ] as const)
    expect(tag).toMatch(new RegExp(`^"${version}\\.1\\.[\\w-]{8}"$`));
  expect((await read(V1, id, { 'If-None-Match': former })).status).toBe(200);
  expect((await read(V1, id, { 'If-None-Match': older })).status).toBe(304);
  expect((await put(V1, id, { title: 'A' }, { 'If-Match': former })).status).toBe(200);
  const updated = await put(
    V1,
    id,
    { title: 'B' },
    { 'If-Match': older.replace('.1.', '.2.') },
  );
  expect([updated.status, updated.headers.get('etag')]).toEqual([
    200,
    older.replace('.1.', '.3.'),
  ]);
  expect((await put(V1, id, { title: 'C' }, { 'If-Match': older })).status).toBe(412);
});

test('an older version that sends back the old enum value in place of a new one keeps the new one', async () => {
  const member: Change = {
    member: 'Product.stockType',
    value: 'UNIT',
    name: 'unit',
  };
  const versions = createVersions(withRelease(V2, member), () => new Date(V2));
  const other = await createTestApp({ versions });
  onTestFinished(other.close);
  const { id } = await other.product({ stockType: 'UNIT', sku: 'S' });
  const older = (await other.readProduct(id, at(V1))).body.product;
  expect(older.stock_type).toBe(1);
  const stored = async () =>
    (await other.db.product.findUniqueOrThrow({ where: { id } })).stockType;
  const sent = await other.updateProduct(id, { ...older, title: 'Other' }, at(V1));
  expect([sent.status, await stored()]).toEqual([200, 'UNIT']);
  const update = `mutation { updateProduct(id: ${id}, input: { stockType: BULK }) { success } }`;
  expect((await other.graphql(update, {}, at(V1))).body.data.updateProduct.success).toBe(
    true,
  );
  expect(await stored()).toBe('UNIT');
  await other.updateProduct(id, { stock_type: 1 }, at(V2));
  expect(await stored()).toBe('BULK');
});

test('an older version can send back a product of a new type, which it reads as the old one (D15)', async () => {
  const member: Change = { member: 'Product.type', value: 'BUNDLE', name: 1 };
  const versions = createVersions(withRelease(V2, member), () => new Date(V2));
  const other = await createTestApp({ versions });
  onTestFinished(other.close);
  const item = { position: 0, adId: (await other.product()).id, quantity: 1 };
  const { id } = await other.product({ type: 'BUNDLE', items: { create: item } });
  const { product } = (await other.readProduct(id, at(V1))).body;
  expect(product.productType).toBe(0);
  expect((await other.updateProduct(id, product, at(V1))).body).toEqual({ success: true });
  const type = { productType: 1 };
  expect((await other.updateProduct(id, type, at(V1))).status).toBe(400);
  expect((await other.updateProduct(id, type, at(V2))).status).toBe(200);
});
