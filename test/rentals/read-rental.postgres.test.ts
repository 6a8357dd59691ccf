// Read a rental (section 4.1).
import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

const app = await openTestApp();
let tenant: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  tenant = await app.person('tenant');
});

async function rental(data: object = {}) {
  const product = await app.product({ title: 'Renamed since' });
  return app.db.rental.create({
    data: {
      status: 'ACTIVE',
      startDate: new Date('2026-02-28'),
      endDate: new Date('2026-03-01'),
      totalAmount: 20.2,
      tenantId: tenant.id,
      ownerId: app.owner.id,
      createdAt: new Date('2026-02-01T10:00:00.123Z'),
      updatedAt: new Date('2026-02-02T10:00:00.000Z'),
      items: {
        create: { position: 0, productId: product.id, title: 'Tent', quantity: 2, dailyRate: 5.05, total: 20.2 },
      },
      ...data,
    },
    include: { items: true },
  });
}

test('200: the rental group, key for key; selectAccounts is absent unless paid (section 2.3, D30)', async () => {
  const { id, items } = await rental();
  const { status, body } = await app.rest('GET', `/rental/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    rentals: {
      id,
      status: 'active',
      start_date: '2026-02-28',
      end_date: '2026-03-01',
      total_amount: 20.2,
      tenant: { id: tenant.id, name: 'tenant', email: tenant.email },
      owner: { id: app.owner.id, name: 'owner', email: app.owner.email },
      items: [{ product_id: items[0]?.productId, title: 'Tent', quantity: 2, daily_rate: 5.05, total: 20.2 }],
      created_at: '2026-02-01T10:00:00.123Z',
      updated_at: '2026-02-02T10:00:00.000Z',
    },
  });
});

test('200: a paid rental names the accounts that were paid (D30)', async () => {
  const { id } = await rental({
    status: 'COMPLETED',
    paidAt: new Date(),
    paidAccounts: { create: { userId: app.owner.id } },
  });
  const { body } = await app.rest('GET', `/rental/${id}`);
  expect(body.rentals.status).toBe('completed');
  expect(body.rentals.selectAccounts).toEqual([{ id: app.owner.id, name: 'owner', email: app.owner.email }]);
});

test('200: the tenant reads it too, on both surfaces, but not the products of the owner (D38)', async () => {
  const { id } = await rental({ status: 'CANCELLED' });
  expect((await app.rest('GET', `/rental/${id}`, undefined, { token: tenant.token })).status).toBe(200);
  const query = '{ rental(id: ID) { status selectAccounts { id } items { title product { id } } } }'.replace(
    'ID',
    `${id}`,
  );
  const asTenant = await app.graphql(query, {}, { token: tenant.token });
  expect(asTenant.body.data.rental).toEqual({
    status: 'CANCELLED',
    selectAccounts: null,
    items: [{ title: 'Tent', product: null }],
  });
  const asOwner = await app.graphql(query);
  expect(asOwner.body.data.rental.items[0].product).toEqual({ id: expect.any(String) });
});

test('403: anybody else is refused', async () => {
  const { id } = await rental();
  expect((await app.rest('GET', `/rental/${id}`, undefined, { token: app.rival.token })).status).toBe(403);
});

test('404: a rental that does not exist', async () => {
  expect((await app.rest('GET', '/rental/999999')).status).toBe(404);
});

test('200 with the ETag of the content; 304 until the rental changes (D41)', async () => {
  const { id } = await rental({ status: 'ACTIVE' });
  const read = (etag = '') =>
    app.rest('GET', `/rental/${id}`, undefined, { headers: etag ? { 'If-None-Match': etag } : {} });
  const etag = (await read()).headers.get('etag') ?? '';
  expect(await read(etag)).toMatchObject({ status: 304, body: '' });
  await app.db.rental.update({ where: { id }, data: { status: 'COMPLETED' } });
  const answer = await read(etag);
  expect(answer).toMatchObject({ status: 200, body: { rentals: { status: 'completed' } } });
  expect(answer.headers.get('etag')).not.toBe(etag);
});
