// Changes inside a bundle's items: documents are built on their day (D46), and what a version read can be sent back in
// it (D15).
import { expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../src/operation/change-kinds.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { createTestApp, openTestApp } from '../support/app.ts';
import { V1, withRelease } from '../support/first-release.ts';

const V2 = '2031-03-01';
/** As if it had not been there before. */
const ADDED: Change = { added: 'BundleItem.quantity', optional: true };
const LIMIT: Change = {
  limit: 'BundleItem.quantity',
  was: { max: Number.POSITIVE_INFINITY },
  is: { max: 9 },
};
const RENAMED: Change = { renamed: 'BundleItem.adId', was: 'ad_id', is: 'product_id' };

const app = await openTestApp({
  versions: createVersions(withRelease(V2, ADDED, LIMIT, RENAMED), () => new Date(V2)),
});
const at = (version: string) => ({ headers: { 'service-version': version } });

test.each(['/openapi.json', '/openapi.yaml', '/docs/rest'])(
  '%s is there for every version on the day of a release that changes the items of a bundle',
  async (path) => {
    for (const version of [V1, V2]) {
      const from =
        path === '/docs/rest'
          ? `${path}/${version}/createBundle`
          : `${path}?version=${version}`;
      const { status } = await app.call(
        from,
        { headers: { Accept: 'text/html' } },
        { token: null },
      );
      expect([from, status]).toEqual([from, 200]);
    }
  },
);

test('a bundle can be sent back by each version as that version read it', async () => {
  const { id: item } = await app.product();
  const { id } = await app.product({
    ...{ type: 'BUNDLE', stockType: 'BULK' },
    items: { create: { position: 0, adId: item, quantity: 99 } },
  });
  for (const [version, items] of [
    [V1, [{ ad_id: item }]],
    [V2, [{ product_id: item, quantity: 99 }]],
  ] as const) {
    const { product } = (await app.readProduct(id, at(version))).body;
    expect(product.items).toMatchObject(items);
    expect('quantity' in product.items[0]).toBe(version === V2);
    expect((await app.updateProduct(id, product, at(version))).body).toEqual({
      success: true,
    });
    const other = { ...product, items: [...product.items, ...product.items] };
    expect((await app.updateProduct(id, other, at(version))).body.errors).toMatchObject([
      { field: 'items', code: 'INVALID_FORMAT' },
    ]);
  }
});

test('an object that an older version sends back as it read it keeps the fields that only a newer one has', async () => {
  const added: Change = { added: 'Equipment.quantity', optional: true };
  const other = await createTestApp({
    versions: createVersions(withRelease(V2, added), () => new Date(V2)),
  });
  onTestFinished(other.close);
  const equipments = [{ name: 'Peg', quantity: 12 }];
  const { id } = await other.product({ equipments });
  const { product } = (await other.readProduct(id, at(V1))).body;
  expect(product.equipments).toEqual([{ name: 'Peg' }]);
  const keyed = { headers: { ...at(V1).headers, 'Idempotency-Key': 'k' } };
  const send = () => other.updateProduct(id, { ...product, title: 'Other' }, keyed);
  expect((await send()).body).toEqual({ success: true });
  const stored = await other.db.product.findUniqueOrThrow({ where: { id } });
  expect([stored.title, stored.equipments]).toEqual(['Other', equipments]);
  // A retry is the same request, whatever is stored by then (D40).
  await other.updateProduct(id, { equipments: [] }, at(V2));
  const again = await send();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
});
