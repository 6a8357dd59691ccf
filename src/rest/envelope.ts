// The wrapper objects of request bodies (sections 4.3 to 4.6): `product`, `bundle`, or `data` with `attributes`.
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import { MAX_ERRORS, unknownField } from '../operation/check.ts';
import type { FieldError, FieldErrorCode } from '../operation/field-error.ts';
import { notOfKind, REQUIRED_MESSAGE } from '../operation/messages.ts';
import { invalid } from '../operation/operation-failure.ts';

const RESOURCE_TYPE = 'products';

const errorAt = (
  path: readonly string[],
  message: string,
  code: FieldErrorCode = 'INVALID_FORMAT',
): FieldError => ({
  path,
  code,
  message,
  isSent: true,
});

interface Opened {
  readonly fields: JsonObject;
  readonly errors: readonly FieldError[];
}

export interface Envelope {
  /** The fields in a body, and the errors beside them. @throws {OperationFailure} invalid: there is no wrapper. */
  open(body: JsonObject): Opened;
  /** A body with these fields; `inData` wraps them as JSON:API does, where supported. */
  wrap(fields: JsonObject, inData?: boolean): JsonObject;
  /** The schema of a body; the names of its components start with the operation's. */
  schema(fields: z.ZodType, operation: string): z.ZodType;
  /** A paragraph for the documents. */
  readonly note: string;
}

/** A single wrapper: `{ bundle: { … } }`. */
export const wrappedIn = (wrapper: string): Envelope => ({
  open: (body) => unwrap(body, wrapper, [wrapper]),
  wrap: (fields) => ({ [wrapper]: fields }),
  schema: (fields, operation) =>
    z.strictObject({ [wrapper]: fields }).meta({ id: `${operation}Envelope` }),
  note: `Wrap the fields in \`${wrapper}\`.`,
});

/** Either `{ product: { … } }` or `{ data: { type, attributes } }`, never both. */
export const eitherEnvelope: Envelope = {
  open(body) {
    if (!Object.hasOwn(body, 'data')) return unwrap(body, 'product', ['product']);
    if (Object.hasOwn(body, 'product'))
      throw invalid([errorAt(['data'], 'Use either product or data, not both')]);
    const { fields: data, errors } = unwrap(body, 'data', ['data']);
    const before = [...typeErrors(data), ...errors];
    return unwrap(data, 'attributes', ['type', 'attributes'], ['data'], before);
  },
  wrap: (fields, inData) =>
    inData ? { data: { type: RESOURCE_TYPE, attributes: fields } } : { product: fields },
  schema(fields, operation) {
    const type = z
      .literal(RESOURCE_TYPE)
      .meta({ description: `Always \`${RESOURCE_TYPE}\`.` });
    const data = z
      .strictObject({ type, attributes: fields })
      .meta({ id: `${operation}Resource` });
    // Not `oneOf`, of which agents make tools without fields.
    return z
      .strictObject({ product: fields.optional(), data: data.optional() })
      .meta({ id: `${operation}Body`, minProperties: 1, maxProperties: 1 });
  },
  note: 'Wrap the fields in `product`, or in `data.attributes` with `data.type: "products"`, but not in both.',
};

function typeErrors({ type = null }: JsonObject) {
  if (type === RESOURCE_TYPE) return [];
  const path = ['data', 'type'];
  return [
    type === null
      ? errorAt(path, REQUIRED_MESSAGE, 'REQUIRED')
      : errorAt(path, `Must be ${RESOURCE_TYPE}`),
  ];
}

/** The object under `name`, and an error for each other name that isn't `known`; `before` are reported before them. */
function unwrap(
  body: JsonObject,
  name: string,
  known: readonly string[],
  parents: readonly string[] = [],
  before: readonly FieldError[] = [],
): Opened {
  const inner = body[name] ?? null;
  const others = [...new Set(Object.keys(body)).difference(new Set(known))];
  const path = [...parents, name];
  if (inner === null) throw invalid([...before, missing(path, others.length > 0)]);
  const unknown = others
    .slice(0, MAX_ERRORS)
    .map((other) => ({ ...unknownField([...parents, other], []), isSent: true as const }));
  if (isJsonObject(inner)) return { fields: inner, errors: [...before, ...unknown] };
  throw invalid([
    ...before,
    errorAt(path, notOfKind('Must be an object', inner)),
    ...unknown,
  ]);
}

/** The error for a missing wrapper, which shows it if the fields are there without it. */
function missing(path: readonly string[], hasFields: boolean): FieldError {
  const wrapped = path.reduceRight((fields, wrapper) => `{"${wrapper}": ${fields}}`, '{…}');
  return errorAt(
    path,
    hasFields ? `Wrap the fields: ${wrapped}` : REQUIRED_MESSAGE,
    'REQUIRED',
  );
}
