// Creates a bundle (section 4.5); a stored bundle is a product (D24).
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';
import { invalid } from '../operation/failure.ts';
import { defineOperation } from '../operation/operation.ts';
import { findProduct } from '../products/find-product.ts';
import { exactMoney, imageRule, withoutNulls } from '../products/product-rules.ts';
import { itemErrors, itemRule, readCandidates, sumOfRents } from './bundle-items.ts';
import { BUNDLE_DEFAULTS, createBundleInput } from './bundle-shape.ts';

export const createBundle = defineOperation({
  name: 'createBundle',
  summary: 'Create a bundle of products of yours.',
  permission: 'WRITE',
  throttled: true,
  input: createBundleInput,
  defaults: BUNDLE_DEFAULTS,
  normalise: withoutNulls(createBundleInput),
  rules: [imageRule, itemRule],

  /** The items are checked under a lock in the transaction that inserts (D27). */
  run({ db, caller }, { input, selection, record }): Promise<Product> {
    const { items, ...columns } = input;
    const ids = new Map(items.map(({ adId }, index) => [index, adId]));
    return retryOnConflict(() =>
      db.$transaction(async (tx) => {
        const candidates = await readCandidates(tx, [...ids.values()], true);
        const errors = itemErrors(caller, ids, candidates);
        if (errors.length > 0) throw invalid(errors);
        return tx.product.create({
          data: {
            ...columns,
            ...record,
            ownerId: caller.userId,
            type: ProductType.BUNDLE,
            stockType: StockType.BULK,
            quantity: 1,
            rent: input.rent === undefined ? sumOfRents(items, candidates) : exactMoney(input.rent),
            items: { createMany: { data: items.map((item, position) => ({ ...item, position })) } },
          },
          ...selection,
        });
      }),
    );
  },
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});
