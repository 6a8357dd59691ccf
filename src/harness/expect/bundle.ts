// What becomes of a bundle that is created: its items, and its rent as the decimal sum of theirs.
import type { Shape } from '../contract/shape.ts';
import { type Expected, type ExpectedError, type FieldErrorCode, type JsonObject, onePerField } from './outcome.ts';
import { shapeErrors } from './shape-errors.ts';

/** What is known of the products that items can name, by id. */
export interface Candidate {
  /** Why it cannot be an item; absent where it can. */
  readonly refused?: FieldErrorCode;
  readonly rent: number;
}

const DEFAULTS: JsonObject = {
  description: null,
  images: [],
  online: true,
  archived: false,
  productType: 1,
  stock_type: 1,
};

export function expectBundle(input: JsonObject, shape: Shape, candidates: ReadonlyMap<number, Candidate>): Expected {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  // An id below 1 names no product: the item rules say so, in place of the minimum.
  const faults = shapeErrors(given, shape).filter(
    ({ field, code }) => !(field.endsWith('.ad_id') && code === 'MIN_VALUE'),
  );
  const errors = merged(faults, itemErrors(given.items, shape, candidates), shape);
  if (errors.length > 0) return { kind: 'invalid', errors };
  const items = given.items as { ad_id: number; quantity: number }[];
  const sum = decimalSum(items.map(({ ad_id, quantity }) => [candidates.get(ad_id)?.rent ?? 0, quantity]));
  return { kind: 'ok', stored: { ...DEFAULTS, rent: sum, ...given } };
}

function itemErrors(items: unknown, shape: Shape, candidates: ReadonlyMap<number, Candidate>): ExpectedError[] {
  const { maxItems = Infinity } = shape.fields?.get('items')?.shape ?? {};
  if (!Array.isArray(items) || items.length > maxItems) return [];
  return items.flatMap((item, index) => {
    const id: unknown = item?.ad_id;
    if (!Number.isInteger(id) || Math.abs(id as number) > MAX_INT32) return [];
    const code = candidates.has(id as number) ? candidates.get(id as number)?.refused : 'NOT_FOUND';
    return code ? [{ field: `items[${index}].ad_id`, code }] : [];
  });
}

const MAX_INT32 = 2 ** 31 - 1;

/** In the order of the document; what the shape says of a field comes before what the item rules say. */
function merged(faults: ExpectedError[], items: ExpectedError[], shape: Shape): ExpectedError[] {
  const names = [...(shape.fields?.keys() ?? [])];
  const rank = ({ field }: ExpectedError): [number, number, number] => {
    const [, name = '', index = '-1', inner = ''] = /^([^.[]*)(?:\[(\d+)\])?\.?(.*)$/s.exec(field) ?? [];
    const position = names.indexOf(name);
    if (position < 0) return [names.length, -1, -1];
    const fields = [...(shape.fields?.get(name)?.shape.item?.fields?.keys() ?? [])];
    return [position, Number(index), inner === '' ? -1 : placeIn(fields, inner)];
  };
  const compare = (a: ExpectedError, b: ExpectedError) => {
    const [left, right] = [rank(a), rank(b)];
    return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
  };
  return onePerField([...faults, ...items].toSorted(compare));
}

const placeIn = (names: readonly string[], name: string) => (names.includes(name) ? names.indexOf(name) : names.length);

/** The sum of products of a rent and a quantity, exact: as integers of the finest decimal place there is. */
export function decimalSum(lines: readonly (readonly [rent: number, quantity: number])[]): number {
  const parts = lines.map(([rent, quantity]) => ({ ...decimalOf(rent), quantity: BigInt(quantity) }));
  const places = Math.max(0, ...parts.map((part) => part.places));
  const total = parts.reduce(
    (sum, part) => sum + part.digits * 10n ** BigInt(places - part.places) * part.quantity,
    0n,
  );
  return Number(`${total}e-${places}`);
}

function decimalOf(value: number): { digits: bigint; places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}
