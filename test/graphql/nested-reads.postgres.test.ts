// How much a query reads: nested fields with one statement however many lines there are (D38), root fields a few at a
// time.
import { expect, test, vi } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

const products = vi.spyOn(app.db.reads.product, 'findMany');
const rentals = vi.spyOn(app.db.reads.rental, 'findMany');

/** The number of different keys in each query that a document sends. */
async function keysOf(query: string) {
  products.mockClear();
  rentals.mockClear();
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  const count = ([args]: readonly unknown[]) =>
    new Set((args as { where: { id: { in: number[] } } }).where.id.in).size;
  return { products: products.mock.calls.map(count), rentals: rentals.mock.calls.map(count) };
}

test.each([1, 12])(
  'reads a rental of %d lines with their products in one query',
  async (lines) => {
    const made = await Promise.all(Array.from({ length: lines }, () => app.product()));
    const { id } = await app.rental(made.map((product) => product.id));
    const query = `{ rental(id: ${id}) { owner { name } items { title product { title rent } } } }`;
    expect(await keysOf(query)).toEqual({ rentals: [1], products: [] });
  },
);

test('reads the products of a rental with their own query if a document selects their texts or a bundle', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => app.product()));
  const { id } = await app.rental(made.map((product) => product.id));
  for (const field of ['sku', 'description', 'bundle { items { quantity } }']) {
    const query = `{ rental(id: ${id}) { items { product { title ${field} } } } }`;
    expect(await keysOf(query)).toEqual({ rentals: [1], products: [12] });
  }
});

test('reads the products of a bundle with one query, whether it is selected as a bundle or as a product', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => app.product()));
  const items = made.map(({ id }, position) => ({ adId: id, position, quantity: 1 }));
  const { id } = await app.product({ type: 'BUNDLE', items: { create: items } });
  const expected = { rentals: [], products: [1, 5] };
  expect(await keysOf(`{ bundle(id: ${id}) { items { product { title rent } } } }`)).toEqual(
    expected,
  );
  expect(
    await keysOf(
      `{ product(id: ${id}) { bundle { items { quantity product { title } } } } }`,
    ),
  ).toEqual(expected);
});

test.each([30, 65, 1_000])(
  'reads %d products of a bundle or rental with one query (D38)',
  async (count) => {
    const product = { title: 'a', rent: 1, stockType: 'BULK', quantity: 1 } as const;
    const data = Array.from({ length: count }, () => ({ ...product, ownerId: app.owner.id }));
    const made = await app.db.product.createManyAndReturn({ data, select: { id: true } });
    const fields = 'items { product { id sku description } }';
    const { id } = await app.rental(made.map((product) => product.id));
    expect(await keysOf(`{ rental(id: ${id}) { ${fields} } }`)).toEqual({
      rentals: [1],
      products: [count],
    });
    if (count > 30) return;
    const items = made.map((product, position) => ({
      adId: product.id,
      position,
      quantity: 1,
    }));
    const bundle = await app.product({ type: 'BUNDLE', items: { create: items } });
    expect(await keysOf(`{ bundle(id: ${bundle.id}) { ${fields} } }`)).toEqual({
      rentals: [],
      products: [1, count],
    });
  },
);

test('a product of an item is null unless the caller owns it, however it is read (D38)', async () => {
  const { id: foreign } = await app.product({ ownerId: app.rival.id });
  const { id: own } = await app.product();
  const { id } = await app.rental([foreign, own]);
  for (const fields of ['id', 'id sku']) {
    const { body } = await app.graphql(
      `{ rental(id: ${id}) { items { product { ${fields} } } } }`,
    );
    const found = body.data.rental.items.map(({ product }: { product: unknown }) => product);
    expect(found).toEqual([null, expect.objectContaining({ id: String(own) })]);
  }
});

test('reads a hundred root fields sixteen per query', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 100; made++) ids.push((await app.product()).id);
  const fields = ids.map((id, n) => `f${n}: product(id: ${id}) { title }`);
  expect((await keysOf(`{ ${fields.join(' ')} }`)).products).toEqual([
    16, 16, 16, 16, 16, 16, 4,
  ]);
});

test('documents that select different fields share a query', async () => {
  const { id } = await app.product();
  const { id: other } = await app.product();
  products.mockClear();
  await Promise.all([
    app.graphql(`{ product(id: ${id}) { title } }`),
    app.graphql(`{ product(id: ${other}) { rent sku } }`),
  ]);
  expect(products).toHaveBeenCalledTimes(1);
});
