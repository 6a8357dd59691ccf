// Updates the given fields of a product, and no other (section 4.3).
import type { Product } from '../../prisma/generated/client/client.ts';
import { conflict, notFound } from '../operation/failure.ts';
import { defineOperation, type Selection } from '../operation/operation.ts';
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
import { storedFields, updateProductInput } from './product-shape.ts';
import { findProduct } from './read-product.ts';

export const updateProduct = defineOperation({
  name: 'updateProduct',
  title: 'Update a product',
  summary: 'Update the given fields of a product of yours; the others stay as they are.',
  permission: 'WRITE',
  throttled: false,
  input: updateProductInput,
  find: (context, id) => findProduct<RuledProduct>(context, id, { select: ruledColumns }),
  stored: async ({ db }, { id }) => (await db.product.read(id, STORED)) ?? {},
  revisionOf: ({ revision }) => revision,
  rules: [readBackRule, stockRule, shelfLifeRule, imageRule],

  async run(context, { target, input, selection, ifRevision, record }): Promise<Product> {
    const { id: _id, type: _type, items: _items, createdAt: _created, updatedAt: _updated, ...given } = input;
    const values = { ...given, ...record };
    if (Object.keys(values).length === 0) return findProduct(context, target.id, selection);
    const update = (where: { sku?: null }, changed: typeof values): Promise<Product | null> =>
      context.db.product
        .change({ id: target.id, revision: ifRevision, ...where }, changed, selection)
        .catch(rethrowCheckViolation);
    const sku = resultingSku(given, target);
    // The code becomes the sku only while the product has none: another update may have set one meanwhile.
    const becomesSku = given.sku === undefined && sku !== undefined && sku !== target.sku;
    const updated = (becomesSku && (await update({ sku: null }, { ...values, sku }))) || (await update({}, values));
    if (updated) return updated;
    // The UPDATE has found no row with a revision of the client.
    const stored = await context.db.product.read(target.id, REVISION);
    throw stored ? conflict(stored.revision) : notFound();
  },
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});

const REVISION = { select: { revision: true } };

const STORED: Selection = { select: Object.fromEntries(Object.keys(storedFields).map((name) => [name, true])) };
