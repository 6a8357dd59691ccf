// How much is read for a query: nested fields by one statement however many lines there are (D38), root fields a few at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../src/database/connection.ts';
import { withRecords } from '../../src/database/records/extension.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';

let app: TestApp;
/** The table of each read, and how many keys it was read by. */
const reads: { table: string; keys: number }[] = [];
beforeAll(async () => {
  const database = await freshDatabase();
  const counting: Statements['read'] = (sql, values = []) => {
    reads.push({ table: / FROM (\w+) AS \w+ WHERE/.exec(sql)?.[1] ?? sql, keys: (values[0] as unknown[]).length });
    return database.statements.read(sql, values);
  };
  const statements = { ...database.statements, read: counting };
  app = await createTestApp({ database: { ...database, statements, db: withRecords(database.db, statements) } });
});
afterAll(() => app.close());

async function readsOf(query: string): Promise<typeof reads> {
  reads.length = 0;
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  return [...reads];
}

const tablesOf = async (query: string) => (await readsOf(query)).map(({ table }) => table);

test.each([1, 12])(
  'a rental of %d lines with its products is read by one statement behind that of the token',
  async (lines) => {
    const products = await Promise.all(Array.from({ length: lines }, () => app.product()));
    const { id } = await app.rental(products.map((product) => product.id));
    const query = `{ rental(id: ${id}) { owner { name } items { title product { title bundle { id } } } } }`;
    expect(await tablesOf(query)).toEqual(['api_tokens', 'rentals']);
  },
);

test('a bundle with its products is read by one statement, seen as a bundle or as a product', async () => {
  const products = await Promise.all(Array.from({ length: 5 }, () => app.product()));
  const items = products.map(({ id }, position) => ({ adId: id, position, quantity: 1 }));
  const { id } = await app.product({ type: 'BUNDLE', items: { create: items } });
  const once = ['api_tokens', 'products'];
  expect(await tablesOf(`{ bundle(id: ${id}) { items { product { title rent } } } }`)).toEqual(once);
  expect(await tablesOf(`{ product(id: ${id}) { bundle { items { quantity product { title } } } } }`)).toEqual(once);
});

test('a hundred root fields are read sixteen by one statement, those with the products of lines one at a time', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 100; made++) ids.push((await app.product({ type: 'BUNDLE' })).id);
  const keysOf = async (field: string, selection: string) => {
    const fields = ids.map((id, n) => `f${n}: ${field}(id: ${id}) { ${selection} }`);
    return (await readsOf(`{ ${fields.join(' ')} }`)).slice(1).map(({ keys }) => keys);
  };
  expect(await keysOf('product', 'title')).toEqual([16, 16, 16, 16, 16, 16, 4]);
  expect(await keysOf('bundle', 'items { product { title } }')).toEqual(Array.from(ids, () => 1));
});
