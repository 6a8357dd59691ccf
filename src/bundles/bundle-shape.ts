// The fields of a bundle that a client can give, and their limits (sections 2.2 and 8).
import { z } from 'zod';
import type { Checked } from '../operation/field-errors.ts';
import { integer, list, quantity, text, title } from '../operation/field-types.ts';
import { images, rent } from '../products/product-shape.ts';

const ITEMS_MIN = 1;
const ITEMS_MAX = 30;

const item = z.strictObject({
  adId: integer().meta({ minimum: 1, description: 'Id of a product of yours that is online.' }),
  quantity: quantity().meta({ description: 'How many of the product.' }),
});

/** The list of items alone, for the rules that look at its entries. */
export const items = list(item, { min: ITEMS_MIN, max: ITEMS_MAX }).meta({
  description: 'The products of the bundle, in order. A product may stand in several lines.',
});

/** The body of create-bundle. */
export const createBundleInput = z.strictObject({
  title: title(),
  items,
  description: text().optional().meta({ description: 'Markdown or HTML text, stored as sent.' }),
  rent: rent
    .optional()
    .meta({ description: "Rental price. Where absent, the sum of the items' rents, each times its quantity." }),
  images: images.optional(),
  online: z.boolean().optional().meta({ description: 'Whether it is available for rental.' }),
  archived: z.boolean().optional().meta({ description: 'Whether it is put away.' }),
});

export type CreateBundleInput = Checked<typeof createBundleInput>;
export type BundleItemInput = CreateBundleInput['items'][number];
