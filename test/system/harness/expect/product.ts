// The rules of create-product and update-product that a schema can't express (sections 2.1, 4.3, 4.4, D13 to D20).
import { sameJson } from '../calls/call.ts';
import { type Contracts, inputOf } from '../contract/contracts.ts';
import { knownFields, membersOf, type Shape, withoutFields } from '../contract/shape.ts';
import { isBlank } from '../generate/values.ts';
import type { ExpectedError, JsonObject } from './expected-answer.ts';
import { keepsNull, readOnlyFields, unsetProduct } from './product-fields.ts';
import { schemaErrors, unreachableImages } from './schema-errors.ts';
import type { WriteRules } from './write-rules.ts';

export function createProductRules(contracts: Contracts): WriteRules {
  const { shape, variableType } = inputOf(contracts, 'createProduct');
  const given = (input: JsonObject) => withoutNulls(input, shape);
  return {
    shape,
    variableType,
    shapeErrors: (input) => schemaErrors(given(input), shape),
    otherErrors: (input) => crossFieldErrors(knownFields(given(input), shape), {}, shape),
    stored(input) {
      const fields = given(input);
      const sku = fields.sku ?? fields.code ?? null;
      return {
        ...unsetProduct(shape),
        ...fields,
        stockType: fields.stockType ?? defaultStock(fields),
        sku,
      };
    },
  };
}

/** On create, null means absent; an unknown field is unknown with any value. */
export const withoutNulls = (input: JsonObject, shape: Shape): JsonObject =>
  membersOf(input, (name, value) => value !== null || !shape.fields.has(name));

/** The fields that an update can set, of the shape of its REST body. */
export const updatableFields = (shape: Shape): Shape =>
  withoutFields(shape, readOnlyFields(shape));

/** `before` is the stored product. */
export function updateProductRules(contracts: Contracts, before: JsonObject): WriteRules {
  const { shape, variableType } = inputOf(contracts, 'updateProduct');
  const updatable = updatableFields(shape);
  /** The fields to set, without those that are compared or ignored. */
  const given = (input: JsonObject) =>
    membersOf(input, (name) => !shape.fields.get(name)?.readOnly);
  return {
    shape: inProductOrder(shape, contracts.rest.inputShape('createProduct')),
    variableType,
    shapeErrors: (input) => updateErrors(input, shape),
    variableErrors: (input) => [
      ...nullErrors(input, (name) => keepsNull(name, updatable)),
      ...updateErrors(input, shape),
    ],
    otherErrors: (input) => [
      ...changedErrors(input, before, shape),
      ...nullErrors(input, (name) => before[name] !== null && keepsNull(name, updatable)),
      ...crossFieldErrors(knownFields(given(input), updatable), before, updatable),
    ],
    stored: (input) => ({
      ...before,
      ...given(input),
      sku: skuAfter(given(input), before) ?? null,
    }),
  };
}

/** In an update's errors each field is where a create has it; the other read-only fields are last. */
function inProductOrder(shape: Shape, create: Shape): Shape {
  const names = new Set([...create.fields.keys(), ...shape.fields.keys()]);
  const fields = [...names].flatMap((name) => {
    const field = shape.fields.get(name);
    return field ? [[name, field] as const] : [];
  });
  return { ...shape, fields: new Map(fields) };
}

/** Anything wrong with a read-only field is one error of its format. */
const updateErrors = (input: JsonObject, shape: Shape): ExpectedError[] =>
  schemaErrors(input, shape).map((error) => {
    const [name = ''] = error.path;
    return shape.fields.get(String(name))?.readOnly
      ? { path: [name], code: 'INVALID_FORMAT' }
      : error;
  });

const nullErrors = (input: JsonObject, isWrong: (name: string) => boolean): ExpectedError[] =>
  Object.keys(input)
    .filter((name) => input[name] === null && isWrong(name))
    .map((name) => ({ path: [name], code: 'REQUIRED' }));

/** Read-only fields that differ from their stored value. Those without such a condition in the document are ignored. */
function changedErrors(input: JsonObject, before: JsonObject, shape: Shape): ExpectedError[] {
  const isCompared = (name: string) =>
    shape.conditions?.some(
      ({ field, code }) =>
        field === shape.fields.get(name)?.names.rest && code === 'INVALID_FORMAT',
    );
  return readOnlyFields(shape)
    .filter((name) => Object.hasOwn(input, name) && isCompared(name))
    .filter((name) => !sameJson(input[name], before[name]))
    .map((name) => ({ path: [name], code: 'INVALID_FORMAT' }));
}

const crossFieldErrors = (
  given: JsonObject,
  before: JsonObject,
  shape: Shape,
): ExpectedError[] => [
  ...stockErrors(given, before),
  ...shelfLifeErrors(given, before, shape),
  ...unreachableImages(given, shape),
];

/** A bundle can't have unit stock. */
const defaultStock = ({ type }: JsonObject) => (type === 'BUNDLE' ? 'BULK' : 'UNIT');

/** A bundle has bulk stock; under unit stock, the product has a sku after the request. */
function stockErrors(given: JsonObject, before: JsonObject): ExpectedError[] {
  const type = before.type ?? given.type;
  const stock = given.stockType ?? before.stockType ?? defaultStock(given);
  if (stock === 'BULK') return [];
  if (type === 'BUNDLE') return [{ path: ['stockType'], code: 'INVALID_FORMAT' }];
  if (stock !== 'UNIT') return [];
  const sku = skuAfter(given, before);
  const isMissing =
    sku === null || sku === undefined || (typeof sku === 'string' && isBlank(sku));
  return isMissing ? [{ path: ['sku'], code: 'REQUIRED' }] : [];
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
  const [min, max] = ['shelfLifeMin', 'shelfLifeMax'].map((name) =>
    numberAt(after, name, shape),
  );
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  const field = given.shelfLifeMax === undefined ? 'shelfLifeMin' : 'shelfLifeMax';
  return [{ path: [field], code: 'INVALID_FORMAT' }];
}

/** A number, which a version may have in a string; a plain number has the wrong type there. */
function numberAt(product: JsonObject, name: string, { fields }: Shape): unknown {
  const value = product[name];
  if (fields.get(name)?.kind !== 'number text') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
