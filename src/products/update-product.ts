// Updates the given fields of a product, and no other (section 4.3).
import type { Product } from '../../prisma/generated/client/client.ts';
import { isRecordGone } from '../database/database-errors.ts';
import { defineOperation } from '../operation/operation.ts';
import { findProduct } from './find-product.ts';
import {
  imageRule,
  type RuledProduct,
  readBackRule,
  resultingSku,
  rethrowCheckViolation,
  ruledColumns,
  shelfLifeRule,
  stockRule,
  withExactMoney,
} from './product-rules.ts';
import { updateProductInput } from './product-shape.ts';

export const updateProduct = defineOperation({
  name: 'updateProduct',
  summary: 'Update the given fields of a product of yours; the others stay as they are.',
  permission: 'WRITE',
  throttled: false,
  input: updateProductInput,
  find: (context, id) => findProduct<RuledProduct>(context, id, { select: ruledColumns }),
  rules: [readBackRule, stockRule, shelfLifeRule, imageRule],

  run({ db }, { target, input, selection }): Promise<Product> {
    const { id: _id, type: _type, items: _items, createdAt: _created, updatedAt: _updated, ...given } = input;
    const columns = withExactMoney(given);
    const update = (where: { sku?: null }, data: typeof columns): Promise<Product> =>
      db.product.update({ where: { id: target.id, ...where }, data, ...selection }).catch(rethrowCheckViolation);
    const sku = resultingSku(given, target);
    if (given.sku !== undefined || sku === undefined || sku === target.sku) return update({}, columns);
    // The code becomes the sku only of a product that still has none: another update may have set one meanwhile (D20).
    return update({ sku: null }, { ...columns, sku }).catch((error: unknown) => {
      if (isRecordGone(error)) return update({}, columns);
      throw error;
    });
  },
});
