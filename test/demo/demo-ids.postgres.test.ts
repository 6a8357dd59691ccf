// The ids that documented examples use are those of the demo data in a new database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PEOPLE, PRODUCTS } from '../../src/demo/demo-data.ts';
import { DEMO_IDS } from '../../src/demo/demo-ids.ts';
import { seedDemoData } from '../../src/demo/seed-demo-data.ts';
import { createDemoApp, type DemoApp } from '../support/demo-app.ts';

const NOW = new Date('2026-07-10T12:00:00Z');

let app: DemoApp;
beforeAll(async () => {
  app = await createDemoApp(NOW);
});
afterAll(() => app.close());

test('every person, product, bundle and rental has its id', async () => {
  const found = await app.db.$transaction((tx) => seedDemoData(tx, NOW));
  expect(DEMO_IDS).toMatchObject({
    people: found.people,
    products: { ...found.products, ...found.bundles },
    rentals: found.rentals,
  });
  const mat = await app.db.product.findUniqueOrThrow({ where: { id: DEMO_IDS.products.mat } });
  expect(mat.title).toBe(PRODUCTS.mat.row.title);
  const owner = await app.db.user.findUniqueOrThrow({ where: { id: DEMO_IDS.people.owner } });
  expect(owner.email).toBe(PEOPLE.owner.email);
});

test('the next product has the id of a created one in the examples', async () => {
  const { id } = await app.product();
  expect(id).toBe(DEMO_IDS.nextProduct);
});
