// Creates a bundle (section 4.5); a stored bundle is a product (D24).
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';
import { invalid } from '../operation/failure.ts';
import { defineOperation, type Selection } from '../operation/operation.ts';
import { findProduct } from '../products/find-product.ts';
import { exactMoney, imageRule, withoutNulls } from '../products/product-rules.ts';
import { itemErrors, itemRule, readCandidates } from './bundle-items.ts';
import { BUNDLE_DEFAULTS, createBundleInput } from './bundle-shape.ts';
import { insertBundle } from './insert-bundle.ts';

/** Attempts to insert a bundle while its products change. */
const ATTEMPTS = 8;

/** The selection of REST, which the insert answers itself. */
const isIdAlone = ({ select = {} }: Selection) => Object.keys(select).join() === 'id';

export const createBundle = defineOperation({
  name: 'createBundle',
  summary: 'Create a bundle of products of yours.',
  permission: 'WRITE',
  throttled: true,
  input: createBundleInput,
  defaults: BUNDLE_DEFAULTS,
  normalise: withoutNulls(createBundleInput),
  rules: [imageRule, itemRule],

  /** The items are read, and locked in the state that was read by the statement that inserts (D27). */
  async run(context, { input, selection, record }): Promise<Product> {
    const { items, ...columns } = input;
    const ids = new Map(items.map(({ adId }, index) => [index, adId]));
    const id = await retryOnConflict(async () => {
      const candidates = await readCandidates(context, [...ids.values()]);
      const errors = itemErrors(context.caller, ids, candidates);
      if (errors.length > 0) throw invalid(errors);
      return insertBundle(context.records, items, candidates, {
        ...columns,
        ...record,
        ownerId: context.caller.userId,
        type: ProductType.BUNDLE,
        stockType: StockType.BULK,
        quantity: 1,
        rent: input.rent === undefined ? null : exactMoney(input.rent),
      });
    }, ATTEMPTS);
    return isIdAlone(selection) ? ({ id } as Product) : findProduct(context, id, selection);
  },
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});
