// Create a bundle (section 4.5): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';

const app = await openTestApp();

const create = (...items: readonly object[]) =>
  app.rest('POST', '/bundle', { bundle: { title: 'Pack', items } });
const item = ({ id }: { id: number }, quantity = 1) => ({ ad_id: id, quantity });

test('fixes the rent at creation, and accepts archived products as items (D26, D28)', async () => {
  const [tent, mat] = [
    await app.product({ rent: 10, archived: true }),
    await app.product({ rent: 0.1 }),
  ];
  const items = [item(mat, 2), item(tent), item(mat)];
  const { body } = await create(...items);
  await app.updateProduct(tent.id, { rent: 20, online: false });
  expect((await app.readProduct(body.id)).body.product).toMatchObject({
    rent: 10.3,
    items,
  });
});

test('reports only the first reason why an item is unavailable, and creates nothing (D17)', async () => {
  const bundle = await app.product({ type: 'BUNDLE', online: false });
  const rivals = await app.product({ online: false }, app.rival.id);
  const rivalsBundle = await app.product({ type: 'BUNDLE' }, app.rival.id);
  const before = await app.db.product.count();
  expect(faults(await create(item(rivals), item(bundle), item(rivalsBundle)))).toEqual([
    'items[0].ad_id ACCESS_DENIED',
    'items[1].ad_id NOT_FOUND',
    'items[2].ad_id NOT_FOUND',
  ]);
  expect(await app.db.product.count()).toBe(before);
});

test('asks for a rent when the sum is too large for a number', async () => {
  const dear = await app.product({ rent: '1e308' });
  expect(faults(await create(item(dear, 2), item(dear)))).toEqual(['rent INVALID_FORMAT']);
});
