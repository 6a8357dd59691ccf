// The GraphQL surface: names, selections, statuses, limits (D33 to D39).
import type { GraphQLScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { SCHEMA } from '../support/released-schema.ts';

const app = await openTestApp();

test('days and moments are written as the specifications of their scalars demand', async () => {
  const specified = (name: string) => (SCHEMA.getType(name) as GraphQLScalarType).specifiedByURL;
  expect(specified('Date')).toBe('https://scalars.graphql.org/andimarek/local-date.html');
  expect(specified('DateTime')).toBe('https://scalars.graphql.org/andimarek/date-time.html');
  const { id } = await app.rental([], { createdAt: new Date('2025-07-01T08:30:00Z') });
  const { body } = await app.graphql('query($id: ID!) { rental(id: $id) { startDate createdAt } }', { id });
  expect(body.data.rental).toEqual({ startDate: '2026-01-01', createdAt: '2025-07-01T08:30:00.000Z' });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Under this type a request that cannot be executed has a status of its own. */
const STRICT = { Accept: 'application/graphql-response+json' };
const post = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  app.call('/graphql', { method: 'POST', body }, { headers });

test('products of another owner in a bundle are null (D38)', async () => {
  const tent = await app.product({ title: 'Tent' }, app.rival.id);
  const { id } = await app.product({ type: 'BUNDLE', items: { create: { adId: tent.id, quantity: 3, position: 0 } } });
  const { body } = await app.graphql(`{ bundle(id: ${id}) { items { quantity product { id } } } }`);
  expect(body.data.bundle.items).toEqual([{ quantity: 3, product: null }]);
});

test.each(['*/*', 'application/json', 'application/graphql-response+json', 'text/html'])(
  'HEAD with Accept: %s has the status and the headers of GET (D21, D37)',
  async (accept) => {
    for (const query of ['', '?query={__typename}', '?query=mutation{__typename}', '?query={']) {
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => app.call(`/graphql${query}`, { method }, { headers: { Accept: accept } })),
      );
      expect(head?.status, query).toBe(get?.status);
      for (const name of ['content-type', 'allow', 'vary', 'cache-control'])
        expect(head?.headers.get(name), name).toBe(get?.headers.get(name));
      expect(head?.body).toBe('');
    }
  },
);

test.each(['variables', 'extensions'])('%s of a query string are bounded as a body is (D12)', async (name) => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  for (const value of ['NaN', '\0', nested(33), nested(2_000)]) {
    const answer = await app.call(`/graphql?${new URLSearchParams({ query: '{ __typename }', [name]: value })}`, {});
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].extensions.errors).toMatchObject([{ field: name, code: 'INVALID_FORMAT' }]);
  }
});

describe('variables of the wrong type (D36)', () => {
  const faultsOf = async (query: string, variables: object) => {
    const { body } = await app.graphql(query, variables);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({ message: 'Validation failed', extensions: { code: 'VALIDATION_FAILED' } });
    expect(body.data).toBeUndefined();
    return body.errors[0].extensions.errors as { variable: string; field: string; code: string; message: string }[];
  };
  const brief = async (query: string, variables: object) =>
    (await faultsOf(query, variables)).map(({ variable, field, code }) => `${variable} ${field} ${code}`);

  const CREATE = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { success } }';

  test('one error lists all faults of the shape beside wrong types, not those of rules across fields, and nothing is executed', async () => {
    const before = await app.db.product.count();
    const input = { title: 'x'.repeat(256), rent: 0, online: 'yes', stockType: 'UNIT', foo: 1 };
    expect(await faultsOf(CREATE, { input })).toEqual([
      { variable: 'input', field: 'title', code: 'MAX_LENGTH', message: 'Must have at most 255 characters' },
      { variable: 'input', field: 'rent', code: 'MIN_VALUE', message: 'Must be at least 0.01' },
      { variable: 'input', field: 'online', code: 'INVALID_FORMAT', message: 'Must be true or false, not a string' },
      { variable: 'input', field: 'foo', code: 'INVALID_FORMAT', message: 'Unknown field' },
    ]);
    expect(await app.db.product.count()).toBe(before);
  });

  test('the faults of all variables stand in the order of the variables, at most 50', async () => {
    const two =
      'mutation($a: UpdateProductInput!, $id: ID!, $b: UpdateProductInput!) { a: updateProduct(id: $id, input: $a) { success } b: updateProduct(id: $id, input: $b) { success } }';
    expect(await brief(two, { b: { title: 1 }, a: { rent: 'x' } })).toEqual([
      'a rent INVALID_FORMAT',
      'id  REQUIRED',
      'b title INVALID_FORMAT',
    ]);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, n]));
    expect(await brief(two, { id: '1', a: many, b: many })).toHaveLength(50);
  });

  test('variables of other types are REQUIRED or INVALID_FORMAT, without a field', async () => {
    const nested =
      'mutation($t: String!, $r: Float!) { createProduct(input: { title: $t, rent: $r, sku: "s" }) { success } }';
    expect(await brief(nested, { t: 1 })).toEqual(['t  INVALID_FORMAT', 'r  REQUIRED']);
    expect(await brief('query($id: ID!) { product(id: $id) { id } }', { id: null })).toEqual(['id  REQUIRED']);
    expect(await brief('query($id: ID!) { product(id: $id) { id } }', { id: { a: 1 } })).toEqual([
      'id  INVALID_FORMAT',
    ]);
    expect(await brief('query($on: Boolean!) { __typename @include(if: $on) }', { on: 1 })).toEqual([
      'on  INVALID_FORMAT',
    ]);
  });

  test('a variable of the type of an entry is checked by its shape; a list of them is INVALID_FORMAT as a whole', async () => {
    const one = 'mutation($i: ImageInput!) { createProduct(input: { title: "a", rent: 1, images: [$i] }) { success } }';
    expect(await brief(one, { i: { src: 1 } })).toEqual(['i src INVALID_FORMAT']);
    const list =
      'mutation($i: [ImageInput!]) { createProduct(input: { title: "a", rent: 1, images: $i }) { success } }';
    expect(await brief(list, { i: [{ src: 'https://a.example/' }, { src: 1 }] })).toEqual(['i  INVALID_FORMAT']);
  });

  test('a single value in place of a list is a list of one', async () => {
    const input = { title: 'a', rent: 1, stockType: 'BULK', images: { src: 5 } };
    expect(await brief(CREATE, { input })).toEqual(['input images[0].src INVALID_FORMAT']);
  });

  test('defaults of variables hold', async () => {
    const withDefault = `mutation($t: String! = "dd", $q: Int) {
      createProduct(input: { title: $t, rent: 1, stockType: BULK, quantity: $q }) { success }
    }`;
    expect(await brief(withDefault, { q: 'x' })).toEqual(['q  INVALID_FORMAT']);
  });
});

describe('the result of a write without the permission to read (D5)', () => {
  test('the write stands, its product is null with FORBIDDEN at its path', async () => {
    const writer = await app.person('writer', ['WRITE']);
    const { id } = await app.product({}, writer.id);
    const update =
      'mutation($id: ID!) { updateProduct(id: $id, input: { title: "New" }) { success errors { code } product { title } } }';
    const { status, body } = await app.graphql(update, { id }, { token: writer.token });
    expect(status).toBe(200);
    expect(body.data).toEqual({ updateProduct: { success: true, errors: [], product: null } });
    expect(body.errors).toMatchObject([
      {
        message: 'Access denied to this resource',
        path: ['updateProduct', 'product'],
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    expect(await app.db.product.findUniqueOrThrow({ where: { id } })).toMatchObject({ title: 'New' });
  });

  test('so is that of a create, whose id and location are no read', async () => {
    const writer = await app.person('writer', ['WRITE']);
    const create =
      'mutation { createProduct(input: { title: "a", rent: 1, stockType: BULK }) { success id location product { id } } }';
    const { body } = await app.graphql(create, {}, { token: writer.token });
    expect(body.data.createProduct).toEqual({
      success: true,
      id: expect.any(String),
      location: `/api/token-secured/product/${body.data.createProduct.id}`,
      product: null,
    });
    const bundle =
      'mutation($id: ID!) { createBundle(input: { title: "a", items: [{ adId: $id, quantity: 1 }] }) { id bundle { id } } }';
    const made = await app.graphql(bundle, { id: body.data.createProduct.id }, { token: writer.token });
    expect(made.body.data.createBundle).toEqual({ id: expect.any(String), bundle: null });
    expect(made.body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('limits of a public endpoint', () => {
  test('what a front end needs passes: a page of 50 products, a rental with everything, introspection', async () => {
    const { id } = await app.product();
    const fields =
      'id title description rent cost type stockType sku quantity equipments { name quantity } images { src } online archived';
    const page = await app.graphql(
      `{ ${Array.from({ length: 50 }, (_, n) => `p${n}: product(id: ${id}) { ${fields} }`).join(' ')} }`,
    );
    expect(Object.keys(page.body.data)).toHaveLength(50);
    const { getIntrospectionQuery } = await import('graphql');
    const introspection = await app.graphql(getIntrospectionQuery());
    expect(introspection.body.data.__schema.queryType.name).toBe('Query');
  });

  test.each(['text/plain', 'text/event-stream', 'multipart/mixed', 'image/*'])(
    'what was executed is answered, in JSON, whatever is accepted: %s (D37)',
    async (Accept) => {
      const mutation = 'mutation { createProduct(input: { title: "a", rent: 1, sku: "s" }) { success } }';
      const answer = await app.graphql(mutation, {}, { headers: { Accept } });
      expect(answer).toMatchObject({ status: 200, body: { data: { createProduct: { success: true } } } });
    },
  );

  test('no forms, multipart, text or what only begins like JSON; mutations come as JSON alone', async () => {
    const query = 'mutation { createProduct(input: { title: "a", rent: 1, sku: "s" }) { success } }';
    const before = await app.db.product.count();
    const boundary = `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"${query}"}\r\n--x--`;
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', `query=${encodeURIComponent(query)}`],
      ['application/graphql', query],
      ['application/json-patch+json', JSON.stringify({ query })],
      ['text/plain', JSON.stringify({ query })],
      ['multipart/form-data; boundary=x', boundary],
    ] as const) {
      expect((await post(body, { 'Content-Type': type })).status, type).toBe(415);
    }
    expect(await app.db.product.count()).toBe(before);
  });

  test.each([
    ['null', 'null', 400],
    ['a number', '5', 400],
    ['40 levels', `{"query":"{__typename}","variables":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`, 400],
    ['over 1 MiB', JSON.stringify({ query: '{__typename}', variables: { a: 'x'.repeat(1 << 20) } }), 413],
  ])('a body that is %s (D11)', async (_, body, status) => {
    const answer = await post(body, { ...JSON_TYPE, ...STRICT });
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0].message).toEqual(expect.any(String));
  });
});
