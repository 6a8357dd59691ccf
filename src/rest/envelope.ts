// The envelopes of request bodies (sections 4.3 to 4.6, D11, D20): `product`, `bundle`, or `data` with `attributes`.
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import { type FieldError, invalid } from '../operation/failure.ts';
import { MAX_ERRORS, REQUIRED_MESSAGE, UNKNOWN_MESSAGE } from '../operation/field-errors.ts';

const PRODUCTS = 'products';

const required = (...names: string[]): FieldError => ({
  path: names,
  code: 'REQUIRED',
  message: REQUIRED_MESSAGE,
  isSent: true,
});
const malformed = (message: string, ...names: string[]): FieldError => ({
  path: names,
  code: 'INVALID_FORMAT',
  message,
  isSent: true,
});

export interface Envelope {
  /** Takes the fields out of a body; fails where the envelope is missing or wrong, at paths in the names that were sent. */
  open(body: JsonObject): JsonObject;
}

/** The envelope of one wrapper: `{ bundle: { … } }`. */
export const wrappedIn = (wrapper: string): Envelope => ({
  open: (body) => unwrap(body, wrapper, [wrapper]),
});

/** The envelope of a product: `{ product: { … } }` or `{ data: { type, attributes } }`, never both. */
export const eitherEnvelope: Envelope = {
  open(body) {
    if ((body.data ?? null) === null) return unwrap(body, 'product', ['product', 'data']);
    if ((body.product ?? null) !== null) throw invalid([malformed('Use either product or data', 'data')]);
    return attributesOf(unwrap(body, 'data', ['product', 'data']));
  },
};

/** The object under `wrapper`, beside nothing but the `known` names. */
function unwrap(body: JsonObject, wrapper: string, known: readonly string[]): JsonObject {
  const errors = unknownNames(body, known, []);
  const inner = body[wrapper] ?? null;
  if (inner === null) errors.unshift(required(wrapper));
  else if (!isJsonObject(inner)) errors.unshift(malformed('Must be an object', wrapper));
  if (errors.length > 0) throw invalid(errors);
  return inner as JsonObject;
}

function attributesOf(data: JsonObject): JsonObject {
  const errors = unknownNames(data, ['type', 'attributes'], ['data']);
  const { attributes = null, type = null } = data;
  if (attributes === null) errors.unshift(required('data', 'attributes'));
  else if (!isJsonObject(attributes)) errors.unshift(malformed('Must be an object', 'data', 'attributes'));
  if (type === null) errors.unshift(required('data', 'type'));
  else if (type !== PRODUCTS) errors.unshift(malformed(`Must be ${PRODUCTS}`, 'data', 'type'));
  if (errors.length > 0) throw invalid(errors);
  return attributes as JsonObject;
}

const unknownNames = (body: JsonObject, known: readonly string[], at: readonly string[]): FieldError[] =>
  Object.keys(body)
    .values()
    .filter((name) => !known.includes(name))
    .take(MAX_ERRORS)
    .map((name) => malformed(UNKNOWN_MESSAGE, ...at, name))
    .toArray();
