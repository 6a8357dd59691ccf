// How much a query reads: nested fields with one statement however many lines there are (D38), root fields a few at a
// time.
import { expect, test, vi } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

const readProducts = vi.spyOn(app.db.reads.product, 'findMany');
const readRentals = vi.spyOn(app.db.reads.rental, 'findMany');

/** The number of different keys in each query that a document sends. */
async function keysOf(query: string) {
  readProducts.mockClear();
  readRentals.mockClear();
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  const count = ([args]: readonly unknown[]) =>
    new Set((args as { where: { id: { in: number[] } } }).where.id.in).size;
  return {
    products: readProducts.mock.calls.map(count),
    rentals: readRentals.mock.calls.map(count),
  };
}

/** The IDs of new products. */
async function products(count: number): Promise<number[]> {
  const product = { title: 'a', rent: 1, stockType: 'BULK', quantity: 1 } as const;
  const data = Array.from({ length: count }, () => ({ ...product, ownerId: app.owner.id }));
  const made = await app.db.product.createManyAndReturn({ data, select: { id: true } });
  return made.map(({ id }) => id);
}

const rentalOf = async (lines: number) => (await app.rental(await products(lines))).id;

async function bundleWith(...ids: readonly number[]) {
  const items = ids.map((adId, position) => ({ adId, position, quantity: 1 }));
  return (await app.product({ type: 'BUNDLE', items: { create: items } })).id;
}

const bundleOf = async (lines: number) => bundleWith(...(await products(lines)));

const LONG = 'items { product { id sku description } }';

test.each([
  ['rental', 1, 'owner { name } items { title product { title rent } }', []],
  ['rental', 12, 'owner { name } items { title product { title rent } }', []],
  // Texts and bundles of products have their own query.
  ...['sku', 'description', 'bundle { items { quantity } }'].map(
    (field) => ['rental', 12, `items { product { title ${field} } }`, [12]] as const,
  ),
  ...[30, 65, 1_000].map((lines) => ['rental', lines, LONG, [lines]] as const),
  ['bundle', 5, 'items { product { title rent } }', [1, 5]],
  ['bundle', 30, LONG, [1, 30]],
  ['product', 5, 'bundle { items { quantity product { title } } }', [1, 5]],
] as const)(
  'reads a %s of %d lines with { %s } and queries of %j products, however many lines there are (D38)',
  async (field, lines, selection, queries) => {
    const id = await (field === 'rental' ? rentalOf : bundleOf)(lines);
    expect(await keysOf(`{ ${field}(id: ${id}) { ${selection} } }`)).toEqual({
      rentals: field === 'rental' ? [1] : [],
      products: queries,
    });
  },
);

test('a product of an item is null unless the caller owns it, however it is read (D38)', async () => {
  const { id: foreign } = await app.product({ ownerId: app.rival.id });
  const { id: own } = await app.product();
  const ids = {
    rental: (await app.rental([foreign, own])).id,
    bundle: await bundleWith(foreign, own),
  };
  for (const [field, id] of Object.entries(ids))
    for (const fields of ['id', 'id sku']) {
      const { body } = await app.graphql(
        `{ ${field}(id: ${id}) { items { product { ${fields} } } } }`,
      );
      const found = body.data[field].items.map(
        ({ product }: { product: unknown }) => product,
      );
      expect(found).toEqual([null, expect.objectContaining({ id: String(own) })]);
    }
});

test('reads a hundred root fields sixteen per query', async () => {
  const fields = (await products(100)).map((id, n) => `f${n}: product(id: ${id}) { title }`);
  expect((await keysOf(`{ ${fields.join(' ')} }`)).products).toEqual([
    16, 16, 16, 16, 16, 16, 4,
  ]);
});

test('documents that select different fields share a query', async () => {
  const [id, other] = await products(2);
  readProducts.mockClear();
  await Promise.all([
    app.graphql(`{ product(id: ${id}) { title } }`),
    app.graphql(`{ product(id: ${other}) { rent sku } }`),
  ]);
  expect(readProducts).toHaveBeenCalledTimes(1);
});

test('a variable decides in each request what is read of a product', async () => {
  const { id } = await app.product({ description: 'Canvas' });
  const query =
    'query($id: ID!, $whole: Boolean!) { product(id: $id) { title description @include(if: $whole) } }';
  for (const whole of [false, true]) {
    const { body } = await app.graphql(query, { id: String(id), whole });
    expect(body).toEqual({
      data: { product: { title: 'Tent', ...(whole && { description: 'Canvas' }) } },
    });
  }
});

test('operations of one document that share a field read each their own selection of it', async () => {
  const { id } = await app.product({ description: 'Canvas' });
  const query = `
    query Short { ...Titled }
    query Whole { ...Titled product(id: ${id}) { description images { src } } }
    fragment Titled on Query { product(id: ${id}) { title } }`;
  async function read(operationName: string) {
    const parameters = new URLSearchParams({ query, operationName });
    return (await app.call(`/graphql?${parameters}`, {})).body;
  }
  expect(await read('Short')).toEqual({ data: { product: { title: 'Tent' } } });
  expect(await read('Whole')).toEqual({
    data: { product: { title: 'Tent', description: 'Canvas', images: [] } },
  });
});
