// Dated versions (section 9), proved with an invented second and third version.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVersions, RELEASES, type Release } from '../src/operation/versions.ts';
import { createTestApp, faults, type TestApp } from './support/app.ts';

const V1 = '2025-08-16';
const V2 = '2026-01-31';
const V3 = '2026-07-01';

/** What is called text and ean in the first version; operations know the names of the newest alone. */
const INVENTED: Release[] = [
  ...RELEASES,
  {
    date: V2,
    label: '0.2.0',
    summary: 'Invented.',
    changes: [
      {
        description: 'The description of a product is called text before.',
        operations: ['createProduct', 'updateProduct', 'readProduct'],
        request: ({ product }) => ({ product: renamed(product, 'text', 'description') }),
        response: (body) => ('product' in body ? { product: renamed(body.product, 'description', 'text') } : body),
        field: (field) => (field === 'description' ? 'text' : field),
      },
    ],
  },
  {
    date: V3,
    label: '0.3.0',
    summary: 'Invented too.',
    changes: [
      {
        description: 'The barcode of a product is called ean before.',
        operations: ['createProduct', 'readProduct'],
        request: ({ product }) => ({ product: renamed(product, 'ean', 'barcode') }),
        response: (body) => ('product' in body ? { product: renamed(body.product, 'barcode', 'ean') } : body),
        field: (field) => (field === 'barcode' ? 'ean' : field),
      },
    ],
  },
];

function renamed(object: unknown, from: string, to: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object as object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

const at = (day: string) => createVersions(INVENTED, () => new Date(day));

describe('stages are computed from the release dates (section 9.7)', () => {
  test.each([
    ['2026-01-30', 'active'],
    ['2026-01-31', 'supported'],
    ['2027-01-30', 'supported'],
    ['2027-01-31', 'deprecated'],
    ['2027-07-30', 'deprecated'],
    ['2027-07-31', 'sunset'],
  ])('on %s the first version is %s', (day, stage) => {
    expect(at(day).lifecycle(V1).stage).toBe(stage);
  });

  test('a version is unknown before its day, and the newest from then on', () => {
    expect(at('2026-01-30').newest()).toBe(V1);
    expect(at('2026-01-31').newest()).toBe(V2);
    expect(
      at('2026-01-30')
        .list()
        .map(({ date }) => date),
    ).toEqual([V1]);
  });

  test('the one listed version is 2025-08-16, release 0.1.0 (section 9.1)', () => {
    expect(createVersions().list()).toMatchObject([{ date: V1, label: '0.1.0', stage: 'active' }]);
  });
});

describe('while all three are usable', () => {
  let app: TestApp;
  let old: string;
  beforeAll(async () => {
    app = await createTestApp({ versions: at('2026-08-01') });
    await app.db.apiToken.update({ where: { id: app.rival.tokenId }, data: { version: V1 } });
    old = app.rival.token;
  });
  afterAll(() => app.close());

  const product = { title: 'a', rent: 1, sku: 's' };

  test('a token keeps the version that was newest when it was made, and a new one gets the newest (section 9.3)', async () => {
    const byOld = await app.rest('GET', '/product/1', undefined, { token: old });
    const byNew = await app.rest('GET', '/product/1');
    expect([byOld, byNew].map(({ headers }) => headers.get('x-api-version'))).toEqual([V1, V3]);
  });

  test('the header overrides it for one request, on both surfaces (section 9.4, D7)', async () => {
    const headers = { 'service-version': V2 };
    expect((await app.rest('GET', '/product/1', undefined, { token: old, headers })).headers.get('x-api-version')).toBe(
      V2,
    );
    expect((await app.graphql('{ __typename }', {}, { headers })).headers.get('x-api-version')).toBe(V2);
  });

  test('renamed fields travel up and down, one change after the other', async () => {
    const sent = { ...product, text: 'words', ean: '123' };
    const { body } = await app.rest('POST', '/product', { product: sent }, { token: old });
    const read = async (version: string) =>
      (await app.rest('GET', `/product/${body.id}`, undefined, { token: old, headers: { 'service-version': version } }))
        .body.product;
    expect(await read(V1)).toMatchObject({ text: 'words', ean: '123' });
    expect(await read(V2)).toMatchObject({ description: 'words', ean: '123' });
    expect(await read(V3)).toMatchObject({ description: 'words', barcode: '123' });
    expect(await read(V1)).not.toHaveProperty('description');
  });

  test('errors name the fields of the version that was used', async () => {
    const sent = { product: { ...product, text: 1, ean: 2, barcode: 3 } };
    const answer = await app.rest('POST', '/product', { product: { ...product, text: 1, ean: 2 } }, { token: old });
    expect(faults(answer)).toEqual(['text INVALID_FORMAT', 'ean INVALID_FORMAT']);
    const newest = await app.rest('POST', '/product', sent);
    expect(faults(newest)).toEqual(['barcode INVALID_FORMAT', 'text INVALID_FORMAT', 'ean INVALID_FORMAT']);
  });

  test('no version is announced as deprecated', async () => {
    const { headers } = await app.rest('GET', '/product/1', undefined, { token: old });
    expect(headers.has('deprecation') || headers.has('sunset')).toBe(false);
  });
});

test('a deprecated version answers Deprecation (RFC 9745) and Sunset (RFC 8594) on both surfaces (D8)', async () => {
  const app = await createTestApp({ versions: at('2027-02-01') });
  const headers = { 'service-version': V1 };
  for (const answer of [
    await app.rest('GET', '/product/1', undefined, { headers }),
    await app.graphql('{ __typename }', {}, { headers }),
  ]) {
    expect(answer.headers.get('deprecation')).toBe(`@${Date.UTC(2027, 0, 31) / 1000}`);
    expect(answer.headers.get('sunset')).toBe('Sat, 31 Jul 2027 00:00:00 GMT');
  }
  await app.close();
});

test('a sunset version is refused by header and by pin, naming those one can use; a usable header helps (D6)', async () => {
  const app = await createTestApp({ versions: at('2027-08-01') });
  await app.db.apiToken.update({ where: { id: app.owner.tokenId }, data: { version: V1 } });
  for (const headers of [{}, { 'service-version': V1 }]) {
    const refused = await app.rest('POST', '/product', { product: { title: 'a', rent: 1, sku: 's' } }, { headers });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({
      field: 'service-version',
      message: `Use one of the versions ${V2}, ${V3}`,
    });
    expect(refused.headers.get('x-api-version')).toBe(V1);
    expect((await app.graphql('{ __typename }', {}, { headers })).status).toBe(400);
  }
  expect(await app.db.product.count()).toBe(0);
  expect((await app.rest('GET', '/product/1', undefined, { headers: { 'service-version': V2 } })).status).toBe(404);
  await app.close();
});
