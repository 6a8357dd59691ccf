// Updates only the given fields of a product (section 4.3).
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { recordLoader } from '../database/records.ts';
import { defineOperation, type Written } from '../operation/operation.ts';
import { conflict, notFound } from '../operation/operation-failure.ts';
import { loadProduct, WHOLE_PRODUCT } from './product-rows.ts';
import {
  imageRule,
  type RuledProduct,
  readBackRule,
  resultingSku,
  ruledColumns,
  shelfLifeRule,
  stockRule,
} from './product-rules.ts';
import { updateProductInput } from './product-shape.ts';
import { ownProduct, replayWrite } from './read-product.ts';
import { replaceProduct } from './replace-product.ts';

const loadTarget = recordLoader<RuledProduct>(
  'products',
  (db) => db.reads.product,
  ruledColumns,
);

type Locked = Pick<RuledProduct, 'id' | 'revision' | 'ownerId' | 'sku'>;

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

  async execute({ db }, { target, input, ifRevision, record }): Promise<Written> {
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
    const replace = (client: Prisma.TransactionClient, stored: Locked) =>
      replaceProduct(client, stored, { ...values, sku: resultingSku(given, stored) });
    const replaced = await replace(db, target);
    if (replaced) return replaced;
    // Another update came first. Under the lock, the revision stays as it is read.
    return db.$transaction(async (transaction) => {
      // No enums: they may have members of newer code (D54).
      const [locked] = await transaction.$queryRaw<Locked[]>`
        SELECT id, revision, owner_id AS "ownerId", sku FROM products WHERE id = ${target.id} FOR UPDATE`;
      if (locked && ifRevision && !ifRevision.includes(locked.revision))
        throw conflict(locked.revision);
      const updated = locked && (await replace(transaction, locked));
      if (!updated) throw notFound();
      return updated;
    });
  },
  replay: replayWrite,
});
