// Reads a product by ID, for its owner only (sections 4.2, 4.3 and 5.8): for every operation, and as its own.
import type { Product } from '../../prisma/generated/client/client.ts';
import type { Caller, OperationContext } from '../operation/context.ts';
import type { Id } from '../operation/id.ts';
import { defineRead, type Written } from '../operation/operation.ts';
import { forbidden, notFound } from '../operation/operation-failure.ts';
import { loadProduct, ONLY_SHORT_TEXTS, WHOLE_PRODUCT } from './product-rows.ts';

export const owns = (caller: Caller, product: Pick<Product, 'ownerId'>) =>
  product.ownerId === caller.userId;

/** The product, if it exists and the caller owns it. @throws {OperationFailure} notFound, forbidden. */
export function ownProduct<Found extends Pick<Product, 'ownerId'>>(
  { caller }: OperationContext,
  found: Found | null,
) {
  if (!found) throw notFound();
  if (!owns(caller, found)) throw forbidden();
  return found;
}

/** Reads a product of the caller, by default with all fields. */
const findProduct = async (context: OperationContext, id: Id, selection = WHOLE_PRODUCT) =>
  ownProduct(context, await loadProduct(context.db, id, selection));

/** The result of an earlier write with the same idempotency key; the product may have changed since. */
export const replayWrite = (context: OperationContext, id: Id): Promise<Written> =>
  findProduct(context, id, ONLY_SHORT_TEXTS);

export const readProduct = defineRead({
  name: 'readProduct',
  title: 'Read a product',
  summary: 'Read one of your products.',
  find: findProduct,
});
