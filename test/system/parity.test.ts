// The parity of the surfaces: each case runs on both, and codes, paths, messages and effect are compared.
import { beforeAll, describe, expect, test } from 'vitest';
import { WIRE_ENUMS, WIRE_NAMES } from '../../src/rest/wire.ts';
import { type Answer, openTestApp, type TestApp } from '../support/app.ts';

const app = await openTestApp();
let reader: Awaited<ReturnType<TestApp['person']>>;
let ids: { tent: number; offline: number; rivals: number; readers: number; bundle: number };
beforeAll(async () => {
  reader = await app.person('reader', ['READ']);
  ids = {
    tent: (await app.product({ stockType: 'UNIT', sku: 'S', shelfLifeMin: 3 })).id,
    offline: (await app.product({ online: false })).id,
    rivals: (await app.product({}, app.rival.id)).id,
    readers: (await app.product({}, reader.id)).id,
    bundle: (await app.product({ type: 'BUNDLE' })).id,
  };
});

type Json = Record<string, unknown>;

/** The result of a case, in the names of REST. */
interface CaseResult {
  readonly code: string | undefined;
  readonly errors: readonly { field: string; code: string; message: string }[];
  readonly message: string | undefined;
}

const REST_CODES: Record<number, string | undefined> = {
  401: 'AUTH_INVALID_TOKEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
};

function restResult({ status, body }: Answer): CaseResult {
  return { code: REST_CODES[status], errors: (body.errors ?? []).map(withoutValues), message: body.error };
}

function graphqlResult({ body }: Answer): CaseResult {
  const [error] = body.errors ?? [];
  const payload = Object.values(body.data ?? {})[0] as { errors?: CaseResult['errors'] } | null;
  const errors: CaseResult['errors'] = error?.extensions.errors ?? payload?.errors ?? [];
  const isFailure = error && error.extensions.code !== 'VALIDATION_FAILED';
  return {
    code: isFailure ? error.extensions.code : undefined,
    errors: errors.map(({ field, code, message }) => withoutValues({ field: toWireNames(field), code, message })),
    message: isFailure ? error.message : undefined,
  };
}

/** The allowed values of an enum, which a message lists, have other names and another type on each surface. */
const withoutValues = <Fault extends { message: string }>(fault: Fault): Fault => ({
  ...fault,
  message: fault.message.replace(/allowed values.*/, 'allowed values'),
});

/** Variables of the wrong type end a request before anything else is looked at. */
const hasWrongTypes = ({ body }: Answer) => body.errors?.[0]?.extensions?.code === 'VALIDATION_FAILED';

/** The errors of rules that look at several fields or at the database; GraphQL has them once the types are right. */
const RULES = /^(SKU is required|Must be reachable|Product |A bundle cannot be|The shortest shelf life)/;
const withoutRules = (result: CaseResult) => ({
  ...result,
  errors: result.errors.filter(({ message }) => !RULES.test(message)),
});

const NAMES: Record<string, string> = WIRE_NAMES;
const toWireNames = (field: string) => field.replaceAll(/[A-Za-z]+/g, (name) => NAMES[name] ?? name);
const DOMAIN_NAMES = new Map(Object.entries(WIRE_NAMES).map(([domain, wire]) => [wire as string, domain]));
const ENUM_VALUES = new Map<string, Map<unknown, string>>(
  Object.entries(WIRE_ENUMS).map(([field, values]) => [
    field,
    new Map(Object.entries(values).map(([name, wire]) => [wire, name])),
  ]),
);

function toDomain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDomain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = DOMAIN_NAMES.get(name) ?? name;
      const values = ENUM_VALUES.get(field);
      return [field, values?.has(inner) ? values.get(inner) : toDomain(inner)];
    }),
  );
}

const CREATE_PRODUCT =
  'mutation($input: CreateProductInput!) { createProduct(input: $input) { success errors { field code message } } }';
const UPDATE_PRODUCT =
  'mutation($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, input: $input) { success errors { field code message } } }';
const CREATE_BUNDLE =
  'mutation($input: CreateBundleInput!) { createBundle(input: $input) { success errors { field code message } } }';

type Case = [name: string, operation: 'create' | 'update' | 'bundle', body: () => Json, id?: () => string | number];
const tent = { title: 'a', rent: 1, sku: 's' };
const pack = (item: Json) => ({ title: 'a', items: [item] });

const cases: Case[] = [
  ['a valid product', 'create', () => tent],
  [
    'a product of every field',
    'create',
    () => ({
      ...tent,
      description: 'd',
      cost: 1,
      productType: 0,
      stock_type: 1,
      quantity: 2,
      equipments: [{ name: 'n', quantity: 1 }],
      images: [{ src: 'https://example.com/' }],
      online: false,
      archived: true,
      code: 'c',
      stock_unit_type_id: 1,
      barcode: 'b',
      commodity_code: 'c',
      country_of_manufacture: 'DE',
      shelf_life_min: 1,
      shelf_life_max: 2,
    }),
  ],
  ['nothing', 'create', () => ({})],
  ['nulls', 'create', () => ({ ...tent, description: null, title: null, images: null })],
  ['blank texts', 'create', () => ({ ...tent, title: ' ', sku: '\t' })],
  [
    'wrong types',
    'create',
    () => ({
      ...tent,
      title: 1,
      rent: '1',
      quantity: 1.5,
      online: 1,
      images: [1],
      stock_type: 'x',
      description: {},
    }),
  ],
  ['wrong types of one field each', 'create', () => ({ ...tent, stock_type: 9 })],
  ['true for an integer', 'create', () => ({ ...tent, quantity: true })],
  ['too large integers', 'create', () => ({ ...tent, quantity: 2_147_483_648 })],
  ['values below their minimum', 'create', () => ({ ...tent, rent: 0, cost: -0.01, quantity: 0 })],
  ['a long title', 'create', () => ({ ...tent, title: 'x'.repeat(256) })],
  ['too many images', 'create', () => ({ ...tent, images: Array(6).fill({ src: 'https://example.com/' }) })],
  [
    'faults in entries',
    'create',
    () => ({ ...tent, equipments: [{ name: '', quantity: 0 }, { quantity: 1 }], images: [{ src: 'x' }, {}] }),
  ],
  ['unreachable images', 'create', () => ({ ...tent, images: [{ src: 'https://a.invalid/' }] })],
  ['an unknown field', 'create', () => ({ ...tent, foo: 1 })],
  ['an unknown field of an entry', 'create', () => ({ ...tent, images: [{ src: 'https://example.com/', alt: 'x' }] })],
  ['NUL and half surrogates', 'create', () => ({ ...tent, title: '\0', description: '\udfff' })],
  ['a country in lower case', 'create', () => ({ ...tent, country_of_manufacture: 'de' })],
  ['a shelf life upside down', 'create', () => ({ ...tent, shelf_life_min: 2, shelf_life_max: 1 })],
  ['an update', 'update', () => ({ title: 'New', cost: null })],
  ['an empty update', 'update', () => ({})],
  ['null for fields that cannot be cleared', 'update', () => ({ title: null, quantity: null, sku: null })],
  ['a shelf life against the stored one', 'update', () => ({ shelf_life_max: 1 })],
  ['wrong types in an update', 'update', () => ({ title: [], rent: null, online: 'yes' })],
  ['an update of a product that does not exist', 'update', () => ({ title: 5 }), () => 999_999],
  ['an update of an id that names nothing', 'update', () => ({ title: 'x' }), () => '01'],
  ["an update of another owner's product, right", 'update', () => ({ title: 'x' }), () => ids.rivals],
  ["an update of another owner's product, wrong", 'update', () => ({ title: 5 }), () => ids.rivals],
  ['a bundle', 'bundle', () => pack({ ad_id: ids.tent, quantity: 1 })],
  ['a bundle of nothing', 'bundle', () => ({ title: 'a', items: [] })],
  ['a bundle of too much', 'bundle', () => ({ title: 'a', items: Array(31).fill({ ad_id: ids.tent, quantity: 1 }) })],
  [
    'a bundle of products that cannot be had',
    'bundle',
    () => ({
      title: 'a',
      items: [999_999, ids.rivals, ids.offline, ids.bundle, 0].map((ad_id) => ({ ad_id, quantity: 1 })),
    }),
  ],
  [
    'a bundle with faults of every kind',
    'bundle',
    () => ({
      title: '',
      rent: 0,
      items: [{ ad_id: 999_999, quantity: 0 }, { quantity: 1 }, { ad_id: 1.5, quantity: 1 }, 7],
    }),
  ],
  ['a bundle without items', 'bundle', () => ({ title: 'a', items: null })],
  ['a bundle of an id that is too large', 'bundle', () => pack({ ad_id: 2_147_483_648, quantity: 1 })],
];

async function runBoth([, operation, body, id]: Case, token: string) {
  const input = toDomain(body());
  const options = { token };
  const target = id?.() ?? ids.tent;
  switch (operation) {
    case 'create':
      return [
        await app.rest('POST', '/product', { product: body() }, options),
        await app.graphql(CREATE_PRODUCT, { input }, options),
      ] as const;
    case 'update':
      return [
        await app.rest('PUT', `/product/${target}`, { product: body() }, options),
        await app.graphql(UPDATE_PRODUCT, { id: String(target), input }, options),
      ] as const;
    case 'bundle':
      return [
        await app.rest('POST', '/bundle', { bundle: body() }, options),
        await app.graphql(CREATE_BUNDLE, { input }, options),
      ] as const;
  }
}

describe.each(cases)('%s', (...row) => {
  test('comes to the same codes, fields, messages and effect on both surfaces (D34, D35)', async () => {
    const count = () => app.db.product.count();
    const before = await count();
    const [rest, graphql] = await runBoth(row, app.owner.token);
    if (!hasWrongTypes(graphql)) expect(graphqlResult(graphql)).toEqual(restResult(rest));
    else if (rest.status === 400) expect(graphqlResult(graphql)).toEqual(withoutRules(restResult(rest)));
    else expect([403, 404]).toContain(rest.status);
    const success =
      Object.values((graphql.body.data ?? {}) as Record<string, { success: boolean } | null>)[0]?.success ?? false;
    expect(success).toBe(rest.body.success === true);
    expect((await count()) - before).toBe(success && row[1] !== 'update' ? 2 : 0);
  });

  test('is refused alike without the permission to write (D5)', async () => {
    const [rest, graphql] = await runBoth(row, reader.token);
    expect(restResult(rest)).toEqual({ code: 'FORBIDDEN', errors: [], message: 'Access denied to this resource' });
    if (hasWrongTypes(graphql)) expect(graphql.body.data).toBeUndefined();
    else expect(graphqlResult(graphql)).toEqual(restResult(rest));
  });
});

test.each([
  ['own', () => ids.tent],
  ['offline', () => ids.offline],
  ['of another owner', () => ids.rivals],
  ['that does not exist', () => 999_999],
])('a product %s is read alike', async (_, id) => {
  const rest = await app.rest('GET', `/product/${id()}`);
  const graphql = await app.graphql(`{ product(id: ${id()}) { id title online } }`);
  expect(graphqlResult(graphql)).toEqual(restResult(rest));
  expect(graphql.body.data.product).toEqual(
    rest.status === 200 ? { id: String(id()), title: rest.body.product.title, online: rest.body.product.online } : null,
  );
});
