// Reads a product (section 4.2).
import type { Product } from '../../prisma/generated/client/client.ts';
import type { Operation } from '../operation/operation.ts';
import { findProduct } from './find-product.ts';

export const readProduct: Operation<Product, undefined, Product> = {
  name: 'readProduct',
  summary: 'Read a product of yours.',
  permission: 'READ',
  throttled: false,
  failures: ['forbidden', 'notFound'],
  find: findProduct,
  run: async (_, { target }) => target,
};
