// The envelopes of request bodies (sections 4.3 to 4.6, D11, D20): `product`, `bundle`, or `data` with `attributes`.
import { type FieldError, invalid } from '../operation/failure.ts';
import { REQUIRED_MESSAGE, UNKNOWN_MESSAGE } from '../operation/field-errors.ts';
import type { WireObject } from '../operation/versions.ts';
import { fromWire, fromWirePath } from './wire.ts';

const PRODUCTS = 'products';

const isObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const required = (...names: string[]): FieldError => ({
  path: fromWirePath(...names),
  code: 'REQUIRED',
  message: REQUIRED_MESSAGE,
});
const malformed = (message: string, ...names: string[]): FieldError => ({
  path: fromWirePath(...names),
  code: 'INVALID_FORMAT',
  message,
});

/** Takes the input out of a body, in the names of the domain; fails where its envelope is missing or wrong. */
export type Envelope = (body: WireObject) => unknown;

/** The envelope of one wrapper: `{ bundle: { … } }`. */
export const wrappedIn =
  (wrapper: string): Envelope =>
  (body) =>
    fromWire(unwrap(body, wrapper, [wrapper]));

/** The envelope of a product: `{ product: { … } }` or `{ data: { type, attributes } }`, never both. */
export const productEnvelope: Envelope = (body) => {
  if ((body.data ?? null) === null) return fromWire(unwrap(body, 'product', ['product', 'data']));
  if ((body.product ?? null) !== null) throw invalid([malformed('Use either product or data', 'data')]);
  return fromWire(attributesOf(unwrap(body, 'data', ['product', 'data'])));
};

/** The object under `wrapper`, beside nothing but the `known` names. */
function unwrap(body: WireObject, wrapper: string, known: readonly string[]): WireObject {
  const errors = unknownNames(body, known, []);
  const inner = body[wrapper] ?? null;
  if (inner === null) errors.unshift(required(wrapper));
  else if (!isObject(inner)) errors.unshift(malformed('Must be an object', wrapper));
  if (errors.length > 0) throw invalid(errors);
  return inner as WireObject;
}

function attributesOf(data: WireObject): WireObject {
  const errors = unknownNames(data, ['type', 'attributes'], ['data']);
  const { attributes = null, type = null } = data;
  if (attributes === null) errors.unshift(required('data', 'attributes'));
  else if (!isObject(attributes)) errors.unshift(malformed('Must be an object', 'data', 'attributes'));
  if (type === null) errors.unshift(required('data', 'type'));
  else if (type !== PRODUCTS) errors.unshift(malformed(`Must be ${PRODUCTS}`, 'data', 'type'));
  if (errors.length > 0) throw invalid(errors);
  return attributes as WireObject;
}

const MAX_UNKNOWN = 50;

const unknownNames = (body: WireObject, known: readonly string[], at: readonly string[]): FieldError[] =>
  Object.keys(body)
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => malformed(UNKNOWN_MESSAGE, ...at, name));
