// Reads a product (section 4.2).
import type { Product } from '../../prisma/generated/client/client.ts';
import { defineOperation } from '../operation/operation.ts';
import { findProduct } from './find-product.ts';

export const readProduct = defineOperation({
  name: 'readProduct',
  title: 'Read a product',
  summary: 'Read a product of yours.',
  permission: 'READ',
  throttled: false,
  find: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
  run: async (_, { target }): Promise<Product> => target,
});
