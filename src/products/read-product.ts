// Reads the product that an id names, for its owner alone (sections 4.2, 4.3 and 5.8): for every operation, and as one of its own.
import type { Prisma, Product } from '../../prisma/generated/client/client.ts';
import type { ProductType } from '../../prisma/generated/client/enums.ts';
import type { Caller, OperationContext } from '../operation/context.ts';
import { forbidden, notFound } from '../operation/failure.ts';
import type { Id } from '../operation/id.ts';
import { defineOperation, type Selection } from '../operation/operation.ts';
import { productFields } from './product-shape.ts';

const selectEach = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, true])) as { [Name in keyof Fields]: true };

/** The `ads` serialization group: every field that a read returns. */
export const ads = {
  id: true,
  ...selectEach(productFields),
  items: { select: { adId: true, quantity: true }, orderBy: { position: 'asc' } },
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.ProductSelect;

/** The same with the revision, which REST returns as the ETag. */
export const revisedAds = { ...ads, revision: true } as const satisfies Prisma.ProductSelect;

export type StoredProduct = Prisma.ProductGetPayload<{ select: typeof ads }>;

export const owns = (caller: Caller, product: Pick<Product, 'ownerId'>) => product.ownerId === caller.userId;

/** Reads a product of the caller; another type is not found, another owner forbidden. */
export async function findProduct<Result = Product>(
  { db, caller }: OperationContext,
  id: Id,
  selection: Selection,
  type?: ProductType,
): Promise<Result> {
  const product = await db.product.read(id, selection);
  if (!product || (type && product.type !== type)) throw notFound();
  if (!owns(caller, product)) throw forbidden();
  return product as Result;
}

export const readProduct = defineOperation({
  name: 'readProduct',
  title: 'Read a product',
  summary: 'Read a product of yours.',
  permission: 'READ',
  throttled: false,
  find: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
  run: async (_, { target }): Promise<Product> => target,
});
