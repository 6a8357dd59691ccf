// Updates the given fields of a product, and no other (section 4.3).
import type { Product } from '../../prisma/generated/client/client.ts';
import { isRecordGone } from '../database/database-errors.ts';
import { conflict, notFound } from '../operation/failure.ts';
import { defineOperation, type OperationContext, type Revisions } from '../operation/operation.ts';
import { findProduct, type RevisedProduct, revisedAds } from './find-product.ts';
import {
  imageRule,
  readBackRule,
  resultingSku,
  rethrowCheckViolation,
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
  find: (context, id) => findProduct<RevisedProduct>(context, id, { select: revisedAds }),
  revisionOf: ({ revision }) => revision,
  rules: [readBackRule, stockRule, shelfLifeRule, imageRule],

  run(context, { target, input, selection, ifRevision, record }): Promise<Product> {
    const { db } = context;
    const { id: _id, type: _type, items: _items, createdAt: _created, updatedAt: _updated, ...given } = input;
    const columns = { ...withExactMoney(given), ...record };
    const atRevision = ifRevision && { revision: { in: [...ifRevision] } };
    const update = (where: { sku?: null }, data: typeof columns): Promise<Product> =>
      db.product
        .update({ where: { id: target.id, ...atRevision, ...where }, data, ...selection })
        .catch(rethrowCheckViolation);
    const change = (data: typeof columns) => update({}, data).catch(rethrowConflict(context, target.id, ifRevision));
    const sku = resultingSku(given, target);
    if (given.sku !== undefined || sku === undefined || sku === target.sku) return change(columns);
    // The code becomes the sku only of a product that still has none: another update may have set one meanwhile (D20).
    return update({ sku: null }, { ...columns, sku }).catch((error: unknown) => {
      if (isRecordGone(error)) return change(columns);
      throw error;
    });
  },
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});

/** Throws a conflict where the UPDATE found no row at the revisions of the client, and every other error as it is. */
const rethrowConflict =
  ({ db }: OperationContext, id: number, ifRevision: Revisions | undefined) =>
  async (error: unknown): Promise<never> => {
    if (!ifRevision || !isRecordGone(error)) throw error;
    const stored = await db.product.findUnique({ where: { id }, select: { revision: true } });
    throw stored ? conflict(stored.revision) : notFound();
  };
