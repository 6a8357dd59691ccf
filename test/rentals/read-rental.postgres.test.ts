// Read a rental (section 4.1): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();
const tenant = app.rival;

async function rental(data: object = {}) {
  const { id } = await app.product({ title: 'Renamed since' });
  return app.rental([id], data);
}

test('times have milliseconds (section 2.3)', async () => {
  const { id } = await rental({ createdAt: new Date('2026-02-01T10:00:00.123Z') });
  const { rentals } = (await app.rest('GET', `/rental/${id}`)).body;
  expect(rentals.created_at).toBe('2026-02-01T10:00:00.123Z');
});

test("the tenant can read the rental on both APIs, but not the owner's products (D38)", async () => {
  const { id } = await rental({ status: 'CANCELLED', paidAt: new Date() });
  expect(
    (await app.rest('GET', `/rental/${id}`, undefined, { token: tenant.token })).status,
  ).toBe(200);
  const query = `{ rental(id: ${id}) { status selectAccounts { id } items { title product { id } } } }`;
  const asTenant = await app.graphql(query, {}, { token: tenant.token });
  const items = [{ title: 'a', product: null }];
  expect(asTenant.body.data.rental).toEqual({
    status: 'CANCELLED',
    selectAccounts: [],
    items,
  });
  const asOwner = await app.graphql(query);
  expect(asOwner.body.data.rental.items[0].product).toEqual({ id: expect.any(String) });
});

test('the ETag depends on the content: 304 until the rental changes (D41)', async () => {
  const { id } = await rental();
  const read = (etag = '') =>
    app.rest('GET', `/rental/${id}`, undefined, { headers: { 'If-None-Match': etag } });
  const etag = (await read()).headers.get('etag') ?? '';
  expect(await read(etag)).toMatchObject({ status: 304, body: '' });
  await app.db.rental.update({ where: { id }, data: { status: 'COMPLETED' } });
  const answer = await read(etag);
  expect(answer).toMatchObject({ status: 200, body: { rentals: { status: 'completed' } } });
  expect(answer.headers.get('etag')).not.toBe(etag);
});

test('a read returns the first 1,000 lines and accounts, as the documents promise (D53)', async () => {
  const { id } = await rental({ paidAt: new Date() });
  const { productId } = await app.db.rentalItem.findFirstOrThrow({ where: { rentalId: id } });
  const line = { rentalId: id, productId, quantity: 1, dailyRate: 1, total: 1 };
  const lines = Array.from({ length: 1_001 }, (_, at) => ({
    ...line,
    position: at + 1,
    title: `line ${at + 1}`,
  }));
  await app.db.rentalItem.createMany({ data: lines });
  const { items } = (await app.rest('GET', `/rental/${id}`)).body.rentals;
  expect([items.length, items.at(-1).title]).toEqual([1_000, 'line 999']);
  const { rental: seen } = (await app.graphql(`{ rental(id: ${id}) { items { title } } }`))
    .body.data;
  expect(seen.items).toEqual(items.map(({ title }: { title: string }) => ({ title })));
});
