// Creates a product (section 4.4).
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';

import { defineOperation, type Written } from '../operation/operation.ts';
import { insertProduct } from './insert-product.ts';
import { imageRule, resultingSku, shelfLifeRule, stockRule } from './product-rules.ts';
import { createProductInput, PRODUCT_DEFAULTS } from './product-shape.ts';
import { replayWrite } from './read-product.ts';

export const createProduct = defineOperation({
  name: 'createProduct',
  title: 'Create a product',
  summary: 'Create a product.',
  permission: 'WRITE',
  throttled: true,
  input: createProductInput,
  defaults: PRODUCT_DEFAULTS,
  /** Bundles have bulk stock. */
  derived: ({ type }) => (type === ProductType.BUNDLE ? { stockType: StockType.BULK } : {}),
  rules: [stockRule, shelfLifeRule, imageRule],
  execute: async ({ db, caller }, { input, record }): Promise<Written> => ({
    id: await insertProduct(db, {
      ...input,
      ...record,
      ownerId: caller.userId,
      sku: resultingSku(input) ?? null,
    }),
    revision: 1,
  }),
  replay: replayWrite,
});
