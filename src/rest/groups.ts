// The serialization groups of the REST surface (section 2): the fields of each read, in the names of the domain.
import type { StoredProduct } from '../products/find-product.ts';
import type { RentalRecord } from '../rentals/read-rental.ts';

/** The `ads` group (D22): only a bundle has `items`. */
export function toAds({ items, ...product }: StoredProduct): object {
  return product.type === 'BUNDLE' ? { ...product, items } : product;
}

/** The `rental` group (section 2.3); only a paid rental has `selectAccounts` (D30). */
export function toRental({ paidAt, paidAccounts, ...rental }: RentalRecord): object {
  return paidAt ? { ...rental, selectAccounts: paidAccounts.map(({ user }) => user) } : rental;
}
