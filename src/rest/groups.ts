// The serialization groups of the REST surface (section 2): what a read answers, field by field.
import type { StoredProduct } from '../products/find-product.ts';
import type { RentalRecord } from '../rentals/read-rental.ts';
import { toWire } from './wire.ts';

/** The `ads` group (D22): `items` is there for a bundle alone. */
export function toAds({ ownerId: _, items, ...product }: StoredProduct & { ownerId?: number }): unknown {
  return toWire(product.type === 'BUNDLE' ? { ...product, items } : product);
}

/** The `rental` group (section 2.3); `selectAccounts` is there for a paid rental alone (D30). */
export function toRental(record: RentalRecord & { tenantId?: number; ownerId?: number }): unknown {
  const { tenantId: _tenant, ownerId: _owner, paidAt, paidAccounts, ...rental } = record;
  return toWire(paidAt ? { ...rental, selectAccounts: paidAccounts.map(({ user }) => user) } : rental);
}
