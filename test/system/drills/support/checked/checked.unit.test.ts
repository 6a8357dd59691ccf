// The judge of the checked load: random documents, the verdict on a response, and what must be stored.
import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { judgeGraphql, judgeRest, randomQuery, schema } from './answers.ts';
import { audit, createKnown, type Stored, type Thing } from './ledger.ts';

test('every random document matches the schema, and an unreadable record is null with its error', () => {
  for (let count = 0; count < 300; count++) {
    const { text, kinds, answer } = randomQuery();
    expect(validate(schema, parse(text))).toEqual([]);
    const reader = { contracts: {} as never, known: createKnown(), reader: 1 };
    const found = kinds.map(() => 'forbidden' as const);
    const roots = kinds.map((_, index) => `r${index}`);
    expect(answer(found, reader)).toEqual({
      data: Object.fromEntries(roots.map((root) => [root, null])),
      errors: roots.map((root) => `${root}.FORBIDDEN`),
    });
  }
});

const answered = (status: number, json: unknown, headers = {}) => ({
  ...({
    surface: 'rest',
    call: { method: 'GET', path: '/' },
    status,
    headers: new Headers(headers),
  } as const),
  ...{ text: JSON.stringify(json), json },
});
const wrong = { wrong: expect.any(String) };
const body = { product: { id: 1, title: 'Tent' } };
const away = { error: 'Service temporarily unavailable' };
const later = { 'retry-after': '2' };

test.each([
  ['right', 'its body and revision', answered(200, body, { etag: '"v.1"' })],
  ['unavailable', 'a temporary rejection', answered(503, away, later)],
  [wrong, "another's", answered(200, { product: { id: 2, title: 'Boat' } }, { etag: '"v.1"' })],
  [wrong, 'that of another revision', answered(200, body, { etag: '"v.2"' })],
  [wrong, 'a rejection without Retry-After', answered(503, away)],
  [
    wrong,
    'a rejection that no read returns',
    answered(403, { error: 'Access denied to this resource' }),
  ],
])('the verdict on a REST response is %o for %s', (verdict, _, answer) => {
  const contracts = { rest: { faults: () => [] } } as never;
  const judge = () => {
    try {
      return judgeRest(contracts, { name: 'readProduct' } as never, answer, {
        kind: 'ok',
        data: body,
        etag: '"v.1"',
      });
    } catch (error) {
      return { wrong: String(error) };
    }
  };
  expect(judge()).toEqual(verdict);
});

const forbidden = {
  message: 'Access denied to this resource',
  path: ['b'],
  extensions: { code: 'FORBIDDEN' },
};
const data = { a: { id: '1', product: { id: '2' } }, b: null };
const gone = { message: away.error, extensions: { code: 'UNAVAILABLE', retryAfter: 2 } };
const lacking = [{ ...gone, path: ['a', 'product'] }, forbidden];

test.each([
  ['right', 'its data and errors', 200, { errors: [forbidden], data }],
  ['unavailable', 'nothing', 503, { errors: [gone] }],
  [
    'unavailable',
    'everything except what could not be read',
    200,
    { errors: lacking, data: { a: { id: '1', product: null }, b: null } },
  ],
  [wrong, 'less than what could be read', 200, { errors: lacking, data: { a: null, b: null } }],
  [
    wrong,
    'other data',
    200,
    { errors: [forbidden], data: { ...data, a: { id: '3', product: { id: '2' } } } },
  ],
  [wrong, 'another order of keys', 200, { errors: [forbidden], data: { b: null, a: data.a } }],
  [wrong, 'no error', 200, { data }],
  [wrong, 'another message', 200, { errors: [{ ...forbidden, message: 'No' }], data }],
  [wrong, 'null without an error', 200, { errors: [forbidden], data: { a: null, b: null } }],
  [wrong, 'an internal error', 500, { errors: [{ message: 'Internal server error' }] }],
])('the verdict on a GraphQL response is %o if it has %s', (verdict, _, status, body) => {
  expect(judgeGraphql(answered(status, body), { data, errors: ['b.FORBIDDEN'] })).toEqual(verdict);
});

const thing = (id: number, more: object = {}, revision = 1): Thing => {
  const fields = {
    id,
    title: `thing ${id}`,
    description: null,
    rent: 1.5,
    online: true,
    archived: false,
    images: [],
  };
  return { readers: [7], revision, fields: { ...fields, ...more } };
};
const row = ({ readers: [owner_id = 0], revision, fields }: Thing) =>
  ({
    ...fields,
    owner_id,
    revision,
    items: (fields.items as unknown[] | undefined)?.length ?? 0,
  }) as never;
const record = (key: string, productId: number) => ({
  key_hash: key,
  product_id: productId,
  owner_id: 7,
  user_id: 7,
});

/** Product 1 and bundle 2 with one item were created with a key each; product 3 has no response. */
function scene() {
  const things = [thing(1), thing(2, { items: [{ ad_id: 1, quantity: 1 }] })] as const;
  const known = createKnown();
  for (const [index, each] of things.entries()) {
    known.things.set(index + 1, each);
    known.attempts.set(`thing ${index + 1}`, { ownerId: 7, items: index, id: index + 1 });
  }
  known.attempts.set('thing 3', { ownerId: 7, items: 0 });
  known.keys.set('a', 1).set('b', 2);
  const [first, second] = things;
  const stored = { products: [row(first), row(second)], records: [record('a', 1), record('b', 2)] };
  return { known, stored };
}

type Scene = ReturnType<typeof scene>;
const updated = thing(1, { description: 'updated' }, 2);
const instead =
  (product: never) =>
  ({ stored }: Scene) => ({ products: [product, ...stored.products.slice(1)] });
const beside =
  (...products: never[]) =>
  ({ stored }: Scene) => ({ products: [...stored.products, ...products] });
const unsure = (product: never) => (scene: Scene) => {
  scene.known.unsure.set(1, [thing(1), updated]);
  return instead(product)(scene);
};
const became = (text: string) => [
  expect.stringMatching(new RegExp(`^product 1: .*became .*${text}`)),
];

describe('the audit finds', () => {
  test.each<[string, object, (scene: Scene) => Partial<Stored>]>([
    ['nothing if everything is stored, and a create without a response is not', {}, () => ({})],
    ['nothing if a create without a response is stored once', {}, beside(row(thing(3)))],
    [
      'a create without a response that is stored twice',
      { doubled: ['product 4 thing 3'] },
      beside(row(thing(3)), row(thing(4, { title: 'thing 3' }))),
    ],
    [
      'a confirmed create that is stored twice, or that nobody sent',
      { doubled: ['product 5 thing 1', 'product 6 thing 6'] },
      beside(row(thing(5, { title: 'thing 1' })), row(thing(6))),
    ],
    [
      "a confirmed create and its key's record that are not stored",
      { lost: [...became('nothing'), 'create thing 1', 'key a'] },
      ({ stored }) => ({ products: stored.products.slice(1), records: stored.records.slice(1) }),
    ],
    [
      'a confirmed update that is not stored',
      { lost: became('') },
      ({ known }) => {
        known.things.set(1, updated);
        return {};
      },
    ],
    ['nothing if an update without a response is not stored', {}, unsure(row(thing(1)))],
    ['nothing if it is stored', {}, unsure(row(updated))],
    [
      'an update without a response that is stored differently',
      { lost: became('of another') },
      unsure(row(thing(1, { description: 'of another' }, 2))),
    ],
    [
      'a bundle without an item, and a record without its product',
      { half: ['bundle 2', 'key c'] },
      ({ stored }) => ({
        products: [row(thing(1)), row(thing(2))],
        records: [...stored.records, { ...record('c', 9), owner_id: null }],
      }),
    ],
  ])('%s', (_, findings, change) => {
    const given = scene();
    const stored = { ...given.stored, ...change(given) };
    expect(audit(given.known, stored)).toEqual({
      ...{ lost: [], doubled: [], half: [] },
      ...findings,
    });
  });
});
