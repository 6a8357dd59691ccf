// Creates a product (section 4.4).
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import type { Unchecked } from '../operation/field-types.ts';
import { defineOperation } from '../operation/operation.ts';
import { imageRule, resultingSku, shelfLifeRule, stockRule } from './product-rules.ts';
import { createProductInput, PRODUCT_DEFAULTS } from './product-shape.ts';
import { findProduct } from './read-product.ts';

/** A bundle has bulk stock. */
const derived = ({ type }: Unchecked): Unchecked => (type === ProductType.BUNDLE ? { stockType: StockType.BULK } : {});

export const createProduct = defineOperation({
  name: 'createProduct',
  title: 'Create a product',
  summary: 'Create a product.',
  permission: 'WRITE',
  throttled: true,
  input: createProductInput,
  defaults: PRODUCT_DEFAULTS,
  derived,
  rules: [stockRule, shelfLifeRule, imageRule],
  run: ({ db, caller }, { input, selection, record }): Promise<Product> =>
    db.product.insert({ ...input, ...record, ownerId: caller.userId, sku: resultingSku(input) ?? null }, selection, {
      mayWait: record.idempotencyRecord !== undefined,
    }),
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});
