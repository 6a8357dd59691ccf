// How much is read for a query: nested fields by one query however many lines there are (D38), root fields a few at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';

let app: TestApp;
const queries: string[] = [];
/** Queries under way, and the most of them at the same time. */
const under = { way: 0, most: 0 };
beforeAll(async () => {
  const database = await freshDatabase();
  const counting = database.db.$extends({
    query: {
      $allModels: {
        async $allOperations({ model, operation, args, query }) {
          queries.push(`${model}.${operation}`);
          under.most = Math.max(under.most, ++under.way);
          return query(args).finally(() => void under.way--);
        },
      },
    },
  });
  app = await createTestApp({ database: { ...database, db: counting as unknown as PrismaClient } });
});
afterAll(() => app.close());

async function queriesOf(query: string): Promise<string[]> {
  queries.length = 0;
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  return [...queries];
}

test.each([1, 12])(
  'a rental of %d lines with its products is read by one query behind that of the token',
  async (lines) => {
    const products = await Promise.all(Array.from({ length: lines }, () => app.product()));
    const { id } = await app.db.rental.create({
      data: {
        status: 'ACTIVE',
        startDate: new Date('2026-01-01'),
        endDate: new Date('2026-01-02'),
        totalAmount: 1,
        tenantId: app.rival.id,
        ownerId: app.owner.id,
        items: {
          create: products.map((product, position) => ({
            position,
            productId: product.id,
            title: 'a',
            quantity: 1,
            dailyRate: 1,
            total: 1,
          })),
        },
      },
    });
    const query = `{ rental(id: ${id}) { owner { name } items { title product { title bundle { id } } } } }`;
    expect(await queriesOf(query)).toEqual(['ApiToken.findUnique', 'Rental.findUnique']);
  },
);

test('a bundle with its products is read by one query, seen as a bundle or as a product', async () => {
  const products = await Promise.all(Array.from({ length: 5 }, () => app.product()));
  const items = products.map(({ id }, position) => ({ adId: id, position, quantity: 1 }));
  const { id } = await app.product({ type: 'BUNDLE', items: { create: items } });
  const once = ['ApiToken.findUnique', 'Product.findUnique'];
  expect(await queriesOf(`{ bundle(id: ${id}) { items { product { title rent } } } }`)).toEqual(once);
  expect(await queriesOf(`{ product(id: ${id}) { bundle { items { quantity product { title } } } } }`)).toEqual(once);
});

test('a hundred root fields are read sixteen at a time, those with the products of lines one at a time', async () => {
  const { id } = await app.product({ type: 'BUNDLE' });
  const many = (field: string) => Array.from({ length: 100 }, (_, n) => `f${n}: ${field}`).join(' ');
  const mostOf = async (field: string) => {
    under.most = 0;
    expect(await queriesOf(`{ ${many(field)} }`)).toHaveLength(101);
    return under.most;
  };
  expect(await mostOf(`product(id: ${id}) { title }`)).toBe(16);
  expect(await mostOf(`bundle(id: ${id}) { items { product { title } } }`)).toBe(1);
});
