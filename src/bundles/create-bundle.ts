// Creates a bundle (section 4.5); a stored bundle is a product.
import { retryOnConflict } from '../database/database-errors.ts';
import { defineOperation, type Written } from '../operation/operation.ts';
import { imageRule } from '../products/product-rules.ts';
import { replayWrite } from '../products/read-product.ts';
import { BUNDLE_DEFAULTS, createBundleInput, itemRule, rejectItems } from './bundle-shape.ts';
import { insertBundle } from './insert-bundle.ts';

export const createBundle = defineOperation({
  name: 'createBundle',
  title: 'Create a bundle',
  summary: 'Create a bundle of your products.',
  permission: 'WRITE',
  throttled: true,
  input: createBundleInput,
  defaults: BUNDLE_DEFAULTS,
  rules: [imageRule, itemRule],

  async execute(context, { input, record }): Promise<Written> {
    const { db, caller } = context;
    const bundle = { ...input, ...record, ownerId: caller.userId };
    const id = await retryOnConflict(
      async () => (await insertBundle(db, bundle)) ?? rejectItems(context, input.items),
    );
    return { id, revision: 1 };
  },
  replay: replayWrite,
});
