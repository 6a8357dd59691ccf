// The rules of create-bundle that a schema cannot express: its items, and its rent as the sum of theirs (section 4.5).
import type { Shape } from '../contract/shape.ts';
import { decimalSum } from './decimal-sum.ts';
import { type ExpectedError, type JsonObject, mentioning, type ValidationCode } from './expected-answer.ts';
import { unreachableImages } from './image-uri.ts';
import { withoutNulls } from './product.ts';
import { unsetProduct } from './product-fields.ts';
import { shapeErrors } from './shape-errors.ts';
import type { WriteRules } from './write-rules.ts';

/** A product that an item can name. */
export interface Candidate {
  readonly rent: number;
  /** The code that refuses it as an item; absent for a product that can be one. */
  readonly refused?: ValidationCode;
  readonly isBundle?: boolean;
}

/** The fields of a bundle that a create does not set (D24). */
const UNSET_BUNDLE: JsonObject = { productType: 1, stock_type: 1 };

/** `candidates` are the known products by id, `read` is the shape of a product that is read. */
export function createBundleRules(
  shape: Shape,
  candidates: ReadonlyMap<number, Candidate>,
  read: Shape = shape,
): WriteRules {
  const unset = { ...unsetProduct(shape, read), ...UNSET_BUNDLE };
  const given = (input: JsonObject) => withoutNulls(input, shape);
  return {
    shape,
    // An id below 1 names no product: NOT_FOUND by the rule of items, in place of MIN_VALUE.
    shapeErrors: (input) =>
      shapeErrors(given(input), shape).filter(({ path, code }) => !(path.at(-1) === 'ad_id' && code === 'MIN_VALUE')),
    otherErrors: ({ items, images }) => [
      ...itemErrors(items, shape, candidates),
      ...unreachableImages(images, shape.fields?.get('images')?.shape.maxItems ?? Infinity),
    ],
    stored(input) {
      const items = input.items as { ad_id: number; quantity: number }[];
      const sum = decimalSum(items.map(({ ad_id, quantity }) => [candidates.get(ad_id)?.rent ?? 0, quantity]));
      return { ...unset, rent: sum, ...given(input) };
    },
  };
}

/** The rule of each item whose id is an integer of 32 bits (D17, D27). */
function itemErrors(items: unknown, shape: Shape, candidates: ReadonlyMap<number, Candidate>): ExpectedError[] {
  const { maxItems = Infinity } = shape.fields?.get('items')?.shape ?? {};
  if (!Array.isArray(items) || items.length > maxItems) return [];
  return items.flatMap((item, index) => {
    const id: unknown = item?.ad_id;
    if (!Number.isInteger(id) || Math.abs(id as number) > MAX_INT32) return [];
    const candidate = candidates.get(id as number);
    const code = candidate ? candidate.refused : 'NOT_FOUND';
    return code ? [{ path: ['items', index, 'ad_id'], code, ...(candidate?.isBundle && mentioning('bundle')) }] : [];
  });
}

const MAX_INT32 = 2 ** 31 - 1;
