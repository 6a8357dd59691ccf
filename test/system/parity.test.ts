// The parity of the surfaces: each recorded write runs on both, and codes, paths, messages and effect are compared.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOfStatus } from '../../src/operation/failure.ts';
import { atLastRelease, RELEASES } from '../../src/rest/releases.ts';
import { WIRE_ENUMS, WIRE_NAMES } from '../../src/rest/wire.ts';
import { type Answer, BASE } from '../support/app.ts';
import { recordedExchanges } from './contract/golden-play.ts';
import { openScene, type Person } from './contract/golden-scene.ts';

const VERSION = RELEASES[0]?.date ?? '';

let scene: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  scene = await openScene('shop', VERSION, atLastRelease());
});
afterAll(() => scene.close());

type Json = Record<string, unknown>;

/** The result of a case, in the names of REST. */
interface CaseResult {
  readonly code: string | undefined;
  readonly errors: readonly { field: string; code: string; message: string }[];
  readonly message: string | undefined;
}

function restResult({ status, body }: Answer): CaseResult {
  const code = status === 400 ? undefined : codeOfStatus(status);
  return { code, errors: (body.errors ?? []).map(withoutValues), message: body.error };
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
const ENUMS: Record<string, Record<string, string | number>> = WIRE_ENUMS;

function toDomain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDomain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = DOMAIN_NAMES.get(name) ?? name;
      const [member] = Object.entries(ENUMS[field] ?? {}).find(([, wire]) => wire === inner) ?? [];
      return [field, member ?? toDomain(inner)];
    }),
  );
}

const ERRORS = 'success errors { field code message }';
const MUTATIONS: Record<string, string> = {
  'POST /product': `mutation ($input: CreateProductInput!) { createProduct(input: $input) { ${ERRORS} } }`,
  'PUT /product': `mutation ($input: UpdateProductInput!, $id: ID!) { updateProduct(id: $id, input: $input) { ${ERRORS} } }`,
  'POST /bundle': `mutation ($input: CreateBundleInput!) { createBundle(input: $input) { ${ERRORS} } }`,
};

/** What only one surface takes: names, ids and values of the other, what a read returns, a value in place of a list, over 50 errors. */
const OF_ONE_SURFACE =
  /names of|a read has|update, everything|lists? .*none|items that are none|cannot have|does not have|not allowed|sixty|envelope/;

type Case = readonly [name: string, line: string, body: Json];

const RECORDED = recordedExchanges(VERSION).flatMap(({ name, request: { as, scene, method, path, headers, body } }) => {
  const fields = (body as { product?: Json; bundle?: Json } | undefined)?.[
    path.includes('bundle') ? 'bundle' : 'product'
  ];
  const isCase = scene !== 'one create left' && as === 'owner' && !headers && fields && !OF_ONE_SURFACE.test(name);
  return isCase ? [[name, `${method} ${path.replace(BASE, '')}`, fields] as const] : [];
});

const MORE: readonly Case[] = [
  ['true for an integer', 'POST /product', { title: 'a', rent: 1, sku: 's', quantity: true }],
  ['a value that is not allowed', 'POST /product', { title: 'a', rent: 1, sku: 's', stock_type: 9 }],
  ['unreachable images', 'POST /product', { title: 'a', rent: 1, sku: 's', images: [{ src: 'https://a.invalid/' }] }],
  ['a shelf life against the stored one', 'PUT /product/1', { shelf_life_min: 12, shelf_life_max: 11 }],
  ['an update of an id that names nothing', 'PUT /product/01', { title: 'x' }],
  ["an update of another owner's product, right", 'PUT /product/4', { title: 'x' }],
  ["an update of another owner's product, wrong", 'PUT /product/4', { title: 5 }],
  [
    'items that cannot be had',
    'POST /bundle',
    { title: 'a', items: [3, 4, 999].map((ad_id) => ({ ad_id, quantity: 1 })) },
  ],
  ['an id that is too large', 'POST /bundle', { title: 'a', items: [{ ad_id: 2_147_483_648, quantity: 1 }] }],
];

const graphql = (as: Person, query: string, variables = {}) =>
  scene.send({ scene: 'shop', as, method: 'POST', path: '/graphql', body: { query, variables } });

async function runBoth([, line, fields]: Case, as: Person) {
  const [method = '', path = ''] = line.split(' ');
  const [, wrapper = '', id] = path.split('/');
  const query = MUTATIONS[`${method} /${wrapper}`] ?? '';
  return [
    await scene.send({ scene: 'shop', as, method, path: `${BASE}${path}`, body: { [wrapper]: fields } }),
    await graphql(as, query, { input: toDomain(fields), id }),
  ] as const;
}

test('most recorded writes are compared', () => expect(RECORDED.length).toBeGreaterThan(50));

describe.each([...RECORDED, ...MORE])('%s', (...row) => {
  test('comes to the same codes, fields, messages and effect on both surfaces (D34, D35)', async () => {
    const count = () => scene.db.product.count();
    const before = await count();
    const [rest, graphql] = await runBoth(row, 'owner');
    if (!hasWrongTypes(graphql)) expect(graphqlResult(graphql)).toEqual(restResult(rest));
    else if (rest.status === 400) expect(graphqlResult(graphql)).toEqual(withoutRules(restResult(rest)));
    else expect([403, 404]).toContain(rest.status);
    const success =
      Object.values((graphql.body.data ?? {}) as Record<string, { success: boolean } | null>)[0]?.success ?? false;
    expect(success).toBe(rest.body.success === true);
    expect((await count()) - before).toBe(success && row[1].startsWith('POST') ? 2 : 0);
  });

  test('is refused alike without the permission to write (D5)', async () => {
    const [rest, graphql] = await runBoth(row, 'reader');
    expect(restResult(rest)).toEqual({ code: 'FORBIDDEN', errors: [], message: 'Access denied to this resource' });
    if (hasWrongTypes(graphql)) expect(graphql.body.data).toBeUndefined();
    else expect(graphqlResult(graphql)).toEqual(restResult(rest));
  });
});

test.each([
  ['own', 1],
  ['offline', 3],
  ['of another owner', 4],
  ['that does not exist', 999_999],
])('a product %s is read alike', async (_, id) => {
  const rest = await scene.send({ scene: 'shop', as: 'owner', method: 'GET', path: `${BASE}/product/${id}` });
  const read = await graphql('owner', `{ product(id: ${id}) { id title online } }`);
  expect(graphqlResult(read)).toEqual(restResult(rest));
  expect(read.body.data.product).toEqual(
    rest.status === 200 ? { id: String(id), title: rest.body.product.title, online: rest.body.product.online } : null,
  );
});
