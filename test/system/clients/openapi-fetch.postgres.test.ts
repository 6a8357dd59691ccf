// The main job on REST, by openapi-fetch and the types that openapi-typescript makes of the document.
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import type { components, paths } from './generated/owner-api.d.ts';
import { type ServedApp, serveApp } from './serve-app.ts';

let app: ServedApp;
let api: ReturnType<typeof createClient<paths>>;
beforeAll(async () => {
  app = await serveApp();
  api = createClient<paths>({ baseUrl: app.restUrl, headers: app.headers });
});
afterAll(() => app.close());

const create = async (product: components['schemas']['CreateProductInput']) => {
  const { data, error } = await api.POST('/product', { body: { product } });
  if (!data) throw new Error(JSON.stringify(error));
  return data.id;
};
const read = async (id: number) => {
  const { data, error } = await api.GET('/product/{id}', { params: { path: { id } } });
  if (!data) throw new Error(JSON.stringify(error));
  return data.product;
};

test('creates, reads and updates a product', async () => {
  const { data, response } = await api.POST('/product', {
    body: { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } },
  });
  expect(data).toEqual({ success: true, id: expect.any(Number), location: response.headers.get('Location') });
  const id = data?.id ?? 0;
  const updated = await api.PUT('/product/{id}', {
    params: { path: { id } },
    body: { product: { rent: 26, online: false } },
  });
  expect(updated.data).toEqual({ success: true });
  expect(await read(id)).toMatchObject({ title: 'Tent', rent: 26, sku: 'T-1', online: false, stock_type: 0 });
});

test('sends back what it read, as it is (D15)', async () => {
  const id = await create({
    title: 'Tent',
    rent: 24.5,
    stock_type: 1,
    images: [{ src: 'https://example.com/a.webp' }],
  });
  const product = await read(id);
  const { data, error } = await api.PUT('/product/{id}', { params: { path: { id } }, body: { product } });
  expect(error).toBeUndefined();
  expect(data?.success).toBe(true);
});

test('uses the second envelope', async () => {
  const attributes = { title: 'Tent', rent: 1, code: 'C-1', country_of_manufacture: 'DE' };
  const { data } = await api.POST('/product', { body: { data: { type: 'products', attributes } } });
  expect(await read(data?.id ?? 0)).toMatchObject({ sku: 'C-1', code: 'C-1', country_of_manufacture: 'DE' });
});

test('reads a rental, its days as text', async () => {
  const { id } = await app.rental();
  const { data } = await api.GET('/rental/{id}', { params: { path: { id } } });
  expectTypeOf(data?.rentals.end_date).exclude<undefined>().toBeString();
  expect(data?.rentals).toMatchObject({ status: 'active', total_amount: 73.5, end_date: '2026-07-12' });
});

test('a validation failure has typed codes', async () => {
  const { error, response } = await api.POST('/product', { body: { product: { title: '', rent: 0 } } });
  expect(response.status).toBe(400);
  if (!error || !('errors' in error)) throw new Error('expected a validation failure');
  expectTypeOf(error.errors[0]?.code).extract<'SURPRISE'>().toBeNever();
  expectTypeOf(error.errors[0]?.code).extract<'MIN_VALUE'>().toEqualTypeOf<'MIN_VALUE'>();
  expect(error.errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'title REQUIRED',
    'rent MIN_VALUE',
    'sku REQUIRED',
  ]);
});

test('every other failure says one sentence', async () => {
  const missing = await api.GET('/product/{id}', { params: { path: { id: 2_147_483_647 } } });
  expect(missing.error).toEqual({ error: 'Resource not found' });
  const stranger = createClient<paths>({ baseUrl: app.restUrl });
  const refused = await stranger.GET('/rental/{id}', { params: { path: { id: 1 } } });
  expect(refused.error).toEqual({ error: 'Invalid or missing token', code: 'AUTH_INVALID_TOKEN' });
  expect(refused.response.headers.get('X-API-Version')).toMatch(/^\d{4}-\d\d-\d\d$/);
});
