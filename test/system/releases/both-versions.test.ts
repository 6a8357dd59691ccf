// Clients of the released version and of the rehearsed one beside each other, on both surfaces (section 9, D46).
import { describe, expect, test } from 'vitest';
import { LONG_FIELDS } from '../../../src/graphql/limits/nested-texts.ts';
import { type Answer, faults, openTestApp } from '../../support/app.ts';
import { createContract } from '../../support/openapi-contract.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const app = await openTestApp({ versions: rehearsedOn('2031-04-01') });

const at = (version: string) => ({ headers: { 'service-version': version } });

const contracts = new Map<string, ReturnType<typeof createContract>>();

/** Sends a request of a version, and holds the answer to the OpenAPI document of that version. */
async function send(version: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await app.rest(method, path, body, at(version));
  const document = async () => (await app.call('/openapi.json', {}, { token: null, ...at(version) })).body;
  const contract = contracts.get(version) ?? createContract(await document());
  contracts.set(version, contract);
  expect(contract(method, path.replace(/\d+$/, '{id}'), answer)).toEqual([]);
  expect(answer.headers.get('x-api-version')).toBe(version);
  return answer;
}

const read = async (version: string, id: number) => (await send(version, 'GET', `/product/${id}`)).body.product;
const create = (version: string, product: object) => send(version, 'POST', '/product', { product });
const update = (version: string, id: number, product: object) => send(version, 'PUT', `/product/${id}`, { product });
/** The id of what a create makes. */
const made = async (version: string, product: object): Promise<number> => (await create(version, product)).body.id;
const messages = ({ body }: Answer) =>
  body.errors.map(({ field, message }: Record<'field' | 'message', string>) => `${field}: ${message}`);

const FIRST = { title: 'Tent', rent: 9.5, cost: 320, stock_type: 0, sku: 'T-1', code: 'T', shelf_life_min: 3 };
const SECOND = {
  ...{ title: 'Tent', daily_rent: 9.5, rehearsed: 'CHF', stock_type: 'unit', code: 'T-1', sku: 'T' },
  country_of_manufacture: 'DE',
};
const pegs = (count: number) => Array.from({ length: count }, () => ({ name: 'Peg', quantity: 2 }));
const labelled = (count: number) => Array.from({ length: count }, () => ({ label: 'Peg', quantity: 2 }));
const bundleOf = (id: number) => ({ bundle: { title: 'Set', items: [{ ad_id: id, quantity: 1 }] } });

describe('a product', () => {
  test('of the older version is read by each in its own names, values, types and order', async () => {
    const id = await made(V1, { ...FIRST, equipments: pegs(1) });
    const [older, newer] = [await read(V1, id), await read(V2, id)];
    expect(older).toMatchObject({ ...FIRST, equipments: pegs(1), online: true });
    expect(newer).toMatchObject({ daily_rent: 9.5, stock_type: 'unit', code: 'T-1', sku: 'T', shelf_life_min: '3' });
    expect(newer.equipments).toEqual(labelled(1));
    const inNewer: Readonly<Record<string, readonly string[]>> = {
      ...{ cost: [], sku: ['code'], code: ['sku'] },
      rent: ['daily_rent', 'rehearsed', 'rehearsed_size', 'rehearsed_files'],
    };
    expect(Object.keys(newer)).toEqual(Object.keys(older).flatMap((name) => inNewer[name] ?? name));
  });

  test('of the newer version has its defaults, and what it withdrew is null for the older one', async () => {
    const { id, path } = (await create(V2, SECOND)).body;
    expect(path).toMatch(new RegExp(`/product/${id}$`));
    expect(await read(V2, id)).toMatchObject({ ...SECOND, online: false });
    expect(await read(V1, id)).toMatchObject({ rent: 9.5, cost: null, stock_type: 0, online: false });
  });

  test('keeps a withdrawn field: the older version sets, checks and reads it, the newer one leaves it as it is', async () => {
    const { id } = await app.product({ cost: 320, countryOfManufacture: 'FR' });
    expect(faults(await update(V1, id, { cost: -1 }))).toEqual(['cost MIN_VALUE']);
    expect((await update(V1, id, { cost: 7 })).status).toBe(200);
    expect((await update(V2, id, { daily_rent: 2 })).status).toBe(200);
    expect(await read(V1, id)).toMatchObject({ cost: 7, rent: 2 });
    expect(faults(await update(V2, id, { cost: 7 }))).toEqual(['cost INVALID_FORMAT']);
  });

  test('takes as many entries as the version of the request says, and a read may have more', async () => {
    const id = await made(V1, { ...FIRST, equipments: pegs(50) });
    expect(faults(await create(V1, { ...FIRST, equipments: pegs(51) }))).toEqual(['equipments MAX_ITEMS']);
    expect(messages(await create(V2, { ...SECOND, equipments: labelled(21) }))).toEqual([
      'equipments: Must have at most 20 entries',
    ]);
    expect((await read(V2, id)).equipments).toHaveLength(50);
  });

  test('has every image probed and stored that its version takes, however many the code does (D29)', async () => {
    const images = (last: string) =>
      Array.from({ length: 7 }, (_, at) => ({ src: `https://${at === 6 ? last : 'a.example'}/${at}` }));
    expect(faults(await create(V2, { ...SECOND, images: images('images.invalid') }))).toEqual([
      'images[6].src INVALID_FORMAT',
    ]);
    expect(faults(await create(V1, { ...FIRST, images: images('images.invalid') }))).toEqual(['images MAX_ITEMS']);
    const id = await made(V2, { ...SECOND, images: images('a.example') });
    expect((await read(V2, id)).images).toHaveLength(7);
  });

  test('requires in an update what its version requires in a create: null does not clear it', async () => {
    const { id } = await app.product({ countryOfManufacture: 'FR' });
    const cleared = { country_of_manufacture: null };
    expect(faults(await update(V2, id, cleared))).toEqual(['country_of_manufacture REQUIRED']);
    expect((await update(V1, id, cleared)).status).toBe(200);
    const graphql =
      'mutation ($id: ID!) { updateProduct(id: $id, input: { countryOfManufacture: null }) { errors { field code } } }';
    const kept = await app.graphql(graphql, { id }, at(V2));
    expect(kept.body.data.updateProduct.errors).toEqual([]);
    expect((await read(V1, id)).country_of_manufacture).toBeNull();
  });

  test('without a field that its version requires since can be sent back as it was read (D15)', async () => {
    const { id } = await app.product();
    const product = await read(V2, id);
    expect(product.country_of_manufacture).toBeNull();
    expect((await update(V2, id, product)).body).toEqual({ success: true });
  });

  test.each([V1, V2])('read in %s can be sent back as it is (D15)', async (version) => {
    const { id: item } = await app.product();
    const { id } = (await send(V1, 'POST', '/bundle', bundleOf(item))).body;
    await update(V1, id, { country_of_manufacture: 'FR', equipments: pegs(2) });
    const product = await read(version, id);
    expect(product.items).toEqual([{ [version === V1 ? 'ad_id' : 'product_id']: item, quantity: 1 }]);
    expect((await update(version, id, product)).body).toEqual({ success: true });
  });
});

describe('a field that was added as required', () => {
  const stored = (id: number) =>
    app.db.$queryRawUnsafe<{ rehearsed: string }[]>(`SELECT rehearsed FROM products WHERE id = ${id}`);

  test('is stored and read back in the newer version, and a create must give it', async () => {
    const id = await made(V2, SECOND);
    expect(await stored(id)).toEqual([{ rehearsed: 'CHF' }]);
    expect((await read(V2, id)).rehearsed).toBe('CHF');
    expect(faults(await create(V2, { ...SECOND, rehearsed: undefined }))).toEqual(['rehearsed REQUIRED']);
    expect(faults(await create(V2, { ...SECOND, rehearsed: 'EURO' }))).toEqual(['rehearsed MAX_LENGTH']);
  });

  test('is changed by an update of the newer version, which keeps it where it is absent and cannot clear it', async () => {
    const id = await made(V2, SECOND);
    for (const fields of [{ rehearsed: 'USD' }, { daily_rent: 3 }]) {
      expect((await update(V2, id, fields)).status).toBe(200);
    }
    expect(faults(await update(V2, id, { rehearsed: null }))).toEqual(['rehearsed REQUIRED']);
    expect((await read(V2, id)).rehearsed).toBe('USD');
  });

  test('is stored as the entry says by creates of the older version, which does not know it', async () => {
    const id = await made(V1, FIRST);
    expect(await stored(id)).toEqual([{ rehearsed: 'EUR' }]);
    expect(await read(V1, id)).not.toHaveProperty('rehearsed');
    expect((await read(V2, id)).rehearsed).toBe('EUR');
    const given = { ...FIRST, rehearsed: 'CHF' };
    for (const refused of [await create(V1, given), await update(V1, id, given)]) {
      expect(faults(refused)).toEqual(['rehearsed INVALID_FORMAT']);
    }
  });

  test('has the default of its column where code of before the release has written, and in bundles', async () => {
    const { id } = await app.product();
    const { id: set } = (await send(V1, 'POST', '/bundle', bundleOf(id))).body;
    expect([(await read(V2, id)).rehearsed, (await read(V2, set)).rehearsed]).toEqual(['EUR', 'EUR']);
  });
});

describe('an object and a list of objects that were added', () => {
  const WHOLE = {
    ...SECOND,
    rehearsed_size: { width_millimetres: 300, length_millimetres: 500 },
    rehearsed_files: [{ label: 'Manual', url: 'https://files.example/manual' }],
  };
  const { rehearsed_size, rehearsed_files } = WHOLE;

  test('are read as they were sent, in the order of their shapes, and can be sent back (D15)', async () => {
    const id = await made(V2, WHOLE);
    const product = await read(V2, id);
    const inOrder = JSON.stringify([rehearsed_size, rehearsed_files]);
    expect(JSON.stringify([product.rehearsed_size, product.rehearsed_files])).toBe(inOrder);
    expect((await update(V2, id, product)).body).toEqual({ success: true });
    expect(await read(V2, id)).toMatchObject({ rehearsed_size, rehearsed_files });
  });

  test('are null and empty where they were not given, also where the older version has created', async () => {
    for (const id of [await made(V1, FIRST), await made(V2, SECOND)]) {
      expect(await read(V2, id)).toMatchObject({ rehearsed_size: null, rehearsed_files: [] });
    }
  });

  test('stay as they are in an update without them; null clears the object, and not the list (D13)', async () => {
    const id = await made(V2, WHOLE);
    expect((await update(V2, id, { daily_rent: 3 })).status).toBe(200);
    expect((await update(V1, id, { rent: 4 })).status).toBe(200);
    expect(await read(V2, id)).toMatchObject({ rehearsed_size });
    expect(faults(await update(V2, id, { rehearsed_files: null }))).toEqual(['rehearsed_files REQUIRED']);
    expect((await update(V2, id, { rehearsed_size: null })).status).toBe(200);
    expect((await read(V2, id)).rehearsed_size).toBeNull();
  });

  test('are unknown to the older version, whose products do not have them', async () => {
    const id = await made(V2, WHOLE);
    expect(await read(V1, id)).not.toHaveProperty('rehearsed_size');
    expect(faults(await update(V1, id, { rehearsed_size: {}, rehearsed_files: [] }))).toEqual([
      'rehearsed_size INVALID_FORMAT',
      'rehearsed_files INVALID_FORMAT',
    ]);
  });

  test('have errors at the fields within, in the names of the version (D17, D18)', async () => {
    const id = await made(V2, SECOND);
    const wrong = {
      rehearsed_files: [{ label: ' ', title: 'M' }],
      rehearsed_size: { width_millimetres: 0, lengthMillimetres: 1 },
    };
    expect(messages(await update(V2, id, wrong))).toEqual([
      'rehearsed_size.width_millimetres: Must be at least 1',
      'rehearsed_size.length_millimetres: This field is required',
      'rehearsed_size.lengthMillimetres: Unknown field; did you mean length_millimetres?',
      'rehearsed_files[0].label: This field is required',
      'rehearsed_files[0].url: This field is required',
      'rehearsed_files[0].title: Unknown field; did you mean label?',
    ]);
    expect(messages(await update(V2, id, { rehearsed_size: [], rehearsed_files: {} }))).toEqual([
      'rehearsed_size: Must be an object, not an array',
      'rehearsed_files: Must be an array, not an object',
    ]);
    const many = Array(4).fill(rehearsed_files[0]);
    expect(faults(await update(V2, id, { rehearsed_files: many }))).toEqual(['rehearsed_files MAX_ITEMS']);
  });

  test('have types of their own on GraphQL, named after their shapes', async () => {
    const id = await made(V2, WHOLE);
    const SIZE = 'rehearsedSize { widthMillimetres lengthMillimetres wrapping }';
    const change = async (input: object) => {
      const mutation = `mutation ($input: UpdateProductInput!) { updateProduct(id: ${id}, input: $input) {
        errors { field code } product { ${SIZE} rehearsedFiles { title url } } } }`;
      return (await app.graphql(mutation, { input }, at(V2))).body.data.updateProduct;
    };
    const rehearsedSize = { widthMillimetres: 3, lengthMillimetres: 4, wrapping: 'Foil' };
    const rehearsedFiles = [{ title: 'Manual', url: 'https://files.example/manual' }];
    expect(await change({ rehearsedSize })).toEqual({ errors: [], product: { rehearsedSize, rehearsedFiles } });
    expect((await change({ rehearsedSize: { ...rehearsedSize, widthMillimetres: 0 } })).errors).toEqual([
      { field: 'rehearsedSize.widthMillimetres', code: 'MIN_VALUE' },
    ]);
    const types = async (name: string) =>
      (await app.graphql(`{ __type(name: "${name}") { kind } }`, {}, at(V2))).body.data.__type?.kind;
    expect([await types('RehearsedSizeInput'), await types('RehearsedFile')]).toEqual(['INPUT_OBJECT', 'OBJECT']);
  });

  test('are one request under a key, in any order of their fields (D40)', async () => {
    const send = (fields: object) =>
      app.rest('POST', '/product', { product: fields }, { headers: { ...at(V2).headers, 'Idempotency-Key': 'size' } });
    const first = await send(WHOLE);
    const turned = Object.fromEntries(Object.entries(rehearsed_size).toReversed());
    expect((await send({ ...WHOLE, rehearsed_size: turned })).body).toEqual(first.body);
    expect((await send({ ...WHOLE, rehearsed_size: { ...rehearsed_size, width_millimetres: 1 } })).status).toBe(422);
  });

  test('count among the texts that a short query can select many times', () => {
    expect([...LONG_FIELDS].filter(([name]) => name.startsWith('rehearsed'))).toEqual([
      ['rehearsedFiles', 'rehearsed_files'],
    ]);
  });
});

describe('errors', () => {
  test('name fields and allowed values as the version of the request spells them (D17)', async () => {
    const wrong = { title: 'T', equipments: [{}], stock_type: 5, shelf_life_min: 3 };
    const required = 'This field is required';
    expect(messages(await create(V1, wrong))).toEqual([
      `rent: ${required}`,
      'stock_type: Must be one of the allowed values: 0, 1',
      `equipments[0].name: ${required}`,
      `equipments[0].quantity: ${required}`,
    ]);
    expect(messages(await create(V2, wrong))).toEqual([
      `daily_rent: ${required}`,
      `rehearsed: ${required}`,
      'stock_type: Must be one of the allowed values, not a number: unit, bulk',
      `equipments[0].label: ${required}`,
      `equipments[0].quantity: ${required}`,
      `country_of_manufacture: ${required}`,
      'shelf_life_min: Must be a string, not a number',
    ]);
  });

  test('refuse names that the version does not have under those that were sent, with the one that was meant (D17)', async () => {
    const unknown = async (version: string, fields: object) =>
      messages(await create(version, fields)).filter((text: string) => text.includes(': Unknown field'));
    const mixed = { dailyRent: 1, rehersed: 'EUR', equipments: [{ name: 'P', label: 'x', quantity: 1 }] };
    expect(await unknown(V1, { ...FIRST, daily_rent: 1, ...mixed })).toEqual([
      'equipments[0].label: Unknown field',
      'daily_rent: Unknown field',
      'dailyRent: Unknown field',
      'rehersed: Unknown field',
    ]);
    const more = { rent: 1, cost: null, stockType: 3, __proto: 4, cots: 1 };
    expect(await unknown(V2, { ...SECOND, dailyRent: 1, rehersed: 'EUR', ...more })).toEqual([
      'dailyRent: Unknown field; did you mean daily_rent?',
      'rehersed: Unknown field; did you mean rehearsed?',
      'rent: Unknown field; did you mean daily_rent?',
      'cost: Unknown field',
      'stockType: Unknown field; did you mean stock_type?',
      '__proto: Unknown field',
      'cots: Unknown field',
    ]);
  });
});

test('an endpoint that was withdrawn is there for the older version, and no path of the newer one', async () => {
  const { id } = await app.product();
  expect((await send(V1, 'POST', '/bundle', bundleOf(id))).status).toBe(201);
  const refused = await app.rest('POST', '/bundle', bundleOf(id), at(V2));
  expect(refused).toMatchObject({ status: 404, body: { error: 'Resource not found' } });
  expect((await app.rest('GET', '/bundle', undefined, at(V1))).headers.get('allow')).toBe('POST');
  expect((await app.rest('GET', '/bundle', undefined, at(V2))).status).toBe(404);
});

test('a rental has the values, types and names of the version, and an ETag of its own in each', async () => {
  const { id } = await app.rental([(await app.product()).id]);
  const [older, newer] = [await send(V1, 'GET', `/rental/${id}`), await send(V2, 'GET', `/rental/${id}`)];
  const inOlder = { status: 'active', start_date: '2026-01-01', items: [{ daily_rate: 1 }] };
  expect(older.body.rentals).toMatchObject(inOlder);
  const inNewer = { status: 'running', begins: '2026-01-01', items: [{ daily_rate: '1' }] };
  expect(newer.body.rentals).toMatchObject(inNewer);
  expect(older.body.rentals.tenant.email).toBe(app.rival.email);
  expect(newer.body.rentals.tenant).toEqual({ id: app.rival.id, name: 'rival' });
  expect(older.headers.get('etag')).not.toBe(newer.headers.get('etag'));
});

describe('on GraphQL', () => {
  const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) {
    errors { field code message } product { rent rehearsed cost online equipments { name } countryOfManufacture } } }`;
  const create = async (version: string, input: object) =>
    (await app.graphql(CREATE, { input }, at(version))).body.data.createProduct;
  const required = (field: string) => ({ field, code: 'REQUIRED', message: 'This field is required' });
  const INPUT = { title: 'Tent', rent: 2, rehearsed: 'CHF', sku: 'S', countryOfManufacture: 'DE' };

  test('names never change, and a withdrawn field can be used until the older version ends', async () => {
    for (const version of [V1, V2]) {
      const { product } = await create(version, { ...INPUT, cost: 3, equipments: [{ name: 'Peg', quantity: 2 }] });
      expect(product).toMatchObject({ rent: 2, cost: 3, equipments: [{ name: 'Peg' }] });
    }
  });

  test('limits, required fields and defaults are those of the version of the request', async () => {
    const without = { ...INPUT, countryOfManufacture: undefined };
    expect((await create(V1, without)).product.online).toBe(true);
    expect((await create(V2, without)).errors).toEqual([required('countryOfManufacture')]);
    expect((await create(V2, INPUT)).product.online).toBe(false);
    expect((await create(V1, { ...INPUT, equipments: pegs(21) })).errors).toEqual([]);
    expect((await create(V2, { ...INPUT, equipments: pegs(21) })).errors).toEqual([
      { field: 'equipments', code: 'MAX_ITEMS', message: 'Must have at most 20 entries' },
    ]);
    // Variables of the wrong type are told with the limits of the version too.
    const { body } = await app.graphql(CREATE, { input: { ...INPUT, rent: 'x', title: 'x'.repeat(101) } }, at(V2));
    const fields = body.errors[0].extensions.errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['title', 'rent']);
  });

  test('a field that was added as required must be given in the newer version; the older one stores its value, or that of the entry', async () => {
    const without = { ...INPUT, rehearsed: undefined };
    expect((await create(V2, without)).errors).toEqual([required('rehearsed')]);
    const created = [await create(V2, INPUT), await create(V1, INPUT), await create(V1, without)];
    expect(created.map(({ product }) => product.rehearsed)).toEqual(['CHF', 'CHF', 'EUR']);
  });

  test('the schema is the union of the usable versions: optional what one of them does not require, deprecated what the newest withdrew', async () => {
    const { body: sdl } = await app.call('/docs/schema.graphql', {}, { token: null });
    const gone = `@deprecated(reason: "Withdrawn in version ${V2}.")`;
    expect(sdl).toContain(`cost: Float ${gone}`);
    expect(sdl).toContain(`email: String! ${gone}`);
    expect(sdl).toMatch(/createBundle\([^)]*\): CreateBundlePayload @deprecated/);
    expect(sdl).toContain('countryOfManufacture: String\n');
    const types = [...sdl.matchAll(/rehearsed: (.*)/g)].map(([, type]) => type);
    expect(types).toEqual(['String', 'String!', 'String']);
  });

  test('descriptions have the limits and defaults of the newest version, and those of the older one where they differ', async () => {
    const query = 'query ($name: String!) { __type(name: $name) { inputFields { name description } } }';
    const fieldsOf = async (name: string): Promise<Record<'name' | 'description', string>[]> =>
      (await app.graphql(query, { name })).body.data.__type.inputFields;
    const all = await fieldsOf('CreateProductInput');
    const of = (name: string) => all.find((field) => field.name === name)?.description.replace(/^.*?\. /, '');
    expect(of('equipments')).toBe(`At most 20 entries. In ${V1}: At most 50 entries. Null is the same as absent.`);
    expect(of('title')).toBe(`At most 100 characters. In ${V1}: At most 255 characters.`);
    expect(of('online')).toBe(`Default: false. In ${V1}: Default: true. Null is the same as absent.`);
    expect(of('archived')).toBe('Default: false. Null is the same as absent.');
    expect((await fieldsOf('EquipmentInput'))[1]?.description).toContain(
      `At least 1. At most 100. In ${V1}: At least 1.`,
    );
  });
});

describe('a key (D40)', () => {
  const keyed = (version: string, key: string) => ({ headers: { 'service-version': version, 'Idempotency-Key': key } });
  const post = (product: object, version: string, key: string) =>
    app.rest('POST', '/product', { product }, keyed(version, key));
  const CLIENT = { title: 'Key', rent: 1, sku: 'K', country_of_manufacture: 'DE' };

  test('names the same request in every version and on both surfaces, whatever their names and defaults are', async () => {
    const { id } = await app.product();
    const put = (fields: object, version: string) =>
      app.rest('PUT', `/product/${id}`, { product: fields }, keyed(version, 'u'));
    const given = { country_of_manufacture: 'DE' };
    const envelope = { data: { type: 'products', attributes: { ...given, rent: 1, sku: 'K' } } };
    const answers = [
      await put({ ...given, rent: 1, sku: 'K' }, V1),
      await put({ ...given, daily_rent: 1, code: 'K' }, V2),
      await app.rest('PUT', `/product/${id}`, envelope, keyed(V1, 'u')),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
      [200, 'true'],
    ]);
  });

  test('names another request where a version gives a field that the other does not have', async () => {
    const [first, again] = [await post(CLIENT, V1, 'a'), await post(CLIENT, V1, 'a')];
    expect([first.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    const newer = { title: 'Key', daily_rent: 1, rehearsed: 'EUR', code: 'K', country_of_manufacture: 'DE' };
    expect((await post(newer, V2, 'a')).status).toBe(422);
  });

  test('names another request where a default is given', async () => {
    await post(CLIENT, V1, 'b');
    expect((await post({ ...CLIENT, online: true }, V1, 'b')).status).toBe(422);
  });
});
