// The serialization groups of the REST surface (section 2): the fields of each read.
import type { StoredProduct } from '../products/find-product.ts';
import type { RentalRecord } from '../rentals/read-rental.ts';
import { toWire } from './wire.ts';

type ReadRecord = StoredProduct & { readonly ownerId?: number; readonly revision?: number };

/** The `ads` group (D22): only a bundle has `items`. */
export function toAds({ ownerId: _, revision: _revision, items, ...product }: ReadRecord): unknown {
  return toWire(product.type === 'BUNDLE' ? { ...product, items } : product);
}

/** The `rental` group (section 2.3); only a paid rental has `selectAccounts` (D30). */
export function toRental(record: RentalRecord & { tenantId?: number; ownerId?: number }): unknown {
  const { tenantId: _tenant, ownerId: _owner, paidAt, paidAccounts, ...rental } = record;
  return toWire(paidAt ? { ...rental, selectAccounts: paidAccounts.map(({ user }) => user) } : rental);
}
