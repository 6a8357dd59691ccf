// Clients of the released version and of the rehearsed one at the same time, on both APIs (section 9, D46).
import { describe, expect, test } from 'vitest';
import { insertProduct } from '../../../src/products/insert-product.ts';
import { LONG_FIELDS } from '../../../src/products/product-rows.ts';
import { type Answer, faults, openTestApp } from '../../support/app.ts';
import { createContract } from '../../support/openapi-contract.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const app = await openTestApp({ versions: rehearsedOn('2031-04-01') });

const at = (version: string) => ({ headers: { 'service-version': version } });

const contracts = new Map<string, ReturnType<typeof createContract>>();

/** Sends a request of a version, and checks the response against that version's OpenAPI document. */
async function send(version: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await app.rest(method, path, body, at(version));
  const document = async () =>
    (await app.call('/openapi.json', {}, { token: null, ...at(version) })).body;
  const contract = contracts.get(version) ?? createContract(await document());
  contracts.set(version, contract);
  expect(contract(method, path.replace(/\d+$/, '{id}'), answer)).toEqual([]);
  expect(answer.headers.get('x-api-version')).toBe(version);
  return answer;
}

const read = async (version: string, id: number) =>
  (await send(version, 'GET', `/product/${id}`)).body.product;
const create = (version: string, product: object) => send(version, 'POST', '/product', { product });
/** Updates a product; returns the errors. */
const updated = async (id: number, version: string, product: object, ...wrong: string[]) =>
  expect(faults(await send(version, 'PUT', `/product/${id}`, { product }))).toEqual(wrong);
/** The ID of what a create makes. */
const made = async (version: string, product: object): Promise<number> =>
  (await create(version, product)).body.id;

const FIRST = {
  title: 'Tent',
  rent: 9.5,
  cost: 320,
  stock_type: 0,
  sku: 'T-1',
  code: 'T',
  shelf_life_min: 3,
};
const SECOND = {
  title: 'Tent',
  daily_rent: 9.5,
  rehearsed: 'CHF',
  stock_type: 'unit',
  code: 'T-1',
  sku: 'T',
  country_of_manufacture: 'DE',
};
const pegs = (count: number) => Array(count).fill({ name: 'Peg', quantity: 2 });
const labelled = (count: number) => Array(count).fill({ label: 'Peg', quantity: 2 });
const bundleOf = (id: number) => ({
  bundle: { title: 'Set', items: [{ ad_id: id, quantity: 1 }] },
});

const SIZE = { width_millimetres: 300, length_millimetres: 500 };
const FILES = [{ label: 'Manual', url: 'https://files.example/manual' }];
const WHOLE = { ...SECOND, rehearsed_size: SIZE, rehearsed_files: FILES };

describe('a product', () => {
  async function expectRead(id: number, inOlder: object, inNewer: object): Promise<void> {
    const [older, newer] = [await read(V1, id), await read(V2, id)];
    expect(older).toMatchObject(inOlder);
    expect(newer).toMatchObject(inNewer);
    await updated(id, V1, older);
    await updated(id, V2, newer);
  }

  test('is read by each version in its own names, values and types, and can be sent back (D15)', async () => {
    await expectRead(
      await made(V1, { ...FIRST, equipments: pegs(50) }),
      { ...FIRST, equipments: pegs(50), online: true },
      {
        daily_rent: 9.5,
        stock_type: 'unit',
        code: 'T-1',
        sku: 'T',
        shelf_life_min: '3',
        rehearsed: 'EUR',
        equipments: labelled(50),
        rehearsed_size: null,
        rehearsed_files: [],
        country_of_manufacture: null,
      },
    );
    const { id, path } = (await create(V2, WHOLE)).body;
    expect(path).toMatch(new RegExp(`/product/${id}$`));
    const inOlder = {
      rent: 9.5,
      cost: null,
      stock_type: 0,
      online: false,
      country_of_manufacture: 'DE',
    };
    await expectRead(id, inOlder, { ...WHOLE, online: false });
  });

  test('from before the release, or a bundle, has the default of a new column, and can be sent back', async () => {
    const { id: item } = await app.product();
    const { id } = (await send(V1, 'POST', '/bundle', bundleOf(item))).body;
    await expectRead(item, {}, { rehearsed: 'EUR' });
    const of = (name: string) => ({ items: [{ [name]: item, quantity: 1 }] });
    await expectRead(id, of('ad_id'), { ...of('product_id'), rehearsed: 'EUR' });
  });

  test('has every image probed and stored that its version allows, however many the code allows (D29)', async () => {
    const images = (last: string) =>
      Array.from({ length: 7 }, (_, at) => ({
        src: `https://${at === 6 ? last : 'a.example'}/${at}`,
      }));
    const refused = await create(V2, { ...SECOND, images: images('images.invalid') });
    expect(faults(refused)).toEqual(['images[6].src INVALID_FORMAT']);
    const id = await made(V2, { ...SECOND, images: images('a.example') });
    expect((await read(V2, id)).images).toHaveLength(7);
  });

  test("keeps a removed field and one that it requires: the older version can set, clear and read them, the newer one can't", async () => {
    const { id } = await app.product({ cost: 320, countryOfManufacture: 'FR' });
    await updated(id, V2, { country_of_manufacture: null }, 'country_of_manufacture REQUIRED');
    await updated(id, V1, { country_of_manufacture: null });
    await updated(id, V1, { cost: -1 }, 'cost MIN_VALUE');
    await updated(id, V1, { cost: 7 });
    await updated(id, V2, { daily_rent: 2 });
    await updated(id, V2, { cost: 8 }, 'cost INVALID_FORMAT');
    expect(await read(V1, id)).toMatchObject({ cost: 7, rent: 2, country_of_manufacture: null });
  });

  test("keeps what an update leaves out, and has no field that its version doesn't know; null clears no list (D13)", async () => {
    const id = await made(V2, WHOLE);
    await updated(id, V2, { rehearsed: 'USD', daily_rent: 3 });
    await updated(id, V1, { rent: 4 });
    await updated(id, V1, { rehearsed: 'CHF' }, 'rehearsed INVALID_FORMAT');
    await updated(
      id,
      V2,
      { rehearsed: null, rehearsed_files: null },
      'rehearsed REQUIRED',
      'rehearsed_files REQUIRED',
    );
    expect(await read(V2, id)).toMatchObject({ ...WHOLE, rehearsed: 'USD', daily_rent: 4 });
    await updated(id, V2, { rehearsed_size: null });
    expect((await read(V2, id)).rehearsed_size).toBeNull();
  });
});

type Fault = Record<'field' | 'message', string>;
const REQUIRED = 'This field is required';

describe('errors of a create', () => {
  async function refused(version: string, product: object, ...messages: string[]): Promise<void> {
    const { body } = await create(version, product);
    const told = body.errors.map(({ field, message }: Fault) => `${field}: ${message}`);
    expect(told).toEqual(messages);
  }

  test("name fields and allowed values as the request's version spells them (D17)", async () => {
    const wrong = { title: 'T', equipments: [{}], stock_type: 5, shelf_life_min: 3 };
    await refused(
      V1,
      wrong,
      `rent: ${REQUIRED}`,
      'stock_type: Must be one of the allowed values: 0, 1',
      `equipments[0].name: ${REQUIRED}`,
      `equipments[0].quantity: ${REQUIRED}`,
    );
    await refused(
      V2,
      wrong,
      `daily_rent: ${REQUIRED}`,
      `rehearsed: ${REQUIRED}`,
      'stock_type: Must be one of the allowed values, not a number: unit, bulk',
      `equipments[0].label: ${REQUIRED}`,
      `equipments[0].quantity: ${REQUIRED}`,
      `country_of_manufacture: ${REQUIRED}`,
      'shelf_life_min: Must be a string, not a number',
    );
    const many = { equipments: labelled(21) };
    await refused(V2, { ...SECOND, ...many }, 'equipments: Must have at most 20 entries');
  });

  test('reject names unknown to the version as they were sent, and suggest the right one (D17)', async () => {
    const mixed = {
      dailyRent: 1,
      rehersed: 'EUR',
      rehearsed: 'CHF',
      daily_rent: 1,
      equipments: [{ label: 'x' }],
    };
    const names = ['equipments[0].label', ...Object.keys(mixed).slice(0, 4)];
    const { body } = await create(V1, { ...FIRST, ...mixed });
    expect(body.errors.slice(2).map(({ field }: Fault) => field)).toEqual(names);
    await refused(
      V2,
      {
        ...SECOND,
        rehersed: 'EUR',
        rent: 1,
        cost: null,
        cots: 1,
      },
      'rehersed: Unknown field; did you mean rehearsed?',
      'rent: Unknown field; did you mean daily_rent?',
      'cost: Unknown field',
      'cots: Unknown field',
    );
  });

  test("are at the fields within an object, in the version's names (D17, D18)", async () => {
    const files = [{ label: ' ', title: 'M' }];
    await refused(
      V2,
      {
        ...SECOND,
        rehearsed_files: files,
        rehearsed_size: { width_millimetres: 0, lengthMillimetres: 1 },
      },
      'rehearsed_size.width_millimetres: Must be at least 1',
      `rehearsed_size.length_millimetres: ${REQUIRED}`,
      'rehearsed_size.lengthMillimetres: Unknown field; did you mean length_millimetres?',
      `rehearsed_files[0].label: ${REQUIRED}`,
      `rehearsed_files[0].url: ${REQUIRED}`,
      'rehearsed_files[0].title: Unknown field; did you mean label?',
    );
    const size = { rehearsed_size: [] };
    await refused(V2, { ...SECOND, ...size }, 'rehearsed_size: Must be an object, not an array');
  });
});

const NO_PATH = { status: 404, body: { error: 'Resource not found' } };

test('a removed endpoint exists for the older version, and is an unknown path for the newer one', async () => {
  const { id } = await app.product();
  expect((await send(V1, 'POST', '/bundle', bundleOf(id))).status).toBe(201);
  expect(await app.rest('POST', '/bundle', bundleOf(id), at(V2))).toMatchObject(NO_PATH);
  expect((await app.rest('GET', '/bundle', undefined, at(V1))).headers.get('allow')).toBe('POST');
});

test('a rental has the values, types and names of the version, and a different ETag in each', async () => {
  const { id } = await app.rental([(await app.product()).id]);
  const [older, newer] = [
    await send(V1, 'GET', `/rental/${id}`),
    await send(V2, 'GET', `/rental/${id}`),
  ];
  const inOlder = { status: 'active', start_date: '2026-01-01', items: [{ daily_rate: 1 }] };
  expect(older.body.rentals).toMatchObject(inOlder);
  const inNewer = {
    status: 'running',
    begins: '2026-01-01',
    items: [{ daily_rate: '1', total: { amount: 1 } }],
  };
  expect(newer.body.rentals).toMatchObject(inNewer);
  expect(older.body.rentals.tenant.email).toBe(app.rival.email);
  expect(newer.body.rentals.tenant).toEqual({ id: app.rival.id, name: 'rival' });
  expect(older.headers.get('etag')).not.toBe(newer.headers.get('etag'));
});

test("a create that doesn't know a new column leaves its default, as on a node with older code", async () => {
  const id = await insertProduct(app.db, {
    ...{ title: 'T', rent: 1, sku: 'S', type: 'PRODUCT', stockType: 'UNIT', quantity: 1 },
    ...{ ownerId: app.owner.id, online: true, archived: false },
  });
  expect((await read(V2, id)).rehearsed).toBe('EUR');
});

test('an added endpoint exists for the newer version, and is an unknown path for the older one', async () => {
  const { id: item } = await app.product();
  const { id } = (await send(V1, 'POST', '/bundle', bundleOf(item))).body;
  expect((await send(V2, 'GET', `/bundle/${id}`)).body.product.title).toBe('Set');
  expect(await app.rest('GET', `/bundle/${id}`, undefined, at(V1))).toMatchObject(NO_PATH);
});

test('the newer version reads an added enum value; the older one reads its previous value instead, on GraphQL too', async () => {
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

test('a field that was removed from one input is rejected only there, and can be sent back as read', async () => {
  expect(faults(await create(V2, { ...SECOND, archived: true }))).toEqual([
    'archived INVALID_FORMAT',
  ]);
  const id = await made(V1, { ...FIRST, archived: true, country_of_manufacture: 'DE' });
  const newer = await read(V2, id);
  expect(newer.archived).toBe(true);
  await updated(id, V2, newer);
  await updated(id, V2, { archived: false });
  expect((await read(V1, id)).archived).toBe(false);
});

test('what a version rejects within list entries has the limits of the entries', async () => {
  const tags = ['x'.repeat(30), 'x'.repeat(41)];
  const refused = await create(V2, { ...SECOND, rehearsed_tags: tags });
  expect(faults(refused)).toEqual(['rehearsed_tags[1] MAX_LENGTH']);
});

describe('on GraphQL', () => {
  const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) {
    errors { field code message } product { rent rehearsed cost online equipments { name } countryOfManufacture } } }`;
  const create = async (version: string, input: object) =>
    (await app.graphql(CREATE, { input }, at(version))).body.data.createProduct;
  const INPUT = { title: 'Tent', rent: 2, rehearsed: 'CHF', sku: 'S', countryOfManufacture: 'DE' };

  test('names never change, and a removed field works until the older version ends', async () => {
    for (const version of [V1, V2]) {
      const { product } = await create(version, {
        ...INPUT,
        cost: 3,
        equipments: [{ name: 'Peg', quantity: 2 }],
      });
      expect(product).toMatchObject({ rent: 2, cost: 3, equipments: [{ name: 'Peg' }] });
    }
  });

  test("limits, required fields, including added ones, and defaults follow the request's version", async () => {
    const less = { title: 'Tent', rent: 2, sku: 'S' };
    const many = { ...INPUT, equipments: pegs(21) };
    const products = [await create(V1, less), await create(V1, many), await create(V2, INPUT)];
    const stored = products.map(({ product }) => `${product.rehearsed}, online ${product.online}`);
    expect(stored).toEqual(['EUR, online true', 'CHF, online true', 'CHF, online false']);
    expect(faults({ body: await create(V2, less) } as Answer)).toEqual([
      'rehearsed REQUIRED',
      'countryOfManufacture REQUIRED',
    ]);
    // Errors for variables of the wrong type also include the version's limits.
    const input = { ...many, rent: 'x' };
    const { body } = await app.graphql(CREATE, { input }, at(V2));
    expect(faults({ body: body.errors[0].extensions } as Answer)).toEqual([
      'rent INVALID_FORMAT',
      'equipments MAX_ITEMS',
    ]);
  });

  test('objects have their own types, named after their shapes', async () => {
    const id = await made(V2, WHOLE);
    const mutation = `mutation ($input: UpdateProductInput!) { updateProduct(id: ${id}, input: $input) {
      product { rehearsedSize { widthMillimetres lengthMillimetres wrapping } rehearsedFiles { title url } } } }`;
    const rehearsedSize = { widthMillimetres: 3, lengthMillimetres: 4, wrapping: 'Foil' };
    const { body } = await app.graphql(mutation, { input: { rehearsedSize } }, at(V2));
    const rehearsedFiles = [{ title: 'Manual', url: 'https://files.example/manual' }];
    expect(body.data.updateProduct.product).toEqual({ rehearsedSize, rehearsedFiles });
    // A list of them counts among the strings that a short query can select many times.
    expect(LONG_FIELDS).toContain('rehearsedFiles');
  });

  test("the schema is the union of the usable versions: optional if one doesn't require it, deprecated if the latest removed it, with the limits of both", async () => {
    const { body: sdl } = await app.call('/docs/schema.graphql', {}, { token: null });
    for (const part of [
      `cost: Float @deprecated(reason: "Withdrawn in version ${V2}.")`,
      '): CreateBundlePayload @deprecated',
      'countryOfManufacture: String\n',
      ` At most 20 entries. In ${V1}: At most 50 entries. Null is the same as absent.`,
      ` Default: false. In ${V1}: Default: true. Null is the same as absent.`,
    ])
      expect(sdl).toContain(part);
    // Withdrawn from one input alone.
    expect(sdl).toMatch(/input CreateProductInput \{[^}]* archived: Boolean @deprecated/);
    expect(sdl.match(/ archived: .*@deprecated/g)).toHaveLength(1);
    expect(sdl.match(/(?<=rehearsed: ).*/g)).toEqual(['String', 'String!', 'String']);
  });
});

test('a key identifies the same request in every version and wrapper object; a different one if a field or a default is added (D40)', async () => {
  const { id } = await app.product();
  const given = { country_of_manufacture: 'DE' };
  const older = { title: 'Key', rent: 1, sku: 'K', ...given };
  const envelope = { data: { type: 'products', attributes: { ...given, rent: 1, sku: 'K' } } };
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
    [
      V2,
      'POST',
      'size',
      { product: { ...WHOLE, rehearsed_size: { ...SIZE, width_millimetres: 1 } } },
      422,
      false,
    ],
  ] as const) {
    const headers = { 'service-version': version, 'Idempotency-Key': key };
    const answer = await app.rest(method, method === 'PUT' ? `/product/${id}` : '/product', body, {
      headers,
    });
    expect([body, answer.status, answer.headers.has('idempotency-replayed')]).toEqual([
      body,
      status,
      isReplayed,
    ]);
  }
});
