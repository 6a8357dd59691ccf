// Creates in one turn of the event loop share a statement, yet each succeeds or fails as if it were alone.
import { expect, onTestFinished, test, vi } from 'vitest';
import { insertProduct, type NewProduct } from '../../src/products/insert-product.ts';
import { productFields } from '../../src/products/product-fields.ts';
import { createTestApp, openTestApp } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { startPooler } from '../support/pooler.ts';

const app = await openTestApp();

const create = (fields: Partial<NewProduct>) =>
  insertProduct(app.db, {
    ...{
      ownerId: app.owner.id,
      title: 'Tent',
      rent: 10,
      stockType: 'BULK',
      type: 'PRODUCT',
      quantity: 1,
    },
    ...{ online: true, archived: false, ...fields },
  });

/** The statements that inserts send, by number of rows. */
async function rowsOfStatements(work: () => Promise<unknown>): Promise<number[]> {
  const sent = vi.spyOn(app.db.inserts, '$queryRaw');
  await work();
  // The list of rows is the statement's last value.
  const counts = sent.mock.calls.map((values) => JSON.parse(String(values.at(-1))).length);
  sent.mockRestore();
  return counts;
}

test('inserts the products of one turn with one statement, and each create returns its own ID', async () => {
  const titles = Array.from({ length: 30 }, (_, index) => `Tent ${index}`);
  let ids: number[] = [];
  const counts = await rowsOfStatements(async () => {
    ids = await Promise.all(titles.map((title) => create({ title })));
  });
  expect(counts).toEqual([30]);
  const stored = await app.db.product.findMany({
    where: { id: { in: ids } },
    orderBy: { id: 'asc' },
  });
  expect(stored.map(({ title }) => title)).toEqual(titles);
});

test('inserts a product with a long string by itself', async () => {
  const counts = await rowsOfStatements(() =>
    Promise.all([
      create({}),
      create({ description: 'x'.repeat(20_000) }),
      create({ description: 'x' }),
    ]),
  );
  expect(counts.toSorted()).toEqual([1, 2]);
});

test("a product that the database rejects doesn't fail the others of its turn", async () => {
  const rejected = { stockType: 'UNIT', sku: null } as const;
  let results: PromiseSettledResult<number>[] = [];
  const counts = await rowsOfStatements(async () => {
    results = await Promise.allSettled([
      create({ sku: 'A' }),
      create(rejected),
      create({ sku: 'B' }),
    ]);
  });
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(counts).toEqual([3, 1, 1, 1]);
});

test.each(['XX000', '58000', 'ZZ999'])(
  'creates that a pooler answers with %s, after they were done, are not done again',
  async (code) => {
    const server = await freshPostgres();
    const pooler = await startPooler(server.url);
    const pooled = await createTestApp({ database: await openPostgres(pooler.url) });
    onTestFinished(async () => {
      await pooled.close();
      await pooler.close();
      await server.drop();
    });
    const titles = ['A', 'B', 'C'];
    pooler.loseAnswer('INSERT INTO products', code);
    const answers = await Promise.all(
      titles.map((title) => pooled.createProduct({ title, rent: 1, stock_type: 1 })),
    );
    const stored = await pooled.db.product.findMany({ orderBy: { title: 'asc' } });
    expect(stored.map(({ title }) => title)).toEqual(titles);
    const status = code === 'ZZ999' ? 500 : 503;
    expect(answers.map((answer) => answer.status)).toEqual(titles.map(() => status));
  },
);

test('stores every field that a product can have', async () => {
  const given = {
    description: 'A "tent"\n\u2028 ünï 😀 \\ </script>',
    rent: 0.1,
    cost: 12345.678,
    sku: 'T-1',
    code: 'C',
    stockUnitTypeId: 2147483647,
    barcode: '1',
    commodityCode: '6306',
    countryOfManufacture: 'DE',
    shelfLifeMin: 0,
    shelfLifeMax: 30,
    equipments: [{ name: 'Peg "x"', quantity: 3 }],
    images: [{ src: 'https://example.com/a.png' }],
    ...{
      title: 'All',
      stockType: 'UNIT',
      type: 'PRODUCT',
      quantity: 7,
      online: false,
      archived: true,
    },
  } as const;
  // A release may add more fields, which the harness covers.
  expect(Object.keys(productFields)).toEqual(expect.arrayContaining(Object.keys(given)));
  const stored = await app.db.product.findUniqueOrThrow({
    where: { id: await create(given as never) },
  });
  expect({ ...stored, rent: Number(stored.rent), cost: Number(stored.cost) }).toMatchObject(
    given,
  );
});
