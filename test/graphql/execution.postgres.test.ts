// A document that is in the cache has byte for byte the same responses as when it was parsed, for every caller.
import { beforeAll, expect, test, vi } from 'vitest';
import { Slot } from '../../src/fairness/slots.ts';
import { readParams } from '../../src/graphql/execution.ts';
import { MAX_ENTRIES } from '../../src/operation/field-types.ts';
import { openTestApp } from '../support/app.ts';
import { OLDEST_RECORDED } from '../support/first-release.ts';
import { play, recordedExchanges } from '../system/contract/golden-play.ts';

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

async function answerOf(sent: Sent, token?: string) {
  const { status, headers, body } = await app.call(
    '/graphql',
    { method: 'POST', body: JSON.stringify(sent) },
    { headers: { 'Content-Type': 'application/json' }, ...(token && { token }) },
  );
  const { 'x-request-id': _, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, text: JSON.stringify(body) };
}

let count = 0;
/** A document that nobody has sent before. */
const unseen = (query: string) => `${query} # ${count++}`;

const NOT_RECORDED: Record<string, (given: typeof ids) => Sent> = {
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
  'a document beyond a limit (D45)': ({ bundle }) => ({
    query: `{ bundle(id: ${bundle}) ${'{ items { product { bundle '.repeat(6)} { id } ${'} } }'.repeat(6)} }`,
  }),
  introspection: () => ({ query: '{ __schema { queryType { name } } }' }),
};

test.each(Object.entries(NOT_RECORDED))('%s', async (_, made) => {
  const { query, ...rest } = made(ids);
  const sent = { ...rest, query: unseen(query) };
  const first = await answerOf(sent);
  expect([await answerOf(sent), await answerOf(sent)]).toEqual([first, first]);
});

test('every recorded query', async () => {
  const queries = recordedExchanges(OLDEST_RECORDED).filter(
    ({ request: { path, body } }) =>
      path === '/graphql' && !JSON.stringify(body).includes('mutation'),
  );
  const answers = await play(OLDEST_RECORDED, [...queries, ...queries]);
  expect(answers.splice(queries.length)).toEqual(answers);
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
  for (let time = 0; time < 2; time++)
    expect([await textOf(false), await textOf(true)]).toEqual([less, more]);
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
    const { status, text } = await answerOf(sent, token);
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

test('a list in variables is cut where it is too long for any field: the engine copies it for each mutation', async () => {
  const url = new URL('http://localhost/graphql');
  const images = Array.from({ length: 5_000 }, () => ({ src: 'x' }));
  const json = { query: '{ __typename }', variables: { inputs: [{ images }] } };
  const request = new Request(url, { method: 'POST' });
  const { variables } = await readParams(request, url, async () => ({ json }));
  expect(variables?.inputs[0].images).toHaveLength(MAX_ENTRIES + 1);
});
