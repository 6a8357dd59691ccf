// The limits of GraphQL documents (D45), and the length of errors about a document.
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';

const app = await openTestApp();

const STRICT = { headers: { Accept: 'application/graphql-response+json' } };
const list = (count: number, one: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => one(n)).join(' ');

/** The name of a limit, its maximum, and a document of a given size. */
const LIMITS: [name: string, most: number, document: (size: number) => string][] = [
  [
    'Query depth',
    15,
    (size) => `${'{ ... '.repeat(size - 1)} { __typename ${'}'.repeat(size)}`,
  ],
  [
    'Value depth',
    32,
    (size) => `{ product(id: ${'['.repeat(size - 1)}1${']'.repeat(size - 1)}) { id } }`,
  ],
  ['Aliases', 100, (size) => `{ ${list(size, (n) => `a${n}: __typename`)} }`],
  ['Directives', 50, (size) => `{ ${list(size, () => '__typename @include(if: true)')} }`],
  ['Token', 4_000, (size) => `{ product(id: [${list(size - 12, () => '1')}]) { id } }`],
  [
    'Introspection',
    5,
    (size) => `{ ${list(size, (n) => `a${n}: __type(name: "Product") { name }`)} }`,
  ],
  ['Name length', 255, (size) => `{ ${'a'.repeat(size)}: __typename }`],
];

const messageOf = async (query: string) =>
  (await app.graphql(query)).body.errors?.[0].message;

test.each(LIMITS)(
  '%s: accepts up to %i, and rejects one more with the number found (D45)',
  async (name, most, document) => {
    // Token parsing stops at its limit.
    const found = name === 'Token' ? '' : `, found ${most + 1}`;
    const message = `${name} limit of ${most} exceeded${found}.`;
    expect(await messageOf(document(most))).not.toBe(message);
    const { status, body } = await app.graphql(document(most + 1), {}, STRICT);
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  },
);

test.each([
  ['', '{a', 'Query depth limit of 15 exceeded, found 1900.'],
  ['', '{...', 'Query depth limit of 15 exceeded, found 1900.'],
  ['{a(b:', '[', 'Value depth limit of 32 exceeded, found 1901.'],
  ['{a(b:', '{c:', 'Value depth limit of 32 exceeded, found 1333.'],
  ['query($a:', '[', 'Value depth limit of 32 exceeded, found 1901.'],
  ['type A{a:', '[', 'Value depth limit of 32 exceeded, found 1900.'],
])(
  'rejects %s%s… with its limit, however deep it is nested (D12, D45)',
  async (start, nested, message) => {
    const { status, body } = await app.graphql(start + nested.repeat(1_900), {}, STRICT);
    expect([status, body.errors[0].message]).toEqual([400, message]);
    expect(body.errors[0].extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
  },
);

test('fields are as deep in a fragment as without it (D45)', async () => {
  const inItems = (times: number, inner: string) =>
    `${'bundle { items { product { '.repeat(times)} ${inner} ${'} } }'.repeat(times)}`;
  const fragment = `fragment f on Product { ${inItems(2, 'bundle { items { adId } }')} }`;
  expect(await messageOf(`{ product(id: 1) { ${inItems(2, '...f')} } } ${fragment}`)).toBe(
    'Query depth limit of 15 exceeded, found 16.',
  );
});

const chain = list(490, (n) => `fragment f${n} on Query { ...f${n + 1} }`);
const twice = list(20, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);

test('a chain of many fragments is no deeper than its fields (D12, D45)', async () => {
  const document = `{ ...f0 } ${chain} fragment f490 on Query { __typename }`;
  expect((await app.graphql(document)).body).toEqual({ data: { __typename: 'Query' } });
});

test.each([
  ['fragments that double twenty times', `${twice} fragment f20 on Query { __typename }`],
  ['a fragment of itself', 'fragment f0 on Query { ...f0 }'],
])('rejects %s (D12)', async (_, fragments) => {
  const { status } = await app.graphql(`{ ...f0 } ${fragments}`, {}, STRICT);
  expect(status).toBe(400);
});

test('rejects a field that is repeated until graphql-js stops comparing, with that limit (D45)', async () => {
  const repeated = (count: number) => `{ ${list(count, () => '__typename')} }`;
  expect(await messageOf(repeated(700))).toBeUndefined();
  const { status, body } = await app.graphql(repeated(708), {}, STRICT);
  expect(status).toBe(400);
  expect(body).toEqual({
    errors: [
      {
        message: 'Repeated fields limit of 500000 comparisons exceeded.',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ],
  });
});

const page = (fields: string, id: number) =>
  `{ ${list(50, (n) => `p${n}: product(id: ${id}) { ${fields} }`)} }`;
const ONE_BY_ONE =
  'id title description rent cost type stockType sku quantity equipments { name quantity } images { src } online archived';
/** As components declare what they need. */
const IN_FRAGMENTS = `
  fragment Card on Product { id title ...Price ...Stock images { ...Photo } }
  fragment Price on Product { rent cost ...Flags }
  fragment Flags on Product { online archived description type }
  fragment Stock on Product { stockType sku quantity equipments { ...Extra } }
  fragment Photo on Image { src }
  fragment Extra on Equipment { name quantity }`;

test.each([
  ['with every field that a front end shows', (id: number) => page(ONE_BY_ONE, id)],
  [
    'whose fields are in fragments of components',
    (id: number) => page('...Card', id) + IN_FRAGMENTS,
  ],
])('accepts a page of 50 products %s (D45)', async (_, document) => {
  const { id } = await app.product();
  const { body } = await app.graphql(document(id));
  expect([body.errors, Object.keys(body.data ?? {}).length]).toEqual([undefined, 50]);
});

test('rejects a cost over 10,000 and reports the cost (D45)', async () => {
  const lines = 'bundle { items { product { '.repeat(3);
  expect(
    await messageOf(
      `{ product(id: 1) { ${lines} ${list(200, () => 'id')} ${'} } } '.repeat(3)} } }`,
    ),
  ).toMatch(/^Query Cost limit of 10000 exceeded, found 1\d{4}/);
});

describe('an error about a document', () => {
  const long = (character: string) => character.repeat(900_000);

  test.each([
    [
      'a string instead of a number',
      `mutation { createProduct(input: { title: "a", rent: "${long('x')}" }) { id } }`,
    ],
    [
      'a string with spaces',
      `mutation { createProduct(input: { title: "a", rent: "${'x '.repeat(400_000)}" }) { id } }`,
    ],
    [
      'a number',
      `mutation { createProduct(input: { title: "a", rent: 1, quantity: ${long('9')} }) { id } }`,
    ],
    ['an invalid number', `{ product(id: 0${long('9')}) { id } }`],
    ['a name after the end', `{ __typename } ${long('x')}`],
    ['a list', `{ product(id: [${'1,'.repeat(3_900)}]) { id } }`],
    [
      'an enum value',
      `mutation { createProduct(input: { title: "a", rent: 1, stockType: ${long('X')} }) { id } }`,
    ],
    ['an alias', `{ ${long('x')}: product(id: 1) { id } }`],
  ])('repeats at most 100 characters of %s, and is short', async (_, query) => {
    const { body } = await app.graphql(query);
    expect(body.errors[0].message).not.toMatch(/x{101}|9{101}|X{101}/);
    expect(JSON.stringify(body).length).toBeLessThan(1_500);
  });

  test('repeats a name of 100 characters and a similar known name', async () => {
    const name = 'x'.repeat(100);
    expect(await messageOf(`{ ${name} }`)).toBe(
      `Cannot query field "${name}" on type "Query".`,
    );
    expect(await messageOf('{ product(id: 1) { titl } }')).toBe(
      'Cannot query field "titl" on type "Product". Did you mean "title"?',
    );
  });

  test('is one of at most fifty', async () => {
    const { body } = await app.graphql(`{ ${list(90, (n) => `nothing${n}`)} }`);
    expect(body.errors).toHaveLength(51);
    expect(body.errors.at(-1).message).toBe(
      'Too many validation errors, error limit reached. Validation aborted.',
    );
  });

  test('has a location in a document of up to 8,000 characters, but not in a longer one', async () => {
    const errorsOf = async (spaces: number) =>
      (await app.graphql(`{ nothing${' '.repeat(spaces)} }`)).body.errors;
    expect((await errorsOf(100))[0].locations).toEqual([{ line: 1, column: 3 }]);
    expect((await errorsOf(8_000))[0]).not.toHaveProperty('locations');
  });
});
