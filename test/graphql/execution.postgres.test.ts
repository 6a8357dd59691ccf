// A document that is in the cache has byte for byte the same responses as when it was parsed, for every caller.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Slot } from '../../src/fairness/slots.ts';
import { type CallOptions, openTestApp } from '../support/app.ts';

const app = await openTestApp();
let ids: { product: number; rivals: number; bundle: number };
beforeAll(async () => {
  const product = await app.product({
    equipments: [{ name: 'Peg', quantity: 2 }],
    images: [{ src: 'https://a.example/1.png' }],
  });
  const rivals = await app.product({}, app.rival.id);
  const bundle = await app.product({
    type: 'BUNDLE',
    items: { create: [{ adId: product.id, position: 0, quantity: 2 }] },
  });
  ids = { product: product.id, rivals: rivals.id, bundle: bundle.id };
});

interface Sent {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string;
}

async function answerOf(
  sent: Sent,
  { token = app.owner.token, headers = {} }: CallOptions = {},
) {
  const response = await app.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify(sent),
    }),
  );
  const {
    'x-request-id': _,
    ratelimit: _left,
    ...rest
  } = Object.fromEntries(response.headers);
  return { status: response.status, headers: rest, text: await response.text() };
}

/** IDs and times of what a mutation created, which differ each time. */
const comparable = (text: string) =>
  text.replace(/"(?:id|location|createdAt|updatedAt)":"[^"]*"/g, '"-"');

let count = 0;
/** A document that nobody has sent before. */
const unseen = (query: string) => `${query} # ${count++}`;

const FIELDS =
  'id title description rent cost type stockType sku quantity online archived equipments { name quantity } images { src }';

const REQUESTS: Record<string, (given: typeof ids) => Sent> = {
  'a product': ({ product }) => ({
    query: `query($id: ID!) { product(id: $id) { ${FIELDS} } }`,
    variables: { id: product },
  }),
  'aliases, fragments and __typename': ({ bundle }) => ({
    query: `{ a: product(id: ${bundle}) { ...F b: bundle { items { adId product { ...F } } } } __typename c: bundle(id: ${bundle}) { ... on Bundle { title } } }
      fragment F on Product { x: title __typename }`,
  }),
  'one of two operations': ({ product }) => ({
    query: `query A { product(id: ${product}) { title } } query B { product(id: ${product}) { rent } }`,
    operationName: 'B',
  }),
  'no operation of that name': ({ product }) => ({
    query: `query A { product(id: ${product}) { id } }`,
    operationName: 'B',
  }),
  'two operations and no name': () => ({
    query: 'query A { __typename } query B { __typename }',
  }),
  'a product that is not there': () => ({ query: '{ product(id: 2147483647) { id } }' }),
  'a product of another owner beside one of the caller': ({ product, rivals }) => ({
    query: `{ mine: product(id: ${product}) { id } other: product(id: ${rivals}) { id } }`,
  }),
  'variables of the wrong type': () => ({
    query: 'query($id: ID!, $more: Boolean!) { product(id: $id) { id @include(if: $more) } }',
    variables: { id: [], more: 1 },
  }),
  'a variable that is missing': () => ({
    query: 'query($id: ID!) { product(id: $id) { id } }',
  }),
  'a document that is not valid': () => ({ query: '{ product(id: 1) { nothing } }' }),
  'a document that is not GraphQL': () => ({ query: '{ product(id: 1) {' }),
  'a document beyond a limit (D45)': ({ bundle }) => ({
    query: `{ bundle(id: ${bundle}) ${'{ items { product { bundle '.repeat(6)} { id } ${'} } }'.repeat(6)} }`,
  }),
  introspection: () => ({ query: '{ __schema { queryType { name } } }' }),
  'a mutation': () => ({
    query: `mutation($input: CreateProductInput!) {
      createProduct(input: $input) { success errors { field code } id location product { ${FIELDS} revision createdAt } } }`,
    variables: {
      input: {
        title: 'Tent',
        rent: 1.5,
        stockType: 'BULK',
        equipments: [{ name: 'Peg', quantity: 1 }],
      },
    },
  }),
  'a mutation with errors in its input': () => ({
    query:
      'mutation { createProduct(input: { title: "", rent: 0 }) { success errors { field code message } id } }',
  }),
  'mutations of which one fails': ({ product, rivals }) => ({
    query: `mutation { a: updateProduct(id: ${product}, input: { title: "T" }) { success product { title } }
      b: updateProduct(id: ${rivals}, input: { title: "T" }) { success } }`,
  }),
};

describe.each(['application/json', 'application/graphql-response+json'])('%s', (accept) => {
  test.each(Object.keys(REQUESTS))('%s', async (name) => {
    const sent = REQUESTS[name]?.(ids) as Sent;
    const request = { ...sent, query: unseen(sent.query) };
    const [first, second, third] = [
      await ask(request),
      await ask(request),
      await ask(request),
    ];
    expect([second, third]).toEqual([first, first]);
  });

  async function ask(sent: Sent) {
    const { text, headers, ...answer } = await answerOf(sent, { headers: { accept } });
    const { 'content-length': length, ...others } = headers;
    expect(Number(length)).toBe(Buffer.byteLength(text));
    return { ...answer, headers: others, text: comparable(text) };
  }
});

test('a document is parsed once, and each one that nobody has sent costs its length', async () => {
  const cost = vi.spyOn(Slot.prototype, 'add');
  const query = unseen('{ __typename }');
  for (let time = 0; time < 3; time++) await answerOf({ query });
  const ofDocument = cost.mock.calls.filter(([bytes]) => bytes === 64 * query.length);
  expect(ofDocument).toHaveLength(1);
});

test('a variable that decides which fields are read is evaluated for each request', async () => {
  const query = unseen(
    `query($id: ID!, $more: Boolean!) { product(id: $id) { id title @include(if: $more) rent @skip(if: $more) } }`,
  );
  const textOf = async (more: boolean) =>
    (await answerOf({ query, variables: { id: ids.product, more } })).text;
  const [less, more] = [
    `{"data":{"product":{"id":"${ids.product}","rent":10}}}`,
    `{"data":{"product":{"id":"${ids.product}","title":"T"}}}`,
  ];
  await app.db.product.update({ where: { id: ids.product }, data: { title: 'T' } });
  expect([
    await textOf(false),
    await textOf(true),
    await textOf(false),
    await textOf(true),
  ]).toEqual([less, more, less, more]);
});

test("reads a fragment's field for each operation, along with the fields around it", async () => {
  const query =
    unseen(`query A { product(id: ${ids.product}) { ...F } } query B { product(id: ${ids.product}) { ...F rent quantity } }
    fragment F on Product { id }`);
  const keysOf = async (operationName: string) =>
    Object.keys(JSON.parse((await answerOf({ query, operationName })).text).data.product);
  for (let time = 0; time < 2; time++) {
    expect(await keysOf('A')).toEqual(['id']);
    expect(await keysOf('B')).toEqual(['id', 'rent', 'quantity']);
  }
});

test('checks permission, ownership and revocation for a document that another caller sent before', async () => {
  const sent = { query: unseen(`{ product(id: ${ids.product}) { id } }`) };
  const guest = await app.person('guest', ['WRITE']);
  const codeOf = async (token: string) => {
    const { status, text } = await answerOf(sent, { token });
    return [status, JSON.parse(text).errors?.[0].extensions.code];
  };
  for (let time = 0; time < 2; time++) {
    expect(await codeOf(app.owner.token)).toEqual([200, undefined]);
    expect(await codeOf(app.rival.token)).toEqual([200, 'FORBIDDEN']);
    expect(await codeOf(guest.token)).toEqual([200, 'FORBIDDEN']);
  }
  await app.db.apiToken.update({
    where: { id: guest.tokenId },
    data: { revokedAt: new Date() },
  });
  expect(await codeOf(guest.token)).toEqual([401, 'AUTH_INVALID_TOKEN']);
});
