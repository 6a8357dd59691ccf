// Updates only the given fields of a product (section 4.3).
import { Prisma } from '../../prisma/generated/client/client.ts';
import { recordLoader } from '../database/record-loader.ts';
import { defineOperation, type Written } from '../operation/operation.ts';
import { conflict, notFound } from '../operation/operation-failure.ts';
import { toData } from './product-columns.ts';
import { loadProduct, WHOLE_PRODUCT } from './product-rows.ts';
import {
  imageRule,
  type RuledProduct,
  readBackRule,
  resultingSku,
  rethrowCheckViolation,
  ruledColumns,
  shelfLifeRule,
  stockRule,
} from './product-rules.ts';
import { updateProductInput } from './product-shape.ts';
import { ownProduct, replayWrite } from './read-product.ts';

const loadTarget = recordLoader<RuledProduct>('products', (db) => db.reads.product, ruledColumns);

const WRITTEN = { id: true, revision: true } satisfies Prisma.ProductSelect;

export const updateProduct = defineOperation({
  name: 'updateProduct',
  title: 'Update a product',
  summary: 'Update the fields you send; all others keep their values.',
  permission: 'WRITE',
  throttled: false,
  input: updateProductInput,
  find: async (context, id) => ownProduct(context, await loadTarget(context.db, id)),
  stored: async ({ db }, { id }) => ({ ...(await loadProduct(db, id, WHOLE_PRODUCT)) }),
  revisionOf: ({ revision }) => revision,
  rules: [readBackRule, stockRule, shelfLifeRule, imageRule],

  async run({ db }, { target, input, ifRevision, record }): Promise<Written> {
    const {
      id: _id,
      type: _type,
      items: _items,
      createdAt: _created,
      updatedAt: _updated,
      ...given
    } = input;
    const values = { ...given, ...record };
    if (Object.keys(values).length === 0) return target;
    const update = (where: { sku?: null }, data: typeof values): Promise<Written | null> =>
      db.product
        .update({
          where: {
            id: target.id,
            ...(ifRevision && { revision: { in: [...ifRevision] } }),
            ...where,
          },
          data: toData(data),
          select: WRITTEN,
        })
        .catch(noSuchRow)
        .catch(rethrowCheckViolation);
    const sku = resultingSku(given, target);
    // The code becomes the SKU only while the product has none: a concurrent update may have set one.
    const becomesSku = given.sku === undefined && sku !== undefined && sku !== target.sku;
    const updated =
      (becomesSku && (await update({ sku: null }, { ...values, sku }))) ||
      (await update({}, values));
    if (updated) return updated;
    // The UPDATE found no row with the client's revision.
    const stored = await db.product.findUnique({ where: { id: target.id }, select: WRITTEN });
    throw stored ? conflict(stored.revision) : notFound();
  },
  replay: replayWrite,
});

/** Null for Prisma's error that no row meets all conditions; rethrows others. */
function noSuchRow(error: unknown): null {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025') return null;
  throw error;
}
