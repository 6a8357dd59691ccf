// The judge of the checked load: random documents, the verdict on an answer, and what must be stored.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { judgeGraphql, judgeRest, randomQuery } from './answers.ts';
import { audit, createKnown, type Stored, type Thing } from './ledger.ts';

const root = join(import.meta.dirname, '../../../../..');
const queries = Array.from({ length: 300 }, randomQuery);

test('every random document fits the schema', () => {
  const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const faults = queries.flatMap(({ text }) => validate(schema, parse(text)).map(({ message }) => message));
  expect(faults).toEqual([]);
});

test('a record that may not be read is null with its error', () => {
  const [query] = queries;
  const reader = { contracts: {} as never, known: createKnown(), reader: 1 };
  const answer = query?.answer(
    query.kinds.map(() => 'forbidden' as const),
    reader,
  );
  expect(Object.values(answer?.data ?? {})).toEqual(query?.kinds.map(() => null));
  expect(answer?.errors).toEqual(query?.kinds.map((_, index) => ({ code: 'FORBIDDEN', path: [`r${index}`] })));
});

const answered = (status: number, json: unknown, headers = {}) => ({
  ...({ surface: 'rest', call: { method: 'GET', path: '/' }, status, headers: new Headers(headers) } as const),
  ...{ text: JSON.stringify(json), json },
});
const away = { message: 'Service temporarily unavailable', extensions: { code: 'UNAVAILABLE', retryAfter: 2 } };

describe('an answer of REST', () => {
  const contracts = { rest: { faults: () => [] } } as never;
  const body = { product: { id: 1, title: 'Tent' } };
  const verdict = (answer: ReturnType<typeof answered>) => {
    try {
      return judgeRest(contracts, { name: 'readProduct' } as never, answer, { kind: 'ok', data: body, etag: '"v.1"' });
    } catch (error) {
      return { wrong: String(error) };
    }
  };

  test('is right when its body and revision are, and may be a refusal for a while', () => {
    expect(verdict(answered(200, body, { etag: '"v.1"' }))).toBe('right');
    const headers = { 'retry-after': '2' };
    expect(verdict(answered(503, { error: 'Service temporarily unavailable' }, headers))).toBe('unavailable');
    expect(verdict(answered(429, { error: 'Request limit exceeded' }, headers))).toBe('throttled');
  });

  test.each([
    ["another's", answered(200, { product: { id: 2, title: 'Boat' } }, { etag: '"v.1"' })],
    ['that of another revision', answered(200, body, { etag: '"v.2"' })],
    ['a fault', answered(500, { error: 'Internal server error' })],
    ['a refusal without Retry-After', answered(503, { error: 'Service temporarily unavailable' })],
    ['a refusal that is none of the read', answered(403, { error: 'Access denied to this resource' })],
  ])('is wrong when it is %s', (_, answer) => {
    expect(verdict(answer)).toEqual({ wrong: expect.any(String) });
  });
});

describe('an answer of GraphQL', () => {
  const forbidden = { message: 'Access denied to this resource', path: ['b'], extensions: { code: 'FORBIDDEN' } };
  const expected = {
    data: { a: { id: '1', product: { id: '2' } }, b: null },
    errors: [{ code: 'FORBIDDEN', path: ['b'] }],
  };

  test('is right when its data and its errors are', () => {
    expect(judgeGraphql(answered(200, { errors: [forbidden], data: expected.data }), expected)).toBe('right');
  });

  test.each([
    ['other data', 200, { errors: [forbidden], data: { ...expected.data, a: { id: '3', product: { id: '2' } } } }],
    ['another order of keys', 200, { errors: [forbidden], data: { b: null, a: expected.data.a } }],
    ['no error', 200, { data: expected.data }],
    ['another sentence', 200, { errors: [{ ...forbidden, message: 'No' }], data: expected.data }],
    ['null without an error', 200, { errors: [forbidden], data: { a: null, b: null } }],
    ['a fault', 500, { errors: [{ message: 'Internal server error' }] }],
  ])('is wrong when it has %s', (_, status, body) => {
    expect(judgeGraphql(answered(status, body), expected)).toEqual({ wrong: expect.any(String) });
  });

  test('may lack the fields that could not be read, and no others', () => {
    const lacking = {
      errors: [{ ...away, path: ['a', 'product'] }, forbidden],
      data: { a: { id: '1', product: null }, b: null },
    };
    expect(judgeGraphql(answered(200, lacking), expected)).toBe('unavailable');
    expect(judgeGraphql(answered(200, { ...lacking, data: { a: null, b: null } }), expected)).toHaveProperty('wrong');
    expect(judgeGraphql(answered(503, { errors: [away] }), expected)).toBe('unavailable');
  });
});

const thing = (id: number, more: object = {}, revision = 1): Thing => ({
  ...{ readers: [7], revision },
  fields: {
    id,
    title: `thing ${id}`,
    description: null,
    rent: 1.5,
    online: true,
    archived: false,
    images: [],
    ...more,
  },
});
const row = ({ readers: [owner_id = 0], revision, fields }: Thing) =>
  ({ ...fields, owner_id, revision, items: (fields.items as unknown[] | undefined)?.length ?? 0 }) as never;
const record = (key: string, productId: number) => ({ key_hash: key, product_id: productId, owner_id: 7, user_id: 7 });

/** Product 1 and bundle 2 of one item were created with a key each, and are stored. */
function scene() {
  const things = [thing(1), thing(2, { items: [{ ad_id: 1, quantity: 1 }] })];
  const known = createKnown();
  for (const [index, each] of things.entries()) {
    known.things.set(index + 1, each);
    known.attempts.set(`thing ${index + 1}`, { ownerId: 7, items: index, id: index + 1 });
  }
  known.keys.set('a', 1).set('b', 2);
  const stored: Stored = { products: things.map(row), records: [record('a', 1), record('b', 2)] };
  return { known, stored };
}

const nothing = { lost: [], doubled: [], half: [] };

test('a create without an answer may be stored once, or not at all', () => {
  const { known, stored } = scene();
  expect(audit(known, stored)).toEqual(nothing);
  known.attempts.set('thing 3', { ownerId: 7, items: 0 });
  expect(audit(known, stored)).toEqual(nothing);
  const once = { ...stored, products: [...stored.products, row(thing(3))] };
  expect(audit(known, once)).toEqual(nothing);
  const twice = { ...stored, products: [...once.products, row(thing(4, { title: 'thing 3' }))] };
  expect(audit(known, twice).doubled).toEqual(['product 4 thing 3']);
});

test('an answered create that is stored twice, or that nobody sent, is doubled', () => {
  const { known, stored } = scene();
  const products = [...stored.products, row(thing(5, { title: 'thing 1' })), row(thing(6))];
  expect(audit(known, { ...stored, products }).doubled).toEqual(['product 5 thing 1', 'product 6 thing 6']);
});

test('an answered create, update or record of a key that is not stored is lost', () => {
  const { known, stored } = scene();
  const without = { products: stored.products.slice(1), records: stored.records.slice(1) };
  const first = expect.stringMatching(/^product 1: .*"thing 1".* became nothing$/);
  expect(audit(known, without).lost).toEqual([first, 'create thing 1', 'key a']);
  known.things.set(1, thing(1, { description: 'updated' }, 2));
  expect(audit(known, stored).lost).toEqual([expect.stringMatching(/^product 1: .*"updated".* became /)]);
});

test('an update without an answer may be stored or not, and as nothing else', () => {
  const { known, stored } = scene();
  known.unsure.set(1, [thing(1), thing(1, { description: 'updated' }, 2)]);
  expect(audit(known, stored)).toEqual(nothing);
  const other = row(thing(1, { description: 'of another' }, 2));
  expect(audit(known, { ...stored, products: [other, ...stored.products.slice(1)] }).lost).toEqual([
    expect.stringMatching(/^product 1: .* or .*"updated".* became .*"of another"/),
  ]);
});

test('a bundle without an item, and a record without its product, are half done', () => {
  const { known, stored } = scene();
  const [product, bundle] = stored.products;
  if (!product || !bundle) throw new Error('the scene has both');
  const records = [...stored.records, { ...record('c', 9), owner_id: null }];
  expect(audit(known, { products: [product, { ...bundle, items: 0 }], records }).half).toEqual(['bundle 2', 'key c']);
});
