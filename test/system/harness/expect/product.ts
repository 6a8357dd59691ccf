// The rules of create-product and update-product that a schema can't express (sections 2.1, 4.3, 4.4, D13 to D20).
import { sameJson } from '../calls/call.ts';
import type { RestContract } from '../contract/rest-contract.ts';
import {
  isNumberText,
  knownFields,
  NO_SHAPE,
  type Shape,
  withoutFields,
} from '../contract/shape.ts';
import { isBlank } from '../generate/values.ts';
import { type ExpectedError, type JsonObject, mentioning } from './expected-answer.ts';
import {
  comparedFields,
  isClearable,
  keepsNull,
  PRODUCT_FIELDS,
  readOnlyFields,
  unsetProduct,
} from './product-fields.ts';
import { shapeErrors, unreachableImages } from './shape-errors.ts';
import type { WriteRules } from './write-rules.ts';

const UNIT_STOCK = 0;
const BULK_STOCK = 1;
const BUNDLE = 1;

export function createProductRules(shape: Shape): WriteRules {
  const given = (input: JsonObject) => withoutNulls(input, shape);
  return {
    shape,
    shapeErrors: (input) => shapeErrors(given(input), shape),
    otherErrors: (input) => crossFieldErrors(knownFields(given(input), shape), {}, shape),
    stored(input) {
      const fields = knownFields(given(input), shape);
      const sku = fields.sku ?? fields.code ?? null;
      return {
        ...unsetProduct(shape, shape),
        ...fields,
        stock_type: fields.stock_type ?? defaultStock(fields),
        sku,
      };
    },
  };
}

/** On create, null means absent; an unknown field is unknown with any value. */
export const withoutNulls = (input: JsonObject, shape: Shape): JsonObject =>
  withoutMembers(input, (name, value) => value === null && shape.fields?.has(name) === true);

/** The fields that an update can set, of the shape of its REST body. */
export const updatableFields = (shape: Shape): Shape =>
  withoutFields(shape, readOnlyFields(shape));

/** `before` is the product in REST names. */
export function updateProductRules(rest: RestContract, before: JsonObject): WriteRules {
  const shape = rest.inputShape('updateProduct');
  const updatable = updatableFields(shape);
  const ordered = inProductOrder(shape);
  /** The fields to set, without those that are compared or ignored. */
  const given = (input: JsonObject) =>
    withoutMembers(input, (name) => shape.fields?.get(name)?.shape.readOnly === true);
  const errorsWith =
    (mayBeNull: (name: string, shape: Shape) => boolean) => (input: JsonObject) => {
      const isNull = (name: string, value: unknown) =>
        value === null && mayBeNull(name, updatable);
      const nulls = Object.keys(given(input)).filter(
        (name) => input[name] === null && !isNull(name, null) && updatable.fields?.has(name),
      );
      return [
        ...nulls.map((name): ExpectedError => ({ path: [name], code: 'REQUIRED' })),
        ...shapeErrors(withoutMembers(given(input), isNull), updatable),
      ];
    };
  return {
    shape: ordered,
    shapeErrors: errorsWith((...field) => isClearable(...field) || keepsNull(...field)),
    variableErrors: errorsWith(isClearable),
    otherErrors: (input) => [
      ...changedErrors(input, before, shape),
      ...ignoredErrors(input, shape),
      ...clearedErrors(given(input), before, updatable),
      ...crossFieldErrors(knownFields(given(input), updatable), before, updatable),
    ],
    stored: (input) => ({
      ...before,
      ...given(input),
      sku: skuAfter(given(input), before) ?? null,
    }),
  };
}

/** The document lists read-only fields last; in errors each is where a product has it. */
function inProductOrder(shape: Shape): Shape {
  let before = 0;
  /** A field that the harness doesn't know follows the one before it in the document. */
  const placed = [...(shape.fields ?? [])].map((entry) => {
    const known = PRODUCT_FIELDS.indexOf(entry[0]) + 1;
    if (known > 0) before = known;
    return { entry, place: known || (entry[1].shape.readOnly ? Infinity : before) };
  });
  const fields = new Map(
    placed.toSorted((a, b) => compare(a.place, b.place)).map(({ entry }) => entry),
  );
  return { ...shape, fields };
}

const compare = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Read-only fields that differ from their stored value. */
function changedErrors(input: JsonObject, before: JsonObject, shape: Shape): ExpectedError[] {
  const changed = comparedFields(shape).filter(
    (name) => Object.hasOwn(input, name) && !sameJson(input[name], before[name]),
  );
  return changed.map((name) => ({ path: [name], code: 'INVALID_FORMAT' }));
}

/** Ignored read-only fields have values of their type. */
function ignoredErrors(input: JsonObject, shape: Shape): ExpectedError[] {
  const compared = comparedFields(shape);
  return readOnlyFields(shape)
    .filter((name) => !compared.includes(name) && Object.hasOwn(input, name))
    .filter(
      (name) =>
        shapeErrors(input[name], shape.fields?.get(name)?.shape ?? NO_SHAPE).length > 0,
    )
    .map((name) => ({ path: [name], code: 'INVALID_FORMAT' }));
}

/** Fields that their version requires, cleared by the update. */
const clearedErrors = (
  given: JsonObject,
  before: JsonObject,
  shape: Shape,
): ExpectedError[] =>
  Object.keys(given)
    .filter((name) => given[name] === null && before[name] !== null && keepsNull(name, shape))
    .map((name) => ({ path: [name], code: 'REQUIRED' }));

const crossFieldErrors = (
  given: JsonObject,
  before: JsonObject,
  shape: Shape,
): ExpectedError[] => [
  ...stockErrors(given, before),
  ...shelfLifeErrors(given, before, shape),
  ...unreachableImages(given.images, shape.fields?.get('images')?.shape),
];

/** A bundle can't have unit stock. */
const defaultStock = ({ productType }: JsonObject) =>
  productType === BUNDLE ? BULK_STOCK : UNIT_STOCK;

/** A bundle has bulk stock; under unit stock, the product has a sku after the request. */
function stockErrors(given: JsonObject, before: JsonObject): ExpectedError[] {
  const type = before.productType ?? given.productType;
  const stock = given.stock_type ?? before.stock_type ?? defaultStock(given);
  if (stock === BULK_STOCK) return [];
  if (type === BUNDLE) return [{ path: ['stock_type'], code: 'INVALID_FORMAT' }];
  if (stock !== UNIT_STOCK) return [];
  const sku = skuAfter(given, before);
  const isMissing =
    sku === null || sku === undefined || (typeof sku === 'string' && isBlank(sku));
  return isMissing
    ? [{ path: ['sku'], code: 'REQUIRED', ...mentioning('SKU is required for unit stock') }]
    : [];
}

/** The given sku, including null, else the stored one, else the given code. */
const skuAfter = (given: JsonObject, before: JsonObject): unknown =>
  given.sku === undefined ? (before.sku ?? given.code) : given.sku;

function shelfLifeErrors(
  given: JsonObject,
  before: JsonObject,
  shape: Shape,
): ExpectedError[] {
  const after = { ...before, ...given };
  const [min, max] = ['shelf_life_min', 'shelf_life_max'].map((name) =>
    numberAt(after, name, shape),
  );
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  const field = given.shelf_life_max === undefined ? 'shelf_life_min' : 'shelf_life_max';
  return [{ path: [field], code: 'INVALID_FORMAT' }];
}

/** A number, which a version may have in a string; a plain number has the wrong type there. */
function numberAt(product: JsonObject, name: string, { fields }: Shape): unknown {
  const value = product[name];
  if (!isNumberText(fields?.get(name)?.shape ?? NO_SHAPE)) return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

const withoutMembers = (
  input: JsonObject,
  isLeftOut: (name: string, value: unknown) => boolean,
): JsonObject =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !isLeftOut(name, value)),
  );
