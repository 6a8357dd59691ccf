// The rules of bundle items (section 4.5): each names an online product of the caller that is no bundle.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import type { Caller, OperationContext } from '../operation/context.ts';
import type { FieldError } from '../operation/failure.ts';
import { entriesOf } from '../operation/field-errors.ts';
import type { Id } from '../operation/id.ts';
import type { Rule } from '../operation/operation.ts';
import { bundleItem } from './bundle-shape.ts';

/** The columns of a product that decide whether it can be an item. */
const CANDIDATE = {
  id: true,
  type: true,
  ownerId: true,
  online: true,
} as const satisfies Prisma.ProductSelect;

type Candidate = Prisma.ProductGetPayload<{ select: typeof CANDIDATE }>;

/** Reads the products that ids name, by one statement. */
export const readCandidates = ({ db }: OperationContext, ids: readonly Id[]): Promise<Candidate[]> =>
  db.product.readAll([...new Set(ids)], { select: CANDIDATE });

/** Checks the items of an input with other errors, so that all errors are reported at once; else `run` checks them. */
export const itemRule: Rule<unknown> = async (context, { given, errors }) => {
  if (errors.length === 0) return [];
  const ids = namedIds(entriesOf(given.items, 'items', errors));
  return ids.size === 0 ? [] : itemErrors(context.caller, ids, await readCandidates(context, [...ids.values()]));
};

/** The valid ids of the entries, by index. */
function namedIds(entries: readonly unknown[]): Map<number, Id> {
  return new Map(
    entries.flatMap((entry, index) => {
      const id = bundleItem.shape.adId.safeParse((entry as { adId?: unknown } | null)?.adId);
      return id.success ? [[index, id.data]] : [];
    }),
  );
}

/** One error for each id that cannot be an item: the first of its faults in this order. */
export function itemErrors(
  caller: Caller,
  ids: ReadonlyMap<number, Id>,
  candidates: readonly Candidate[],
): FieldError[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return [...ids].flatMap(([index, id]) => {
    const error = itemError(caller, byId.get(id));
    return error ? [{ path: ['items', index, 'adId'], ...error }] : [];
  });
}

/** The columns of a product that can be an item of the caller's bundle. */
export const availableTo = ({ userId }: Caller) =>
  ({ type: ProductType.PRODUCT, ownerId: userId, online: true }) as const satisfies Partial<Candidate>;

function itemError(caller: Caller, product: Candidate | undefined): Omit<FieldError, 'path'> | undefined {
  const { type, ownerId, online } = availableTo(caller);
  if (!product) return { code: 'NOT_FOUND', message: 'Product not found' };
  if (product.type !== type && product.ownerId === ownerId)
    return { code: 'NOT_FOUND', message: 'A bundle cannot be an item of a bundle' };
  if (product.type !== type) return { code: 'NOT_FOUND', message: 'Product not found' };
  if (product.ownerId !== ownerId) return { code: 'ACCESS_DENIED', message: 'Product is not in your account' };
  if (product.online !== online) return { code: 'PRODUCT_OFFLINE', message: 'Product is not online' };
  return undefined;
}
