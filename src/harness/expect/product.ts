// What becomes of a product that is created or updated: the rules of the contract that no schema can say.
import type { Shape } from '../contract/shape.ts';
import { sameJson } from '../exchange/json-text.ts';
import { VALID_COUNTRIES } from '../generate/valid.ts';
import { isBlank } from '../generate/values.ts';
import { type Expected, type ExpectedError, type JsonObject, onePerField } from './outcome.ts';
import { shapeErrors } from './shape-errors.ts';

/** What the product is after a create that says no more than it must (section 2.1, D22). */
const DEFAULTS: JsonObject = {
  description: null,
  cost: null,
  productType: 0,
  sku: null,
  quantity: 1,
  equipments: [],
  images: [],
  online: true,
  archived: false,
  code: null,
  stock_unit_type_id: null,
  barcode: null,
  commodity_code: null,
  country_of_manufacture: null,
  shelf_life_min: null,
  shelf_life_max: null,
};

const UNIT_STOCK = 0;
const BULK_STOCK = 1;
const BUNDLE = 1;

/** On create null is the same as absent (D13). */
export function expectCreated(input: JsonObject, shape: Shape): Expected {
  const given = without(input, (_, value) => value === null);
  const stock = given.stock_type ?? (given.productType === BUNDLE ? BULK_STOCK : UNIT_STOCK);
  const errors = inOrder(
    [
      ...shapeErrors(given, shape),
      ...stockErrors(given, given, stock),
      ...shelfLifeErrors(given, {}),
      ...countryErrors(given),
    ],
    shape,
  );
  if (errors.length > 0) return { kind: 'invalid', errors };
  return { kind: 'ok', stored: { ...DEFAULTS, ...given, stock_type: stock, sku: given.sku ?? given.code ?? null } };
}

/** The fields that null clears; for any other it is REQUIRED, unless it repeats a null that is stored (D13, D15). */
const CLEARABLE = ['description', 'cost', 'sku'];

export function expectUpdated(input: JsonObject, stored: JsonObject, shape: Shape): Expected {
  const given = without(input, (name, value) => value === null && Object.hasOwn(stored, name) && stored[name] === null);
  const fixed = [...(shape.fields ?? [])].filter(([, field]) => field.shape.readBack).map(([name]) => name);
  const changed = fixed.filter((name) => given[name] !== undefined && !sameJson(given[name], stored[name]));
  const nulls = Object.keys(given).filter(
    (name) => given[name] === null && shape.fields?.has(name) && !CLEARABLE.includes(name) && !fixed.includes(name),
  );
  const errors = inOrder(
    [
      ...nulls.map((field): ExpectedError => ({ field, code: 'REQUIRED' })),
      ...shapeErrors(given, shape),
      ...changed.map((field): ExpectedError => ({ field, code: 'INVALID_FORMAT' })),
      ...stockErrors(given, stored, given.stock_type ?? stored.stock_type),
      ...shelfLifeErrors(given, stored),
      ...countryErrors(given),
    ],
    shape,
  );
  if (errors.length > 0) return { kind: 'invalid', errors };
  const code = given.sku === undefined && given.code !== undefined ? { sku: given.code } : {};
  return { kind: 'ok', stored: { ...stored, ...given, ...code } };
}

/** Unit stock needs a sku, given or stored; the code stands in for one that is not given (D16, D20). */
function stockErrors(given: JsonObject, stored: JsonObject, stock: unknown): ExpectedError[] {
  if (stock !== UNIT_STOCK) return [];
  if ((stored.productType ?? given.productType) === BUNDLE) return [{ field: 'stock_type', code: 'INVALID_FORMAT' }];
  const own = given.sku === undefined ? (given.code ?? undefined) : given.sku;
  const sku = own === undefined ? stored.sku : own;
  const isMissing = sku === null || sku === undefined || (typeof sku === 'string' && isBlank(sku));
  return isMissing ? [{ field: 'sku', code: 'REQUIRED' }] : [];
}

/** A code has the right form and yet names no country: the generators draw from few codes, all of which are known. */
function countryErrors({ country_of_manufacture: country }: JsonObject): ExpectedError[] {
  if (typeof country !== 'string' || VALID_COUNTRIES.includes(country)) return [];
  return [{ field: 'country_of_manufacture', code: 'INVALID_FORMAT' }];
}

function shelfLifeErrors(given: JsonObject, stored: JsonObject): ExpectedError[] {
  const min = given.shelf_life_min ?? stored.shelf_life_min;
  const max = given.shelf_life_max ?? stored.shelf_life_max;
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return [{ field: given.shelf_life_max === undefined ? 'shelf_life_min' : 'shelf_life_max', code: 'INVALID_FORMAT' }];
}

/** Errors as their fields stand in the document, unknown ones last; one per field (D18). */
function inOrder(errors: readonly ExpectedError[], shape: Shape): ExpectedError[] {
  const names = [...(shape.fields?.keys() ?? [])];
  const rank = ({ field }: ExpectedError) => {
    const index = names.findIndex((name) => field === name || field.startsWith(`${name}[`));
    return index < 0 ? names.length : index;
  };
  return onePerField(errors.toSorted((a, b) => rank(a) - rank(b)));
}

const without = (input: JsonObject, isLeftOut: (name: string, value: unknown) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => !isLeftOut(name, value)));
