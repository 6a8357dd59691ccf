// Read a product (section 4.2).
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const app = await openTestApp();

test('200: the owner reads the product, offline and archived ones too (D28)', async () => {
  const { id } = await app.product({ title: 'Old tent', online: false, archived: true });
  const { status, body } = await app.rest('GET', `/product/${id}`);
  expect(status).toBe(200);
  expect(body.product).toMatchObject({ id, title: 'Old tent', online: false, archived: true });
});

test('200: a bundle is read as a product with its items in order (D22, D24)', async () => {
  const tent = await app.product();
  const mat = await app.product();
  const items = [
    { adId: mat.id, position: 0, quantity: 4 },
    { adId: tent.id, position: 1, quantity: 1 },
  ];
  const { id } = await app.product({ type: 'BUNDLE', items: { create: items } });
  const { body } = await app.rest('GET', `/product/${id}`);
  expect(body.product).toMatchObject({
    productType: 1,
    stock_type: 1,
    items: [
      { ad_id: mat.id, quantity: 4 },
      { ad_id: tent.id, quantity: 1 },
    ],
  });
});

test('200: HEAD answers the headers of GET without its body (D21)', async () => {
  const { id } = await app.product();
  const { status, body, headers } = await app.rest('HEAD', `/product/${id}`);
  expect(status).toBe(200);
  expect(body).toBe('');
  expect(headers.get('x-api-version')).toBe(NEWEST_VERSION);
});

test('403: another owner is refused', async () => {
  const { id } = await app.product();
  const answer = await app.rest('GET', `/product/${id}`, undefined, { token: app.rival.token });
  expect(answer).toMatchObject({ status: 403, body: { error: 'Access denied to this resource' } });
});

test('403: without the permission to read, whether the product exists or not (D5, D9)', async () => {
  const writer = await app.person('writer', ['WRITE']);
  for (const id of [(await app.product({}, writer.id)).id, 999_999]) {
    expect((await app.rest('GET', `/product/${id}`, undefined, { token: writer.token })).status).toBe(403);
  }
});

const NO_IDS = '999999 abc 1.5 007 0 -1 +1 1e3 0x1 1e21 2147483648 99999999999999999999 %20 1%00 %E0%A4%A null'.split(
  ' ',
);

test.each(NO_IDS)('404: %s names nothing (D10)', async (id) => {
  await app.product();
  const answer = await app.rest('GET', `/product/${id}`);
  expect(answer).toMatchObject({ status: 404, body: { error: 'Resource not found' } });
  const read = await app.graphql('query($id: ID!) { product(id: $id) { id } }', { id });
  expect(read.body).toMatchObject({ data: { product: null }, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
});
