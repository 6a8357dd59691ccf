// Reads a product as the bundle that it is; GraphQL only, because REST reads bundles as products.
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { defineRead } from '../operation/operation.ts';
import { notFound } from '../operation/operation-failure.ts';
import {
  loadProduct,
  type ProductSelection,
  WHOLE_PRODUCT,
} from '../products/product-rows.ts';
import { ownProduct } from '../products/read-product.ts';

export const readBundle = defineRead({
  name: 'readBundle',
  title: 'Read a bundle',
  summary: 'Read one of your bundles.',
  async find(context, id, selection: ProductSelection = WHOLE_PRODUCT) {
    const found = await loadProduct(context.db, id, selection);
    if (found?.type !== ProductType.BUNDLE) throw notFound();
    return ownProduct(context, found);
  },
});
