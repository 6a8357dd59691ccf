// Reads a product as the bundle that it is; GraphQL alone has it, REST reads bundles as products.
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { defineOperation } from '../operation/operation.ts';
import { findProduct } from '../products/read-product.ts';

export const readBundle = defineOperation({
  name: 'readBundle',
  title: 'Read a bundle',
  summary: 'Read a bundle of yours.',
  permission: 'READ',
  throttled: false,
  find: (context, id, selection): Promise<Product> => findProduct(context, id, selection, ProductType.BUNDLE),
  run: async (_, { target }): Promise<Product> => target,
});
