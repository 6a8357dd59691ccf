// The oracle of the checked load: random documents, the verdict on an answer, and what must be stored.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { randomQuery } from './documents.ts';
import { judgeGraphql, judgeRest, refusal } from './judge.ts';
import { audit, Ledger, type Stored } from './ledger.ts';
import { DEFAULTS } from './population.ts';
import { createRandom } from './random.ts';
import type { Thing } from './things.ts';

const QUERIES = 300;
const queries = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: QUERIES }, () => randomQuery(random));
};

test('every random document fits the schema', () => {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../../../schema.graphql'), 'utf8'));
  const faults = queries(1).flatMap(({ text }) => validate(schema, parse(text)).map(({ message }) => message));
  expect(faults).toEqual([]);
});

test('random documents differ from each other, and a seed repeats them', () => {
  const texts = queries(2).map(({ text }) => text);
  expect(new Set(texts).size).toBeGreaterThan(QUERIES * 0.9);
  expect(queries(2).map(({ text }) => text)).toEqual(texts);
});

test('a record that may not be read is null with its error', () => {
  const [query] = queries(3);
  const person = { id: 1, name: 'a', email: 'b' };
  const known = { things: new Map(), rentals: new Map() };
  const answer = query?.answer(
    query.kinds.map(() => 'FORBIDDEN' as const),
    { known, person },
  );
  expect(Object.values(answer?.data ?? {})).toEqual(query?.kinds.map(() => null));
  expect(answer?.errors).toEqual(query?.kinds.map((_, index) => ({ code: 'FORBIDDEN', path: [`r${index}`] })));
});

const received = (status: number, body: unknown, headers = {}) => ({ status, headers, text: JSON.stringify(body) });
const away = { message: 'Service temporarily unavailable', extensions: { code: 'UNAVAILABLE', retryAfter: 2 } };

describe('an answer of REST', () => {
  const expected = { status: 200, body: { product: { id: 1, title: 'Tent' } }, etag: '"v.1"' };

  test('is right when status, text and revision are', () => {
    expect(judgeRest(received(200, expected.body, { etag: '"v.1"' }), expected)).toBe('right');
  });

  test.each([
    ["another's", received(200, { product: { id: 2, title: 'Boat' } }, { etag: '"v.1"' })],
    ['that of another revision', received(200, expected.body, { etag: '"v.2"' })],
    ['with its keys in another order', received(200, { product: { title: 'Tent', id: 1 } }, { etag: '"v.1"' })],
    ['a fault', received(500, { error: 'Internal server error' })],
    ['a refusal without Retry-After', received(503, { error: 'Service temporarily unavailable' })],
    ['a refusal that is none of the read', received(403, refusal('FORBIDDEN').body)],
  ])('is wrong when it is %s', (_, answer) => {
    expect(judgeRest(answer, expected)).toEqual({ wrong: expect.any(String) });
  });

  test('may be a refusal for a while', () => {
    const headers = { 'retry-after': '2' };
    expect(judgeRest(received(503, { error: 'Service temporarily unavailable' }, headers), expected)).toBe(
      'unavailable',
    );
    expect(judgeRest(received(429, { error: 'Request limit exceeded' }, headers), expected)).toBe('throttled');
  });
});

describe('an answer of GraphQL', () => {
  const forbidden = { message: 'Access denied to this resource', path: ['b'], extensions: { code: 'FORBIDDEN' } };
  const expected = {
    data: { a: { id: '1', product: { id: '2' } }, b: null },
    errors: [{ code: 'FORBIDDEN', path: ['b'] }],
  };

  test('is right when its data and its errors are', () => {
    expect(judgeGraphql(received(200, { errors: [forbidden], data: expected.data }), expected)).toBe('right');
  });

  test.each([
    ['data', { errors: [forbidden], data: { ...expected.data, a: { id: '3', product: { id: '2' } } } }],
    ['order of keys', { errors: [forbidden], data: { b: null, a: expected.data.a } }],
    ['errors', { data: expected.data }],
    ['sentence', { errors: [{ ...forbidden, message: 'No' }], data: expected.data }],
    ['null without an error', { errors: [forbidden], data: { a: null, b: null } }],
  ])('is wrong when it has another %s', (_, body) => {
    expect(judgeGraphql(received(200, body), expected)).toEqual({ wrong: expect.any(String) });
  });

  test('may lack the fields that could not be read, and no others', () => {
    const lacking = {
      errors: [{ ...away, path: ['a', 'product'] }, forbidden],
      data: { a: { id: '1', product: null }, b: null },
    };
    expect(judgeGraphql(received(200, lacking), expected)).toBe('unavailable');
    expect(judgeGraphql(received(200, { ...lacking, data: { a: null, b: null } }), expected)).toHaveProperty('wrong');
    expect(judgeGraphql(received(503, { errors: [away] }), expected)).toBe('unavailable');
  });

  test('is wrong when it is a fault', () => {
    expect(judgeGraphql(received(500, { errors: [{ message: 'Internal server error' }] }), expected)).toHaveProperty(
      'wrong',
    );
  });
});

const thing = (id: number, more: Partial<Thing> = {}): Thing => ({
  ...{ ...DEFAULTS, id, ownerId: 7, title: `thing ${id}`, rent: 1.5, items: [] },
  ...{ createdAt: '', updatedAt: '', revision: 1 },
  ...more,
});
const row = ({ id, ownerId, title, description, rent, online, archived, images, revision, items }: Thing) => ({
  ...{ id, title, description, online, archived, images, revision },
  ...{ owner_id: ownerId, rent: String(rent), lines: items.length },
});
const record = (key: string, productId: number) => ({ key_hash: key, product_id: productId, owner_id: 7, user_id: 7 });

/** Product 1 and bundle 2 of one line were created with a key each, and are stored. */
function scene() {
  const things = [thing(1), thing(2, { type: 'BUNDLE', items: [{ adId: 1, quantity: 1 }] })];
  const ledger = new Ledger();
  for (const { id, title, items } of things) ledger.attempts.set(title, { ownerId: 7, lines: items.length, id });
  ledger.keys.set('a', 1).set('b', 2);
  const known = { things: new Map(things.map((each) => [each.id, each])), rentals: new Map() };
  const stored: Stored = { products: things.map(row), records: [record('a', 1), record('b', 2)] };
  return { known, ledger, stored };
}

const nothing = { lost: [], doubled: [], half: [] };

test('finds nothing where all that was answered is stored', () => {
  const { known, ledger, stored } = scene();
  expect(audit(known, ledger, stored)).toEqual(nothing);
});

test('a create without an answer may be stored once, or not at all', () => {
  const { known, ledger, stored } = scene();
  ledger.attempts.set('thing 3', { ownerId: 7, lines: 0 });
  expect(audit(known, ledger, stored)).toEqual(nothing);
  const once = { ...stored, products: [...stored.products, row(thing(3))] };
  expect(audit(known, ledger, once)).toEqual(nothing);
  const twice = { ...stored, products: [...once.products, row(thing(4, { title: 'thing 3' }))] };
  expect(audit(known, ledger, twice).doubled).toEqual(['product 4 thing 3']);
});

test('an answered create that is stored twice, or that nobody sent, is doubled', () => {
  const { known, ledger, stored } = scene();
  const products = [...stored.products, row(thing(5, { title: 'thing 1' })), row(thing(6))];
  expect(audit(known, ledger, { ...stored, products }).doubled).toEqual(['product 5 thing 1', 'product 6 thing 6']);
});

test('an answered create, update or record of a key that is not stored is lost', () => {
  const { known, ledger, stored } = scene();
  const without = { products: stored.products.slice(1), records: stored.records.slice(1) };
  const first = expect.stringMatching(/^product 1: .*"thing 1".* became nothing$/);
  expect(audit(known, ledger, without).lost).toEqual([first, 'create thing 1', 'key a']);
  known.things.set(1, thing(1, { description: 'updated', revision: 2 }));
  expect(audit(known, ledger, stored).lost).toEqual([expect.stringMatching(/^product 1: .*"updated".* became /)]);
});

test('an update without an answer may be stored or not, and as nothing else', () => {
  const { known, ledger, stored } = scene();
  ledger.unsure.set(1, [thing(1), thing(1, { description: 'updated', revision: 2 })]);
  expect(audit(known, ledger, stored)).toEqual(nothing);
  const other = row(thing(1, { description: 'of another', revision: 2 }));
  expect(audit(known, ledger, { ...stored, products: [other, ...stored.products.slice(1)] }).lost).toEqual([
    expect.stringMatching(/^product 1: .* or .*"updated".* became .*"of another"/),
  ]);
});

test('a bundle without a line, and a record without its product, are half done', () => {
  const { known, ledger, stored } = scene();
  const [product, bundle] = stored.products;
  if (!product || !bundle) throw new Error('the scene has both');
  const records = [...stored.records, { ...record('c', 9), owner_id: null }];
  const half = { products: [product, { ...bundle, lines: 0 }], records };
  expect(audit(known, ledger, half).half).toEqual(['bundle 2', 'key c']);
});
