// A field that is optional since a version (D46), and a new enum value: older versions and earlier days don't have
// them, and ETags reflect the fields of a response (D41).
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../src/operation/change-kinds.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { createTestApp, faults, type TestApp } from '../support/app.ts';
import { V1, withRelease } from '../support/first-release.ts';

const V2 = '2031-03-01';
const BEFORE = '2031-02-28T23:59:59Z';
const ADDED: Change = { added: 'Product.barcode', optional: true };

let now = BEFORE;
let app: TestApp;
beforeAll(async () => {
  const versions = createVersions(withRelease(V2, ADDED), () => new Date(now));
  app = await createTestApp({ versions });
});
afterAll(() => app.close());

const at = (version: string, headers = {}) => ({
  headers: { 'service-version': version, ...headers },
});
const put = (version: string, id: number, product: object, headers = {}) =>
  app.updateProduct(id, product, at(version, headers));
const read = (version: string, id: number, headers = {}) =>
  app.readProduct(id, at(version, headers));
const sdl = async () => (await app.call('/docs/schema.graphql', {}, { token: null })).body;

test('before its release day, the field is unknown on both APIs, to new and old nodes', async () => {
  now = BEFORE;
  const { id } = await app.product();
  expect(faults(await put(V1, id, { barcode: '1' }))).toEqual(['barcode INVALID_FORMAT']);
  expect((await read(V1, id)).body.product).not.toHaveProperty('barcode');
  expect(await sdl()).not.toContain('barcode');
});

test("from its release day, the newer version accepts it and the older one still doesn't", async () => {
  now = V2;
  const { id } = await app.product();
  expect((await put(V2, id, { barcode: '1' })).status).toBe(200);
  expect((await put(V2, id, { barcode: null })).status).toBe(200);
  const { body } = await app.createProduct(
    { title: 'T', rent: 1, sku: 'S', barcode: '2' },
    at(V2),
  );
  expect((await read(V2, body.id)).body.product.barcode).toBe('2');
  expect((await app.createProduct({ title: 'T', rent: 1, sku: 'S' }, at(V2))).status).toBe(
    201,
  );
  expect((await read(V1, body.id)).body.product).not.toHaveProperty('barcode');
  expect(faults(await put(V1, body.id, { barcode: '3' }))).toEqual([
    'barcode INVALID_FORMAT',
  ]);
  expect(await sdl()).toContain('barcode: String\n');
});

test('the ETag differs with the fields of the response; an update accepts that of any deployment (D41)', async () => {
  now = V2;
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
