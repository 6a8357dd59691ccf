import { describe, expect, test } from 'vitest';
import { BASE, openTestApp } from '../support/app.ts';

const app = await openTestApp();

test.each(['variables', 'extensions'])(
  '%s in a query string have the same limits as a body (D12)',
  async (name) => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    for (const value of ['NaN', nested(2_000)]) {
      const answer = await app.call(
        `/graphql?${new URLSearchParams({ query: '{ __typename }', [name]: value })}`,
        {},
      );
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].extensions.errors).toMatchObject([
        { field: name, code: 'INVALID_FORMAT' },
      ]);
    }
  },
);

test('reports the errors of all variables in order, without those of rules, at most 50 (D36)', async () => {
  const faultsOf = async (variables: object) => {
    const { body } = await app.graphql(
      `mutation($a: UpdateProductInput!, $id: ID!, $b: CreateProductInput!) {
        updateProduct(id: $id, input: $a) { success } createProduct(input: $b) { success } }`,
      variables,
    );
    expect(body.errors).toHaveLength(1);
    expect(body.data).toBeUndefined();
    return body.errors[0].extensions.errors.map(
      ({ variable, field, code }: Record<string, string>) => `${variable} ${field} ${code}`,
    );
  };
  const before = await app.db.product.count();
  const b = { title: 'x'.repeat(256), rent: 1, online: 'yes', stockType: 'UNIT' };
  const faults = [
    'a rent INVALID_FORMAT',
    'id  REQUIRED',
    'b title MAX_LENGTH',
    'b online INVALID_FORMAT',
  ];
  expect(await faultsOf({ b, a: { rent: 'x' } })).toEqual(faults);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, n]));
  expect(await faultsOf({ id: '1', a: many, b: many })).toHaveLength(50);
  expect(await app.db.product.count()).toBe(before);
});

test.each([
  ['application/graphql-response+json', 400],
  ['APPLICATION/GRAPHQL-RESPONSE+JSON; charset=utf-8, */*', 400],
  ['application/json, application/graphql-response+json;q=0', 200],
  ['*/*', 200],
])(
  'Accept: %s gives a document that is not valid the status %d (D37)',
  async (Accept, status) => {
    const answer = await app.graphql('{ unknown }', {}, { headers: { Accept } });
    const type = status === 400 ? 'application/graphql-response+json' : 'application/json';
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      `${type}; charset=utf-8`,
    ]);
  },
);

test.each([
  ['a directive', '$v: Boolean = true', '{ success id @skip(if: $v) }', '"T"'],
  ['a fragment', '$v: Boolean = true', '{ ...F }', '"T"'],
  ['a field of an input', '$v: String = "T"', '{ id }', '$v'],
])(
  'a null variable with a default, in %s that takes none, is REQUIRED before anything is done (D36)',
  async (_, variable, selection, title) => {
    const before = await app.db.product.count();
    const tent = (name: string) =>
      `createProduct(input: { title: ${name}, rent: 1, stockType: BULK })`;
    const { status, body } = await app.graphql(
      `mutation A(${variable}) { a: ${tent('"T"')} ${selection} b: ${tent(title)} { id } }
      ${selection.includes('...') ? 'fragment F on CreateProductPayload { id @include(if: $v) }' : ''}`,
      { v: null },
    );
    expect([status, body.data]).toEqual([200, undefined]);
    expect(body.errors).toMatchObject([
      {
        extensions: {
          code: 'VALIDATION_FAILED',
          errors: [{ variable: 'v', code: 'REQUIRED' }],
        },
      },
    ]);
    expect(await app.db.product.count()).toBe(before);
  },
);

test('a null variable with a default stands where null is taken', async () => {
  const { body } = await app.graphql(
    `mutation A($v: String = "T") {
      createProduct(input: { title: "T", rent: 1, stockType: BULK, sku: $v }) { product { sku } } }`,
    { v: null },
  );
  expect(body).toEqual({ data: { createProduct: { product: { sku: null } } } });
});

test('a write succeeds without the permission to read; its record is null with FORBIDDEN (D5)', async () => {
  const { id: writer, token } = await app.person('writer', ['WRITE']);
  const { id } = await app.product({}, writer);
  const { status, body } = await app.graphql(
    `mutation($id: ID!) {
      updateProduct(id: $id, input: { title: "New" }) { success errors { code } product { title } }
      createProduct(input: { title: "a", rent: 1, stockType: BULK }) { success id location product { id } }
      createBundle(input: { title: "a", items: [{ adId: $id, quantity: 1 }] }) { id bundle { id } } }`,
    { id },
    { token },
  );
  const { createProduct, ...others } = body.data;
  expect([status, others]).toEqual([
    200,
    {
      updateProduct: { success: true, errors: [], product: null },
      createBundle: { id: expect.any(String), bundle: null },
    },
  ]);
  const location = `/api/token-secured/product/${createProduct.id}`;
  expect(createProduct).toEqual({
    success: true,
    id: expect.any(String),
    location,
    product: null,
  });
  const paths = [
    ['updateProduct', 'product'],
    ['createProduct', 'product'],
    ['createBundle', 'bundle'],
  ];
  expect(body.errors).toMatchObject(
    paths.map((path) => ({ path, extensions: { code: 'FORBIDDEN' } })),
  );
  expect(await app.db.product.findUniqueOrThrow({ where: { id } })).toMatchObject({
    title: 'New',
  });
});

describe('a mutation', () => {
  const query =
    'mutation { createProduct(input: { title: "a", rent: 1, sku: "s" }) { success } }';

  test.each(['text/plain', 'text/event-stream', 'multipart/mixed', 'image/*'])(
    'that was executed returns JSON, whatever is accepted: %s (D37)',
    async (Accept) => {
      const answer = await app.graphql(query, {}, { headers: { Accept } });
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { createProduct: { success: true } } },
      });
    },
  );

  test('must be sent as JSON: no forms, multipart, text or content types that only start like JSON', async () => {
    const before = await app.db.product.count();
    const boundary = `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"${query}"}\r\n--x--`;
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', `query=${encodeURIComponent(query)}`],
      ['application/graphql', query],
      ['application/json-patch+json', JSON.stringify({ query })],
      ['text/plain', JSON.stringify({ query })],
      ['multipart/form-data; boundary=x', boundary],
    ] as const) {
      const headers = { 'Content-Type': type };
      const answer = await app.call('/graphql', { method: 'POST', body }, { headers });
      expect([answer.status, answer.body.errors[0].message]).toEqual([
        415,
        `Content-Type must be application/json, not ${type}`,
      ]);
    }
    expect(await app.db.product.count()).toBe(before);
  });
});

test('a request without a content type is JSON, as on REST (D11)', async () => {
  const body = new Blob([JSON.stringify({ query: '{ viewer { id } }' })]);
  const answer = await app.call('/graphql', { method: 'POST', body });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { viewer: { id: String(app.owner.id) } } },
  });
});

test.each(['/graphql', `${BASE}/product`])(
  '415 of %s names the coding that is not supported (D11, D42)',
  async (path) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'utf-8' };
    const { status, body } = await app.call(
      path,
      { method: 'POST', body: '{}' },
      { headers },
    );
    const message = 'Content-Encoding must be gzip or absent, not utf-8';
    expect([status, body.error ?? body.errors[0].message]).toEqual([415, message]);
  },
);

test('an error that a later retry would meet again has no Retry-After (D37)', async () => {
  const { headers, body } = await app.graphql('{ product(id: "0") { id } }');
  expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
  expect(headers.has('retry-after')).toBe(false);
});

test('a document without the operation that is named has a code', async () => {
  const { body } = await app.graphql('query A { __typename } query B { __typename }');
  const code = 'OPERATION_RESOLUTION_FAILURE';
  expect(body).toMatchObject({ errors: [{ extensions: { code } }] });
});
