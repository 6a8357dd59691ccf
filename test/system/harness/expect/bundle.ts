// What the contract says about creating a bundle: its items, and its rent as their decimal sum.
import { type Contracts, inputOf } from '../contract/contracts.ts';
import { type Shape, typed, withKeywords } from '../contract/shape.ts';
import { MAX_INT32 } from '../generate/values.ts';
import type { ExpectedError, JsonObject, ValidationCode } from './expected-answer.ts';
import { withoutNulls } from './product.ts';
import { unsetProduct } from './product-fields.ts';
import { schemaErrors, unreachableImages } from './schema-errors.ts';
import type { WriteRules } from './write-rules.ts';

/** More decimal places than any rent has. */
const PLACES = 20;

/** A number as an integer in units of the last place. */
function inUnits(value: number): bigint {
  const [whole = '', fraction = ''] = String(value).split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

/** The sum of rent times quantity, as decimal numbers. */
function decimalSum(lines: readonly (readonly [rent: number, quantity: number])[]): number {
  const parts = lines.map(([rent, quantity]) => inUnits(rent) * BigInt(quantity));
  return Number(`${parts.reduce((sum, part) => sum + part, 0n)}e-${PLACES}`);
}

/** A product that an item can name. */
export interface Candidate {
  readonly id: number;
  readonly rent: number;
  /** The code for rejecting it as an item; absent if it can be one. */
  readonly refused?: ValidationCode;
}

export const idsOf = (candidates: readonly Candidate[]): number[] =>
  candidates.map(({ id }) => id);

/** The fields of a bundle that a create doesn't set. */
const UNSET_BUNDLE: JsonObject = { type: 'BUNDLE', stockType: 'BULK' };

/** IDs of no product. */
const UNUSED_IDS = [2_147_483_647, 2_147_483_646, 0, -1, -2_147_483_647];

/** `known` are the products that items name. */
export function createBundleRules(
  contracts: Contracts,
  known: readonly Candidate[],
): WriteRules {
  const candidates = new Map(known.map((candidate) => [candidate.id, candidate]));
  const { shape: documented, variableType } = inputOf(contracts, 'createBundle');
  const shape = withKeywords(documented, 'adId', {
    values: idsOf(known.filter(({ refused }) => !refused)),
    wrongValues: [...idsOf(known.filter(({ refused }) => refused)), ...UNUSED_IDS],
  });
  const product = contracts.rest.inputShape('createProduct');
  const unset = { ...unsetProduct(product), ...unsetProduct(shape), ...UNSET_BUNDLE };
  const given = (input: JsonObject) => withoutNulls(input, shape);
  return {
    shape,
    variableType,
    // An ID below 1 names no product: NOT_FOUND by the rule for items, instead of MIN_VALUE.
    shapeErrors: (input) =>
      schemaErrors(given(input), shape).filter(
        ({ path, code }) => !(path.at(-1) === 'adId' && code === 'MIN_VALUE'),
      ),
    otherErrors: (input) => [
      ...itemErrors(input.items, shape, candidates),
      ...unreachableImages(input, shape),
    ],
    stored(input) {
      const items = input.items as { adId: number; quantity: number }[];
      const sum = decimalSum(
        items.map(({ adId, quantity }) => [candidates.get(adId)?.rent ?? 0, quantity]),
      );
      const rent = typed(sum, product.fields.get('rent'));
      return { ...unset, rent, ...given(input) };
    },
  };
}

/** The rule for each item whose ID is a 32-bit integer. */
function itemErrors(
  items: unknown,
  shape: Shape,
  candidates: ReadonlyMap<number, Candidate>,
): ExpectedError[] {
  const { maxItems = Infinity } = shape.fields.get('items') ?? {};
  if (!Array.isArray(items) || items.length > maxItems) return [];
  return items.flatMap((item, index) => {
    const id: unknown = item?.adId;
    if (!Number.isInteger(id) || Math.abs(id as number) > MAX_INT32) return [];
    const candidate = candidates.get(id as number);
    const code = candidate ? candidate.refused : 'NOT_FOUND';
    return code ? [{ path: ['items', index, 'adId'], code }] : [];
  });
}
