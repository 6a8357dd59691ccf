// Requests and answers of older versions over HTTP (section 9), proved with two invented releases after the real ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVersions } from '../../src/operation/versions.ts';
import { type Answer, createTestApp, faults, type TestApp } from '../support/app.ts';
import { createContract, createValidator, type Json } from '../support/openapi-contract.ts';
import { INVENTED, invented, V1, V2, V3, withoutBundles } from './invented-releases.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ versions: invented() });
});
afterAll(() => app.close());

const at = (version: string) => ({ headers: { 'service-version': version } });

const PRODUCT = { title: 'Tent', sku: 'T-1' };

describe('the version of a request', () => {
  test('is the newest of the day when its token was made (section 9.3)', async () => {
    await app.db.apiToken.update({ where: { id: app.rival.tokenId }, data: { version: V1 } });
    const byOld = await app.rest('GET', '/product/1', undefined, { token: app.rival.token });
    const byNew = await app.rest('GET', '/product/1');
    expect([byOld, byNew].map(({ headers }) => headers.get('x-api-version'))).toEqual([V1, V3]);
  });

  test('is that of the header for one request, on both surfaces (section 9.4, D7)', async () => {
    expect((await app.rest('GET', '/product/1', undefined, at(V2))).headers.get('x-api-version')).toBe(V2);
    expect((await app.graphql('{ __typename }', {}, at(V2))).headers.get('x-api-version')).toBe(V2);
  });

  test('is announced as deprecated only once it is', async () => {
    const { headers } = await app.rest('GET', '/product/1', undefined, at(V1));
    expect(headers.has('deprecation') || headers.has('sunset')).toBe(false);
  });
});

const contracts = new Map<string, ReturnType<typeof createContract>>();

/** Holds an answer to the OpenAPI document of a version. */
async function faultsIn(version: string, method: string, path: string, answer: Answer): Promise<string[]> {
  const document = async () => (await app.call(`/openapi.json?version=${version}`, {}, { token: null })).body;
  const contract = contracts.get(version) ?? createContract(await document());
  contracts.set(version, contract);
  return contract(method, path, answer);
}

describe('a product', () => {
  const read = async (id: number, version: string) => {
    const answer = await app.rest('GET', `/product/${id}`, undefined, at(version));
    expect(await faultsIn(version, 'GET', '/product/{id}', answer)).toEqual([]);
    return answer.body.product;
  };
  const V1_FIELDS = {
    text: 'words',
    ean: '123',
    amount: '3',
    weight: 9,
    color: 'red',
    label: 'x',
    pictures: [{ url: 'https://a.example/b.png' }],
    equipments: [{ name: 'Peg' }, { name: 'Pair' }, { name: 'Rope', quantity: 4 }],
  };

  test.each([
    ['product', (fields: object) => ({ product: fields })],
    ['data', (fields: object) => ({ data: { type: 'products', attributes: fields } })],
  ])('created in %s by an older version is read by every version in its own shape', async (_, enveloped) => {
    const created = await app.rest('POST', '/product', enveloped({ ...PRODUCT, ...V1_FIELDS }), at(V1));
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const { id } = (await app.db.product.findFirst({ orderBy: { id: 'desc' } })) ?? { id: 0 };
    const equipments = [
      { name: 'Peg', quantity: 1 },
      { name: 'Pair', quantity: 2 },
      { name: 'Rope', quantity: 4 },
    ];
    const src = 'https://a.example/b.png';
    const [first, second, third] = [await read(id, V1), await read(id, V2), await read(id, V3)];
    expect(first).toMatchObject({
      text: 'words',
      ean: '123',
      amount: '3',
      weight: 10,
      label: null,
      rent: 5,
      equipments,
    });
    expect(first.pictures).toEqual([{ url: src }]);
    for (const name of ['note', 'description', 'barcode', 'quantity', 'images', 'tag', 'archived', 'color']) {
      expect(first).not.toHaveProperty(name);
    }
    expect(second).toMatchObject({ note: 'words', ean: '123', quantity: 3, tag: null, images: [{ src }] });
    for (const name of ['text', 'weight', 'amount', 'archived', 'barcode']) expect(second).not.toHaveProperty(name);
    expect(third).toMatchObject({ description: 'words', barcode: '123', quantity: 3, archived: false });
  });

  test('that an older version has read can be sent back by it as it is (D15)', async () => {
    const { id } = await app.product({ description: 'a', images: [{ src: 'https://a.example/b.png' }] });
    const item = await app.product();
    const bundle = { bundle: { title: 'B', items: [{ product: item.id, quantity: 2 }] } };
    const created = await app.rest('POST', '/bundle', bundle, at(V1));
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    for (const one of [id, created.body.id]) {
      for (const version of [V1, V2, V3]) {
        const { product } = (await app.rest('GET', `/product/${one}`, undefined, at(version))).body;
        const answer = await app.rest('PUT', `/product/${one}`, { product }, at(version));
        expect([answer.status, answer.body]).toEqual([200, { success: true }]);
      }
    }
    expect((await read(created.body.id, V1)).items).toEqual([{ product: item.id, quantity: 2 }]);
  });

  test('keeps what an update of an older version leaves out, fields with a default included', async () => {
    const { id } = await app.product({ rent: 77, description: 'kept', quantity: 2 });
    expect((await app.rest('PUT', `/product/${id}`, { product: { ean: '9' } }, at(V1))).status).toBe(200);
    expect(await read(id, V3)).toMatchObject({ rent: 77, description: 'kept', quantity: 2, barcode: '9' });
  });

  test('that is new is answered in the reply of the version', async () => {
    const reply = async (version: string, product: object) => {
      const answer = await app.rest('POST', '/product', { product }, at(version));
      expect(await faultsIn(version, 'POST', '/product', answer)).toEqual([]);
      return answer.body;
    };
    const id = expect.any(Number);
    const path = expect.stringMatching(/\/product\/\d+$/);
    expect(await reply(V1, PRODUCT)).toEqual({ id, path, ok: true });
    expect(await reply(V3, { ...PRODUCT, rent: 1 })).toEqual({ success: true, id, location: path });
  });
});

test('a rental is answered with the changes below its fields, and no others', async () => {
  const { id } = await app.db.rental.create({
    data: {
      status: 'ACTIVE',
      startDate: new Date('2026-07-10'),
      endDate: new Date('2026-07-12'),
      totalAmount: 30,
      tenantId: app.rival.id,
      ownerId: app.owner.id,
    },
  });
  const answer = await app.rest('GET', `/rental/${id}`, undefined, at(V1));
  expect(answer.body.rentals).toMatchObject({ tenant: { mail: app.rival.email }, owner: { email: app.owner.email } });
  expect(await faultsIn(V1, 'GET', '/rental/{id}', answer)).toEqual([]);
});

describe('errors name the fields that were sent', () => {
  const post = (version: string, fields: object) => app.rest('POST', '/product', { product: fields }, at(version));

  test('of a renamed field, and below one', async () => {
    const pictures = [{ url: 'https://a.example/b.png' }, { url: 1 }, {}, { url: 'https://x.invalid/c.png' }];
    const answer = await post(V1, { ...PRODUCT, text: 1, ean: 2, amount: 'x', pictures });
    expect(faults(answer)).toEqual([
      'text INVALID_FORMAT',
      'amount INVALID_FORMAT',
      'pictures[1].url INVALID_FORMAT',
      'pictures[2].url REQUIRED',
      'pictures[3].url INVALID_FORMAT',
      'ean INVALID_FORMAT',
    ]);
  });

  test('of names that the version does not have yet: they are unknown', async () => {
    const newer = { note: 'a', description: 'b', images: [], quantity: 1, barcode: 'c', archived: true, tag: 'd' };
    const answer = await post(V1, { ...PRODUCT, text: 'words', ...newer });
    expect(faults(answer)).toEqual(Object.keys(newer).map((name) => `${name} INVALID_FORMAT`));
    expect(answer.body.errors[0].message).toBe('Unknown field');
    expect(faults(await post(V2, { ...PRODUCT, rent: 1, description: 'x', text: 'y' }))).toEqual([
      'description INVALID_FORMAT',
      'text INVALID_FORMAT',
    ]);
  });

  test('of names that the version does not have any more', async () => {
    const answer = await post(V3, { ...PRODUCT, rent: 1, text: 'a', weight: 1, ean: 'b', tag: 'c' });
    expect(faults(answer)).toEqual(['text', 'weight', 'ean', 'tag'].map((name) => `${name} INVALID_FORMAT`));
  });

  test('of names that no version has', async () => {
    const fields = `{"title":"a","sku":"s","__proto__":{"text":"x"},"constructor":1,"?note":1,"a.b[0]":1,"":1}`;
    for (const [method, path] of [
      ['POST', '/product'],
      ['PUT', `/product/${(await app.product()).id}`],
    ] as const) {
      const answer = await app.rest(method, path, `{"product":${fields}}`, at(V1));
      expect(faults(answer).toSorted()).toEqual(
        ['__proto__', 'constructor', '?note', 'a.b[0]', ''].map((name) => `${name} INVALID_FORMAT`).toSorted(),
      );
    }
  });

  test('of the envelope, whatever a field of that name is called later', async () => {
    const answer = await app.rest('POST', '/product', { product: {}, description: 1, text: 2, weight: 3 }, at(V1));
    expect(faults(answer)).toEqual(['description', 'text', 'weight'].map((name) => `${name} INVALID_FORMAT`));
    const data = { type: 'products', attributes: {}, note: 1 };
    expect(faults(await app.rest('POST', '/product', { data }, at(V1)))).toEqual(['data.note INVALID_FORMAT']);
  });

  test('of the items of a bundle', async () => {
    const { id } = await app.product({ online: false });
    const items = [
      { product: id, quantity: 1 },
      { product: 2147483647, quantity: 1 },
      { ad_id: id, quantity: 1 },
    ];
    const answer = await app.rest('POST', '/bundle', { bundle: { title: 'B', items } }, at(V1));
    expect(faults(answer)).toEqual([
      'items[0].product PRODUCT_OFFLINE',
      'items[1].product NOT_FOUND',
      'items[2].product REQUIRED',
      'items[2].ad_id INVALID_FORMAT',
    ]);
  });

  test('in the refused requests of the dashboard too', async () => {
    const sent = { ...PRODUCT, text: 1, description: 'x' };
    const second = await createTestApp({ versions: invented() });
    await second.rest('POST', '/product', { product: sent }, at(V1));
    await second.app.close();
    const refused = await second.db.refusedRequest.findMany();
    expect(refused.map(({ errors }) => errors)).toEqual([
      [
        { code: 'INVALID_FORMAT', field: 'text' },
        { code: 'INVALID_FORMAT', field: 'description' },
      ],
    ]);
    await second.database.close();
  });
});

describe('a body of any shape is answered in the names that were sent, and never 500', () => {
  const VALUES = [null, 'abc', 1, true, [], [null], ['abc'], [[]], [{}], {}, { a: 1 }];
  const NAMES = [
    'title',
    'text',
    'label',
    'weight',
    'color',
    'amount',
    'ean',
    'pictures',
    'equipments',
    'items',
    'rent',
  ];
  const NESTED = [{ pictures: [{ url: 1, x: 2 }] }, { equipments: [{ quantity: 'a' }] }, { items: [{ product: [] }] }];
  /** Names that only the newer versions have. */
  const NEWER = /^(note|description|tag|quantity|barcode|images|archived)\b|src|ad_id/;

  /** Values in place of the fields, or of each of them. */
  const fields = [...VALUES, ...NESTED, ...VALUES.map((value) => Object.fromEntries(NAMES.map((one) => [one, value])))];
  const bodies = (wrap: (value: unknown) => object) => [
    ...VALUES,
    ...VALUES.flatMap((value) => [{ data: value }, { product: value }, { bundle: value }, { data: { type: value } }]),
    ...fields.map(wrap),
  ];
  const product = (value: unknown) => ({ product: value });
  const data = (value: unknown) => ({ data: { type: 'products', attributes: value } });
  const bundle = (value: unknown) => ({ bundle: value });

  test.each([
    ['POST', '/product', 'product', product],
    ['POST', '/product', 'data', data],
    ['PUT', '/product', 'product', product],
    ['PUT', '/product', 'data', data],
    ['POST', '/bundle', 'bundle', bundle],
  ] as const)('%s %s with %s', async (method, path, _, wrap) => {
    const { id } = await app.product();
    for (const body of bodies(wrap)) {
      const sent = JSON.stringify(body);
      const answer = await app.rest(method, method === 'PUT' ? `${path}/${id}` : path, sent, at(V1));
      expect([200, 201, 400], `${sent} ${JSON.stringify(answer.body)}`).toContain(answer.status);
      expect(
        faults(answer).filter((fault) => NEWER.test(fault)),
        sent,
      ).toEqual([]);
    }
  });

  test('the bodies of the change that a first version would make', async () => {
    const { id } = await app.product();
    const answers = new Map<string, string[]>();
    for (const body of [{}, { data: {} }, { product: null }, { product: 'abc' }, { product: [] }, { product: 1 }]) {
      for (const [method, path] of [
        ['POST', '/product'],
        ['PUT', `/product/${id}`],
      ] as const) {
        answers.set(`${method} ${JSON.stringify(body)}`, faults(await app.rest(method, path, body, at(V1))));
      }
    }
    const both = (body: string, ...errors: string[]): [string, string[]][] => [
      [`POST ${body}`, errors],
      [`PUT ${body}`, errors],
    ];
    expect([...answers]).toEqual([
      ...both('{}', 'product REQUIRED'),
      ...both('{"data":{}}', 'data.type REQUIRED', 'data.attributes REQUIRED'),
      ...both('{"product":null}', 'product REQUIRED'),
      ...both('{"product":"abc"}', 'product INVALID_FORMAT'),
      ...both('{"product":[]}', 'product INVALID_FORMAT'),
      ...both('{"product":1}', 'product INVALID_FORMAT'),
    ]);
  });
});

describe('the OpenAPI document of an older version', () => {
  test('is held by the service: its examples are accepted, and valid by it', async () => {
    const { body: document } = await app.call(`/openapi.json?version=${V1}`, {}, { token: null });
    const validate = createValidator(document);
    const { id } = await app.product();
    for (const [path, method, target] of [
      ['/product', 'post', '/product'],
      ['/product/{id}', 'put', `/product/${id}`],
    ] as const) {
      const { examples } = document.paths[path][method].requestBody.content['application/json'];
      for (const { value } of Object.values<Json>(examples)) {
        const schema = method === 'post' ? 'CreateProductInput' : 'UpdateProductInput';
        const fields = value.product ?? value.data.attributes;
        expect(validate(`#/components/schemas/${schema}`, fields)).toEqual([]);
        const answer = await app.rest(method.toUpperCase(), target, value, at(V1));
        expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
      }
    }
  });
});

test('an operation that a version removed is 404 or 405 there, and stays in the versions before (section 9.6)', async () => {
  const later = await createTestApp({ versions: withoutBundles() });
  const { id } = await later.product();
  const items = [{ product: id, quantity: 1 }];
  const post = (version: string, body: object) => later.rest('POST', '/bundle', { bundle: body }, at(version));
  expect((await post(V1, { title: 'B', items })).status).toBe(201);
  expect(await post(V3, { title: 'B', items })).toMatchObject({ status: 404, body: { error: 'Resource not found' } });
  expect((await later.rest('GET', '/bundle', undefined, at(V1))).headers.get('allow')).toBe('POST');
  expect((await later.rest('GET', '/bundle', undefined, at(V3))).status).toBe(404);
  const paths = async (version: string) =>
    Object.keys((await later.call(`/openapi.json?version=${version}`, {}, { token: null })).body.paths);
  expect([await paths(V1), await paths(V3)].map((all) => all.includes('/bundle'))).toEqual([true, false]);
  await later.close();
});

test('a deprecated version answers Deprecation (RFC 9745) and Sunset (RFC 8594) on both surfaces (D8)', async () => {
  const later = await createTestApp({ versions: createVersions(INVENTED, () => new Date('2032-02-01')) });
  for (const answer of [
    await later.rest('GET', '/product/1', undefined, at(V1)),
    await later.graphql('{ __typename }', {}, at(V1)),
  ]) {
    expect(answer.headers.get('deprecation')).toBe(`@${Date.UTC(2032, 0, 31) / 1000}`);
    expect(answer.headers.get('sunset')).toBe('Sat, 31 Jul 2032 00:00:00 GMT');
  }
  await later.close();
});

test('a sunset version is refused by header and by pin, naming those one can use; a usable header helps (D6)', async () => {
  const later = await createTestApp({ versions: createVersions(INVENTED, () => new Date('2032-08-01')) });
  await later.db.apiToken.update({ where: { id: later.owner.tokenId }, data: { version: V1 } });
  for (const headers of [{}, { 'service-version': V1 }]) {
    const refused = await later.rest('POST', '/product', { product: { ...PRODUCT, rent: 1 } }, { headers });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({
      field: 'service-version',
      message: `Use one of the versions ${V2}, ${V3}`,
    });
    expect(refused.headers.get('x-api-version')).toBe(V1);
    expect((await later.graphql('{ __typename }', {}, { headers })).status).toBe(400);
  }
  expect(await later.db.product.count()).toBe(0);
  expect((await later.rest('GET', '/product/1', undefined, at(V2))).status).toBe(404);
  await later.close();
});
