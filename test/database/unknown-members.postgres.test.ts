// Enum values stored by newer code, which runs beside this code or was rolled back (D54).
import { expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { recordedLog } from '../support/log.ts';

const { logger, logged } = recordedLog('warn');
const database = await freshDatabase({ logger });
const app = await openTestApp({ database });
await database.db.$executeRaw`ALTER TYPE rental_status ADD VALUE 'unheard_of'`;
await database.db.$executeRaw`ALTER TYPE stock_type ADD VALUE 'lent'`;
await database.db.$executeRaw`ALTER TYPE product_type ADD VALUE 'kit'`;

test('both APIs read a newer value as the fallback of its enum, and it is logged once (D54)', async () => {
  const { id: product } = await app.product({ stockType: 'BULK' });
  const [known, unknown] = [
    await app.rental([product], { status: 'COMPLETED' }),
    await app.rental([product]),
  ];
  const before = await app.rest('GET', `/rental/${unknown.id}`);
  await database.db
    .$executeRaw`UPDATE rentals SET status = 'unheard_of' WHERE id = ${unknown.id}`;
  const ids = [known.id, unknown.id, unknown.id];
  const answers = await Promise.all(ids.map((id) => app.rest('GET', `/rental/${id}`)));
  expect(answers.map(({ status, body }) => [status, body.rentals.status])).toEqual([
    [200, 'completed'],
    [200, 'active'],
    [200, 'active'],
  ]);
  expect(JSON.stringify(answers[1]?.body)).toBe(JSON.stringify(before.body));
  const { body } = await app.graphql(
    `{ rental(id: ${unknown.id}) { status items { title } } }`,
  );
  expect(body).toEqual({ data: { rental: { status: 'ACTIVE', items: [{ title: 'a' }] } } });
  expect(logged().map(({ msg }) => msg)).toEqual([
    "Read a value of newer code as an older one: Value 'unheard_of' not found in enum 'RentalStatus'",
  ]);
});

test('a product with such a value can be read, updated, also by several at once, and used as a bundle item', async () => {
  const { id } = await app.product();
  await database.db.$executeRaw`UPDATE products SET stock_type = 'lent' WHERE id = ${id}`;
  expect((await app.readProduct(id)).body.product.stock_type).toBe(1);
  expect((await app.updateProduct(id, { title: 'Other' })).status).toBe(200);
  const [row] = await database.db.$queryRaw<
    object[]
  >`SELECT title, stock_type FROM products WHERE id = ${id}`;
  expect(row).toEqual({ title: 'Other', stock_type: 'lent' });
  const bundle = { title: 'Set', items: [{ ad_id: id, quantity: 1 }] };
  expect((await app.rest('POST', '/bundle', { bundle })).status).toBe(201);
  const titles = ['A', 'B', 'C'].map((title) => app.updateProduct(id, { title }));
  const answers = await Promise.all(titles);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a product of a newer type can be read, sent back and used as a bundle item, but a bundle cannot', async () => {
  const { id } = await app.product();
  await database.db.$executeRaw`UPDATE products SET type = 'kit' WHERE id = ${id}`;
  const { product } = (await app.readProduct(id)).body;
  expect((await app.updateProduct(id, product)).status).toBe(200);
  const createBundleOf = (adId: number) => {
    const bundle = { title: 'Set', items: [{ ad_id: adId, quantity: 1 }] };
    return app.rest('POST', '/bundle', { bundle });
  };
  const created = await createBundleOf(id);
  expect(created.status).toBe(201);
  expect(faults(await createBundleOf(created.body.id))).toEqual(['items[0].ad_id NOT_FOUND']);
});

test('a rental shows a product with such a value beside the others', async () => {
  const { id } = await app.product({ stockType: 'BULK' });
  const { id: other } = await app.product({ stockType: 'UNIT', sku: 'S' });
  const rental = await app.rental([id, other]);
  await database.db.$executeRaw`UPDATE products SET stock_type = 'lent' WHERE id = ${id}`;
  const query = `{ rental(id: ${rental.id}) { items { product { stockType } } } }`;
  const { body } = await app.graphql(query);
  const shown = body.data.rental.items.map(({ product }: { product: object }) => product);
  expect(shown).toEqual([{ stockType: 'BULK' }, { stockType: 'UNIT' }]);
});
