// Clients of the released version and of the rehearsed one at the same time: endpoints, rentals, GraphQL and keys
// (section 9, D46).
import { describe, expect, test } from 'vitest';
import { V1, V2 } from './rehearsal.ts';
import { at, bundleOf, openVersionClients, SECOND, WHOLE } from './version-clients.ts';

const { app, send } = await openVersionClients();

const NO_PATH = { status: 404, body: { error: 'Resource not found' } };

test('a removed endpoint exists for the older version only, and an added one for the newer', async () => {
  const { id: item } = await app.product();
  const bundle = bundleOf(item);
  const { id } = (await send(V1, 'POST', '/bundle', bundle)).body;
  expect(await app.rest('POST', '/bundle', bundle, at(V2))).toMatchObject(NO_PATH);
  expect((await send(V2, 'GET', `/bundle/${id}`)).body.product.title).toBe('Set');
  expect(await app.rest('GET', `/bundle/${id}`, undefined, at(V1))).toMatchObject(NO_PATH);
});

test('an added enum value is read by the newer version, and as its previous value by the older one', async () => {
  const { id } = await app.rental([(await app.product()).id]);
  const answers = async (version: string) => {
    const rest = (await send(version, 'GET', `/rental/${id}`)).body.rentals.status;
    const { body } = await app.graphql(`{ rental(id: ${id}) { status } }`, {}, at(version));
    return [rest, body.data.rental.status];
  };
  expect([await answers(V1), await answers(V2)]).toEqual([
    ['active', 'ACTIVE'],
    ['running', 'ACTIVE'],
  ]);
  await app.db.$executeRaw`UPDATE rentals SET status = 'rehearsed' WHERE id = ${id}`;
  expect([await answers(V1), await answers(V2)]).toEqual([
    ['active', 'ACTIVE'],
    ['rehearsed', 'REHEARSED'],
  ]);
});

describe('on GraphQL', () => {
  test('names never change, a removed field works, and an older version gets the default of a new one', async () => {
    const create = async (version: string, input: object) => {
      const query = `mutation ($input: CreateProductInput!) { createProduct(input: $input) {
        product { rent rehearsed cost online } } }`;
      const { body } = await app.graphql(query, { input }, at(version));
      return body.data.createProduct.product;
    };
    const input = { title: 'Tent', rent: 2, sku: 'S' };
    const whole = { ...input, cost: 3, rehearsed: 'CHF', countryOfManufacture: 'DE' };
    const stored = { rent: 2, cost: 3, rehearsed: 'CHF' };
    const older = { rent: 2, cost: null, rehearsed: 'EUR', online: true };
    expect(await create(V1, input)).toEqual(older);
    expect(await create(V1, whole)).toEqual({ ...stored, online: true });
    expect(await create(V2, whole)).toEqual({ ...stored, online: false });
  });

  test('the schema is the union of the usable versions: optional, deprecated, with the limits of both', async () => {
    const { body: sdl } = await app.call('/docs/schema.graphql', {}, { token: null });
    for (const part of [
      `cost: Float @deprecated(reason: "Withdrawn in version ${V2}.")`,
      '): CreateBundlePayload @deprecated',
      'countryOfManufacture: String\n',
      ` At most 20 entries. In ${V1}: At most 50 entries. Null is the same as absent.`,
      ` Default: false. In ${V1}: Default: true. Null is the same as absent.`,
    ])
      expect(sdl).toContain(part);
    expect(sdl.match(/(?<=rehearsed: ).*/g)).toEqual(['String', 'String!', 'String']);
  });
});

test('a key stands for the same request in each version and wrapper object, and for no other (D40)', async () => {
  const { id } = await app.product();
  const given = { country_of_manufacture: 'DE' };
  const older = { title: 'Key', rent: 1, sku: 'K', ...given };
  const envelope = {
    data: { type: 'products', attributes: { ...given, rent: 1, sku: 'K' } },
  };
  const turned = { length_millimetres: 500, width_millimetres: 300 };
  for (const [version, method, key, body, status, isReplayed] of [
    [V1, 'PUT', 'update', { product: { ...given, rent: 1, sku: 'K' } }, 200, false],
    [V2, 'PUT', 'update', { product: { ...given, daily_rent: 1, code: 'K' } }, 200, true],
    [V1, 'PUT', 'update', envelope, 200, true],
    [V1, 'POST', 'create', { product: older }, 201, false],
    [V1, 'POST', 'create', { product: older }, 201, true],
    [V1, 'POST', 'create', { product: { ...older, online: true } }, 422, false],
    [
      V2,
      'POST',
      'create',
      { product: { ...SECOND, title: 'Key', daily_rent: 1, code: 'K' } },
      422,
      false,
    ],
    [V2, 'POST', 'size', { product: WHOLE }, 201, false],
    [V2, 'POST', 'size', { product: { ...WHOLE, rehearsed_size: turned } }, 201, true],
  ] as const) {
    const headers = { 'service-version': version, 'Idempotency-Key': key };
    const answer = await app.rest(
      method,
      method === 'PUT' ? `/product/${id}` : '/product',
      body,
      {
        headers,
      },
    );
    expect([body, answer.status, answer.headers.has('idempotency-replayed')]).toEqual([
      body,
      status,
      isReplayed,
    ]);
  }
});
