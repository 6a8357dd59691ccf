// The days of a release: nothing before its day, the new version at midnight without a restart, deprecation, end
// (section 9.7).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, faults, type TestApp } from '../../support/app.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';
import { at } from './version-clients.ts';

let now: Date;
let app: TestApp;
beforeEach(async () => {
  now = new Date('2031-02-28T23:59:59.999Z');
  app = await createTestApp({ versions: rehearsedOn(() => now) });
});
afterEach(() => app.close());

const text = async (path: string) => (await app.call(path, {}, { token: null })).body;
const PRODUCT = { title: 'Tent', rent: 1, sku: 'S', cost: 3 };
const key = { headers: { 'Idempotency-Key': 'k' } };

const REQUIRED = {
  ...{ title: 'Tent', daily_rent: 1, code: 'S' },
  ...{ country_of_manufacture: 'DE', rehearsed: 'CHF' },
};

test('a field that is optional from a day on is unknown before it, and to older versions (D46)', async () => {
  const { id } = await app.product();
  const size = { rehearsed_size: { width_millimetres: 3, length_millimetres: 4 } };
  const put = (version: string, product: object) =>
    app.updateProduct(id, product, at(version));
  const isUnknown = async () => {
    expect(faults(await put(V1, size))).toEqual(['rehearsed_size INVALID_FORMAT']);
    expect((await app.readProduct(id)).body.product).not.toHaveProperty('rehearsed_size');
  };
  await isUnknown();
  now = new Date('2031-03-01T00:00:00.000Z');
  for (const product of [size, { rehearsed_size: null }, size])
    expect((await put(V2, product)).status).toBe(200);
  expect((await app.createProduct(REQUIRED, at(V2))).status).toBe(201);
  await isUnknown();
});

test('at midnight new tokens and documents have the new version; older tokens keep theirs', async () => {
  expect((await text('/openapi.json')).info.version).toBe(V1);
  expect(await text('/docs/schema.graphql')).not.toMatch(/@deprecated|Rehearsed|REHEARSED/);
  expect((await app.readProduct(1, at(V2))).status).toBe(400);
  const graphql = () => app.graphql('{ __type(name: "Product") { fields { name } } }');
  const fields = async () =>
    (await graphql()).body.data.__type.fields.map(({ name }: { name: string }) => name);
  expect(await fields()).toContain('cost');
  const created = await app.createProduct(PRODUCT, key);

  now = new Date('2031-03-01T00:00:00.000Z');
  const { token } = await app.person('late');
  const byNew = await app.createProduct({}, { token });
  const byOld = await app.createProduct(PRODUCT, key);
  expect([byNew, byOld].map(({ headers }) => headers.get('x-api-version'))).toEqual([V2, V1]);
  expect(byNew.body.errors.map(({ field }: { field: string }) => field)).toContain(
    'daily_rent',
  );
  expect([byOld.status, byOld.body, byOld.headers.get('idempotency-replayed')]).toEqual([
    201,
    created.body,
    'true',
  ]);
  expect((await text('/openapi.json')).info.version).toBe(V2);
  expect(await text('/docs/schema.graphql')).toMatch(
    /type RehearsedSize \{.*input RehearsedSizeInput \{.*REHEARSED.*@deprecated/s,
  );
  expect(await fields()).not.toContain('cost');
});

describe('the older version', () => {
  test('is deprecated after 12 months, with headers on both APIs and in its document (D8)', async () => {
    const documented = async () =>
      (await text(`/openapi.json?version=${V1}`)).components.headers;
    now = new Date('2032-02-29T23:59:59Z');
    expect((await app.readProduct(1)).headers.has('deprecation')).toBe(false);
    expect(await documented()).not.toMatchObject({ Deprecation: expect.anything() });
    now = new Date('2032-03-01T00:00:00Z');
    expect(await documented()).toMatchObject({
      Deprecation: { schema: { example: `@${Date.UTC(2032, 2, 1) / 1000}` } },
      Sunset: { schema: { example: 'Wed, 01 Sep 2032 00:00:00 GMT' } },
    });
    // A request without a valid token uses the latest version.
    const stranger = await app.readProduct(1, { ...at(V1), token: 'x' });
    expect(stranger.headers.has('deprecation')).toBe(false);
    for (const { headers } of [
      await app.readProduct(1),
      await app.graphql('{ __typename }'),
    ]) {
      expect(headers.get('deprecation')).toBe(`@${Date.UTC(2032, 2, 1) / 1000}`);
      expect(headers.get('sunset')).toBe('Wed, 01 Sep 2032 00:00:00 GMT');
    }
  });

  test('ends after 18: headers and pinned tokens are rejected, and GraphQL loses what only it had (D6)', async () => {
    now = new Date('2032-09-01T00:00:00Z');
    for (const options of [{}, at(V1)]) {
      const refused = await app.createProduct(PRODUCT, options);
      expect([refused.status, refused.body.errors[0].message]).toEqual([
        400,
        `Use one of the versions ${V2}`,
      ]);
      expect((await app.graphql('{ __typename }', {}, options)).status).toBe(400);
    }
    expect(await app.db.product.count()).toBe(0);
    expect((await app.readProduct(1, at(V2))).status).toBe(404);
    const sdl = await text('/docs/schema.graphql');
    expect(sdl).not.toMatch(/^ {2}(cost|email|createBundle)\b|@deprecated/m);
  });
});
