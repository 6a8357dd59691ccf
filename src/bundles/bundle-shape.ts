// The fields of a bundle that a client can give, and their limits (sections 2.2 and 8).
import { z } from 'zod';
import type { Checked } from '../operation/field-errors.ts';
import { domainObject, domainObjects, idField, list, quantity, title } from '../operation/field-types.ts';
import { archived, description, images, online, rent } from '../products/product-shape.ts';

const ITEMS_MIN = 1;
const ITEMS_MAX = 30;

export const bundleItem = domainObject('BundleItem', 'A line of a bundle.', {
  adId: idField('Id of a product of yours that is online.'),
  quantity: quantity().meta({ description: 'The number of units of the product.' }),
});

/** The list of items alone, for the rules that look at its entries. */
export const items = list(bundleItem, { min: ITEMS_MIN, max: ITEMS_MAX }).meta({
  description: 'The products of the bundle, in order. A product may stand in several lines.',
});

/** The body of create-bundle. */
export const createBundleInput = z
  .strictObject({
    title: title(),
    items,
    description: description.optional(),
    rent: rent.optional().meta({
      description: "The rental price; by default the sum of the items' rents, each times its quantity.",
    }),
    images: images.optional(),
    online: online.optional(),
    archived: archived.optional(),
  })
  .register(domainObjects, { object: 'Bundle', use: 'create' });

/** Values of absent fields (section 2.2); that of `rent` is computed. */
export const BUNDLE_DEFAULTS = { online: true, archived: false } as const;

export type BundleItemInput = Checked<typeof bundleItem>;
