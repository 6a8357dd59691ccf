// Read a rental (section 4.1): what neither the recorded contract nor the harness holds.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();
const tenant = app.rival;

async function rental(data: object = {}) {
  const { id } = await app.product({ title: 'Renamed since' });
  return app.rental([id], data);
}

test('moments have milliseconds; selectAccounts is absent unless it is paid (section 2.3, D30)', async () => {
  const { id } = await rental({ createdAt: new Date('2026-02-01T10:00:00.123Z') });
  const { rentals } = (await app.rest('GET', `/rental/${id}`)).body;
  expect(rentals).toMatchObject({ start_date: '2026-01-01', created_at: '2026-02-01T10:00:00.123Z' });
  expect(rentals).not.toHaveProperty('selectAccounts');
});

test('the tenant reads it on both surfaces, but not the products of the owner (D38)', async () => {
  const { id } = await rental({ status: 'CANCELLED' });
  expect((await app.rest('GET', `/rental/${id}`, undefined, { token: tenant.token })).status).toBe(200);
  const query = `{ rental(id: ${id}) { status selectAccounts { id } items { title product { id } } } }`;
  const asTenant = await app.graphql(query, {}, { token: tenant.token });
  const items = [{ title: 'a', product: null }];
  expect(asTenant.body.data.rental).toEqual({ status: 'CANCELLED', selectAccounts: null, items });
  const asOwner = await app.graphql(query);
  expect(asOwner.body.data.rental.items[0].product).toEqual({ id: expect.any(String) });
});

test('its ETag is that of its content: 304 until the rental changes (D41)', async () => {
  const { id } = await rental();
  const read = (etag = '') => app.rest('GET', `/rental/${id}`, undefined, { headers: { 'If-None-Match': etag } });
  const etag = (await read()).headers.get('etag') ?? '';
  expect(await read(etag)).toMatchObject({ status: 304, body: '' });
  await app.db.rental.update({ where: { id }, data: { status: 'COMPLETED' } });
  const answer = await read(etag);
  expect(answer).toMatchObject({ status: 200, body: { rentals: { status: 'completed' } } });
  expect(answer.headers.get('etag')).not.toBe(etag);
});
