// The fields of a bundle that a client can set, and their limits (sections 2.2 and 8); the rules of its items (section
// 4.5).
import { z } from 'zod';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { ChangedMeanwhile } from '../database/database-errors.ts';
import { findRows } from '../database/records.ts';
import { entriesOf } from '../operation/check.ts';
import type { Caller, OperationContext } from '../operation/context.ts';
import type { FieldError } from '../operation/field-error.ts';
import { type Condition, domainObjects, list, title } from '../operation/field-types.ts';
import type { Rule } from '../operation/operation.ts';
import { invalid } from '../operation/operation-failure.ts';
import {
  archived,
  bundleItem,
  description,
  images,
  online,
  rent,
} from '../products/product-fields.ts';

/** The items alone, for the rules that look at their entries. */
export const items = list(bundleItem, { min: 1, max: 30 }).meta({
  description:
    'The products of the bundle, in order. The same product may appear more than once.',
});

export const createBundleInput = z
  .strictObject({
    title: title(),
    items,
    description: description.optional(),
    rent: rent.optional().meta({
      description:
        "In your marketplace's currency. By default the sum of the items' rents times their quantities.",
    }),
    images: images.optional(),
    online: online.optional(),
    archived: archived.optional(),
  })
  .register(domainObjects, { object: 'Bundle', use: 'create' });

/** Defaults for absent fields (section 2.2); `rent` is computed. */
export const BUNDLE_DEFAULTS = { online: true, archived: false } as const;

/** The columns of a product that decide whether it can be an item. */
const CANDIDATE = {
  id: true,
  type: true,
  ownerId: true,
  online: true,
} satisfies Prisma.ProductSelect;

type Candidate = Prisma.ProductGetPayload<{ select: typeof CANDIDATE }>;

const ITEM_CONDITIONS: readonly Condition[] = (
  [
    ['NOT_FOUND', 'No product has this ID, or it is a bundle.'],
    ['ACCESS_DENIED', 'The product is not yours.'],
    ['PRODUCT_OFFLINE', 'The product is not online.'],
  ] as const
).map(([code, when]) => ({ path: ['items', 0, 'adId'], code, when }));

const RENT_CONDITION: Condition = {
  path: ['rent'],
  code: 'INVALID_FORMAT',
  when: "There is no rent, and the sum of the items' rents is larger than any JSON number.",
};

/**
 * Checks the items of an input that has other errors, so that all errors are reported at once; otherwise `run` checks
 * them.
 */
export const itemRule: Rule<unknown> = {
  conditions: [RENT_CONDITION, ...ITEM_CONDITIONS],
  async check(context, { given, errors }) {
    if (errors.length === 0) return [];
    return itemErrors(context, entriesOf(given.items, 'items', errors));
  },
};

/**
 * @throws {OperationFailure} invalid, with the errors of the items.
 * @throws {ChangedMeanwhile} every item is available by now.
 */
export async function rejectItems(
  context: OperationContext,
  items: readonly unknown[],
): Promise<never> {
  const errors = await itemErrors(context, items);
  throw errors.length > 0 ? invalid(errors) : new ChangedMeanwhile();
}

/** The valid ID of an entry, which may be anything. */
const idIn = (entry: unknown) =>
  bundleItem.shape.adId.safeParse((entry as { adId?: unknown } | null)?.adId).data;

/** One error for each entry whose ID can't be an item: its first problem in this order. */
async function itemErrors(
  { db, caller }: OperationContext,
  entries: readonly unknown[],
): Promise<FieldError[]> {
  const ids = entries.map(idIn);
  const named = new Set(ids.filter((id) => id !== undefined));
  if (named.size === 0) return [];
  const candidates = await findRows<Candidate>(db, db.product, [...named], CANDIDATE);
  return ids.flatMap((id, index) => {
    if (id === undefined) return [];
    const error = itemError(
      caller,
      candidates.find((candidate) => candidate.id === id),
    );
    return error ? [{ path: ['items', index, 'adId'], ...error }] : [];
  });
}

/** Why a product can't be an item of the caller's bundle. */
function itemError(
  { userId }: Caller,
  product: Candidate | undefined,
): Omit<FieldError, 'path'> | undefined {
  const isOwn = product?.ownerId === userId;
  const isBundle = product?.type === ProductType.BUNDLE;
  if (!product || (isBundle && !isOwn))
    return { code: 'NOT_FOUND', message: 'Product not found' };
  if (isBundle)
    return { code: 'NOT_FOUND', message: "A bundle can't be an item of another bundle" };
  if (!isOwn) return { code: 'ACCESS_DENIED', message: 'Product is not in your account' };
  return product.online
    ? undefined
    : { code: 'PRODUCT_OFFLINE', message: 'Product is not online' };
}
