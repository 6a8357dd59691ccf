import { expect, test } from 'vitest';
import { audit, Ledger, type Stored } from './ledger.ts';
import { DEFAULTS } from './population.ts';
import type { Thing } from './things.ts';

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
