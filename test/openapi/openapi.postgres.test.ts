// Real answers of every operation and status fit the OpenAPI document, with no field beside it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVersions } from '../../src/operation/versions.ts';
import { budget, createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { FIRST_RELEASE } from '../support/first-release.ts';
import { createContract, createValidator, type Json } from '../support/openapi-contract.ts';

let test: TestApp;
let document: Json;
let faultsOf: ReturnType<typeof createContract>;

const tent = { title: 'Tent', rent: 10, sku: 'T-1' };

/** A new app; answers are compared with the document of a version, of the newest where none is named. */
async function start(options?: TestAppOptions, version = '') {
  test = await createTestApp(options);
  document = (await test.call(`/openapi.json${version && `?version=${version}`}`, {}, { token: null })).body;
  faultsOf = createContract(document);
}

beforeEach(() => start());
afterEach(() => test.close());

async function restart(options: TestAppOptions, version?: string) {
  await test.close();
  await start(options, version);
}

/** Sends a request and compares the answer with the documentation of the operation. */
async function exchange(status: number, method: string, path: string, body?: unknown, options = {}) {
  const answer = await test.rest(method, path, body, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(faultsOf(method, path.replace(/\d+$/, '{id}'), answer)).toEqual([]);
  return answer;
}

it('needs no token and names the newest version', async () => {
  const answer = await test.call('/openapi.json', {}, { token: null });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-api-version')).toBe(answer.body.info.version);
});

describe('success', () => {
  it('of a product, sparse or with every field', async () => {
    const { body } = await exchange(201, 'POST', '/product', { product: tent });
    await exchange(200, 'GET', `/product/${body.id}`);
    const attributes = {
      barcode: '1',
      commodity_code: '2',
      country_of_manufacture: 'DE',
      shelf_life_min: 0,
      shelf_life_max: 3,
      stock_unit_type_id: 9,
      equipments: [{ name: 'Peg', quantity: 2 }],
      images: [{ src: 'https://images.example.com/a.png' }],
      description: 'x',
      cost: 0,
      code: 'C',
    };
    await exchange(200, 'PUT', `/product/${body.id}`, { data: { type: 'products', attributes } });
    await exchange(200, 'GET', `/product/${body.id}`);
  });

  it('of a bundle', async () => {
    const { id } = await test.product();
    const { body } = await exchange(201, 'POST', '/bundle', {
      bundle: { title: 'B', items: [{ ad_id: id, quantity: 2 }] },
    });
    const read = await exchange(200, 'GET', `/product/${body.id}`);
    expect(read.body.product.items).toHaveLength(1);
  });

  it.each([false, true])('of a rental, paid: %s', async (paid) => {
    const { id: productId } = await test.product();
    const { id } = await test.db.rental.create({
      data: {
        status: 'ACTIVE',
        startDate: new Date('2026-07-10'),
        endDate: new Date('2026-07-12'),
        totalAmount: 30,
        tenantId: test.rival.id,
        ownerId: test.owner.id,
        items: { create: { position: 0, productId, title: 'Tent', quantity: 1, dailyRate: 10, total: 30 } },
        ...(paid && { paidAt: new Date(), paidAccounts: { create: { userId: test.owner.id } } }),
      },
    });
    const { body } = await exchange(200, 'GET', `/rental/${id}`);
    expect('selectAccounts' in body.rentals).toBe(paid);
  });

  it('of what a read answered and a client sends back: it is a valid update by the document', async () => {
    const { id } = await test.product();
    const { body } = await exchange(200, 'GET', `/product/${id}`);
    expect(createValidator(document)('#/components/schemas/UpdateProductInput', body.product)).toEqual([]);
    await exchange(200, 'PUT', `/product/${id}`, { product: body.product });
  });
});

describe('defaults', () => {
  it('are those that the document names', async () => {
    const { body } = await exchange(201, 'POST', '/product', { product: tent });
    const { product } = (await exchange(200, 'GET', `/product/${body.id}`)).body;
    const fields = Object.entries<Json>(document.components.schemas.CreateProductInput.properties);
    const named = fields.flatMap(([name, { description }]) => {
      const value = /Default: (\w+)/.exec(description)?.[1];
      return value ? [[name, value]] : [];
    });
    expect(Object.fromEntries(named)).toEqual(
      Object.fromEntries(named.map(([name]) => [name, String(product[name as string])])),
    );
    expect(named).toHaveLength(5);
  });
});

describe('failure', () => {
  it('400, 401, 403, 404 and 413 of every operation that has them', async () => {
    const mine = await test.product();
    const theirs = await test.product({}, test.rival.id);
    const reader = await test.person('reader', ['READ']);
    const writes = [
      ['POST', '/product'],
      ['POST', '/bundle'],
      ['PUT', `/product/${mine.id}`],
    ] as const;
    for (const [method, path] of writes) {
      await exchange(400, method, path, '{');
      await exchange(400, method, path, {});
      await exchange(400, method, path, { product: { title: 1, x: 2 }, bundle: { items: [] } });
      await exchange(413, method, path, `"${'x'.repeat(1024 * 1024)}"`);
      await exchange(403, method, path, {}, { token: reader.token });
    }
    const everything = [...writes, ['GET', `/product/${mine.id}`], ['GET', '/rental/1']] as const;
    for (const [method, path] of everything) {
      await exchange(401, method, path, undefined, { token: null });
      await exchange(400, method, path, undefined, { headers: { 'service-version': '1999-01-01' } });
    }
    await exchange(403, 'GET', `/product/${theirs.id}`);
    await exchange(403, 'PUT', `/product/${theirs.id}`, { product: {} });
    for (const [method, path] of [
      ['GET', '/product'],
      ['PUT', '/product'],
      ['GET', '/rental'],
    ] as const) {
      await exchange(404, method, `${path}/2147483647`, method === 'PUT' ? { product: {} } : undefined);
    }
    const items = [
      { ad_id: 2147483647, quantity: 1 },
      { ad_id: theirs.id, quantity: 1 },
    ];
    await exchange(400, 'POST', '/bundle', { bundle: { title: 'B', items } });
  });

  it('304 of reads and 412 of updates (D41)', async () => {
    const { id } = await test.product();
    const path = `/product/${id}`;
    const etag = (await exchange(200, 'GET', path)).headers.get('etag') ?? '';
    await exchange(304, 'GET', path, undefined, { headers: { 'If-None-Match': etag } });
    await exchange(200, 'PUT', path, { product: { title: 'New' } }, { headers: { 'If-Match': etag } });
    await exchange(412, 'PUT', path, { product: { title: 'Old' } }, { headers: { 'If-Match': etag } });
  });

  it('405 of every path', async () => {
    for (const [path, method] of [
      ['/product', 'post'],
      ['/bundle', 'post'],
      ['/product/{id}', 'put'],
      ['/rental/{id}', 'get'],
    ] as const) {
      const answer = await test.rest('DELETE', path.replace('{id}', '1'));
      expect(answer.status).toBe(405);
      expect(faultsOf(method, path, answer)).toEqual([]);
    }
  });

  it('429 of creates, and of too many failed authentications', async () => {
    await restart({
      config: { throttle: budget(1), authFailures: { name: 'failures', points: 1, windowSeconds: 60 } },
    });
    await exchange(201, 'POST', '/product', { product: tent });
    await exchange(429, 'POST', '/product', { product: tent });
    await exchange(429, 'POST', '/bundle', {});
    const { token } = await test.person('gone');
    await test.db.apiToken.updateMany({ where: { user: { name: 'gone' } }, data: { revokedAt: new Date() } });
    await exchange(401, 'GET', '/product/1', undefined, { token });
    await exchange(429, 'GET', '/product/1', undefined, { token });
  });

  it('500, which shows nothing of the fault', async () => {
    await restart({ imageProbe: { reachable: () => Promise.reject(new Error('secret')) } });
    const images = [{ src: 'https://images.example.com/a.png' }];
    const { body } = await exchange(500, 'POST', '/product', { product: { ...tent, images } });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('of a deprecated version, with the headers that say so, which its document alone has (D8)', async () => {
    const later = { date: '2026-01-01', label: '0.2.0', summary: 'Invented.', changes: [] };
    const version = '2025-08-16';
    expect(document.components.headers).not.toMatchObject({ Deprecation: expect.anything() });
    await restart({ versions: createVersions([...FIRST_RELEASE, later], () => new Date('2027-02-01')) }, version);
    const { headers } = await exchange(404, 'GET', '/product/1', undefined, {
      headers: { 'service-version': version },
    });
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('sunset')).toMatch(/GMT$/);
  });
});

describe('the contract check of these tests', () => {
  it('finds a missing header, an unknown one, an unknown field and an unknown status', async () => {
    const { id } = await test.product();
    const answer = await test.rest('GET', `/product/${id}`);
    const headers = new Headers(answer.headers);
    headers.delete('x-api-version');
    headers.set('x-extra', '1');
    const body = { product: { ...answer.body.product, extra: 1 } };
    expect(faultsOf('GET', '/product/{id}', { status: 200, headers, body })).toEqual([
      'header x-extra is not documented',
      'header X-API-Version is missing',
      'body/product must NOT have additional properties',
    ]);
    expect(faultsOf('GET', '/product/{id}', { ...answer, status: 418 })).toEqual(['418 is not documented']);
  });
});
