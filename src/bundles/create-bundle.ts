// Creates a bundle (section 4.5); a stored bundle is a product.
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { ChangedMeanwhile, retryOnConflict } from '../database/database-errors.ts';
import type { OperationContext } from '../operation/context.ts';
import { invalid } from '../operation/failure.ts';
import { defineOperation, type Selection } from '../operation/operation.ts';
import { imageRule } from '../products/product-rules.ts';
import { findProduct } from '../products/read-product.ts';
import { availableTo, itemErrors, itemRule, readCandidates } from './bundle-items.ts';
import { BUNDLE_DEFAULTS, type BundleItemInput, createBundleInput } from './bundle-shape.ts';
import { insertBundle } from './insert-bundle.ts';

/** The selection of REST, for which the insert alone is enough. */
const isIdAlone = ({ select = {} }: Selection) => Object.keys(select).join() === 'id';

export const createBundle = defineOperation({
  name: 'createBundle',
  title: 'Create a bundle',
  summary: 'Create a bundle of products of yours.',
  permission: 'WRITE',
  throttled: true,
  input: createBundleInput,
  defaults: BUNDLE_DEFAULTS,
  rules: [imageRule, itemRule],

  async run(context, { input, selection, record }): Promise<Product> {
    const { items, rent, ...columns } = input;
    const bundle = {
      items,
      available: availableTo(context.caller),
      rent: rent ?? null,
      columns: {
        description: null,
        images: [],
        idempotencyRecord: null,
        ...columns,
        ...record,
        ownerId: context.caller.userId,
        type: ProductType.BUNDLE,
        stockType: StockType.BULK,
        quantity: 1,
      },
    };
    const id = await retryOnConflict(
      async () => (await insertBundle(context.db, bundle)) ?? refuseItems(context, items),
    );
    return isIdAlone(selection) ? ({ id } as Product) : findProduct(context, id, selection);
  },
  replay: (context, id, selection): Promise<Product> => findProduct(context, id, selection),
});

/**
 * @throws {OperationFailure} invalid, with the errors of the items.
 * @throws {ChangedMeanwhile} every item is available by now.
 */
async function refuseItems(context: OperationContext, items: readonly BundleItemInput[]): Promise<never> {
  const ids = new Map(items.map(({ adId }, index) => [index, adId]));
  const errors = itemErrors(context.caller, ids, await readCandidates(context, [...ids.values()]));
  throw errors.length > 0 ? invalid(errors) : new ChangedMeanwhile();
}
