// Turns zod's issues into field errors: one code per rule, all at once, in field order, one per field.
import { z } from 'zod';
import type { FieldError, FieldPath } from './field-error.ts';
import { domainOf, type Unchecked, valueSchema } from './field-types.ts';
import { MIN_INT32 } from './id.ts';
import { noSuchValue, REQUIRED_MESSAGE, typeMessage, UNKNOWN_MESSAGE } from './messages.ts';

/** The most errors in one response. More don't help, and would let a small request produce a large response. */
export const MAX_ERRORS = 50;

/** An error that an API finds as it reads a body. */
export interface ReadError extends FieldError {
  /** The path of the value that it could not decode; absent for an unknown field. */
  readonly value?: FieldPath;
}

/** A body in domain names and values; those that its API could not decode are errors. */
export interface ReadFields {
  readonly fields: Unchecked;
  readonly errors: readonly ReadError[];
}

/** The output of a schema for JSON: a field is absent or has a value, never undefined. */
export type Checked<S extends z.ZodType> = {
  [Field in keyof z.output<S>]: Exclude<z.output<S>[Field], undefined>;
};

/** Validates `input`, of which some errors are `known`; the issues become field errors, unordered. */
export function check<S extends z.ZodType>(
  schema: S,
  input: unknown,
  known: readonly ReadError[] = [],
): { data: Checked<S>; errors: [] } | { data: undefined; errors: FieldError[] } {
  const { success, data, error } = schema.safeParse(input, { reportInput: true });
  if (success && known.length === 0) return { data: data as Checked<S>, errors: [] };
  const issues = error?.issues.toSorted(ownBoundsFirst) ?? [];
  const errors = issues.flatMap((issue) => toFieldErrors(issue, schema));
  return { data: undefined, errors: known.length === 0 ? errors : merge(known, errors) };
}

/** A value that could not be decoded has no other errors, and neither have the entries of a list that is too long. */
function merge(known: readonly ReadError[], errors: readonly FieldError[]): FieldError[] {
  const isUndecoded = pathsWithin(known.flatMap(({ value }) => (value ? [value] : [])));
  const others = errors.filter(({ path }) => !isUndecoded(path));
  const isRejected = pathsWithin(others.map(({ path }) => path));
  return [...known.filter(({ path }) => !isRejected(path.slice(0, -1))), ...others];
}

/** Whether a path leads to one of the values, or into it. */
function pathsWithin(values: readonly FieldPath[]) {
  const paths = new Set(values.map((value) => JSON.stringify(value)));
  return (path: FieldPath) =>
    path.some((_, level) => paths.has(JSON.stringify(path.slice(0, level + 1))));
}

/** Puts a field's own bound before zod's, which comes first beyond 2^53: the documents state the field's. */
const ownBoundsFirst = (a: z.core.$ZodIssue, b: z.core.$ZodIssue) =>
  Number('note' in a) - Number('note' in b);

/** Orders errors as `schema` orders its fields, list entries by index, and keeps the first of each field. */
export function inFieldOrder(
  errors: readonly FieldError[],
  schema: z.ZodObject,
): FieldError[] {
  const seen = new Set<string>();
  return errors
    .map((error) => ({ error, order: schemaOrder(error, schema) }))
    .toSorted((a, b) => compareOrders(a.order, b.order))
    .map(({ error }) => error)
    .filter(({ path, siblings }) => {
      // The domain may use the name of an unknown field for another one.
      const field = JSON.stringify([path, siblings !== undefined]);
      return seen.has(field) ? false : seen.add(field);
    })
    .slice(0, MAX_ERRORS);
}

/** The entries of a list that has no error of its own, such as being too long for its version. */
export const entriesOf = (
  list: unknown,
  field: string,
  errors: readonly FieldError[],
): readonly unknown[] =>
  Array.isArray(list) && !errors.some(({ path }) => path.length === 1 && path[0] === field)
    ? list
    : [];

/** The position of each name of a path among its siblings in a schema; unknown names come last. */
const schemaOrder = ({ path, siblings }: FieldError, schema: z.ZodType) =>
  path.map((segment, level) => {
    if (typeof segment === 'number') return segment;
    const names = namesAt(path.slice(0, level), schema);
    const isUnknown = siblings !== undefined && level === path.length - 1;
    return isUnknown || !names.includes(segment) ? names.length : names.indexOf(segment);
  });

function namesAt(
  [segment, ...inner]: FieldPath,
  schema: z.core.$ZodType | undefined,
): readonly string[] {
  const field = schema && valueSchema(schema);
  if (segment !== undefined && field instanceof z.ZodArray)
    return namesAt(inner, field.element);
  if (!(field instanceof z.ZodObject)) return [];
  return segment === undefined
    ? Object.keys(field.shape)
    : namesAt(inner, field.shape[segment]);
}

/** The error of a field that an object doesn't have. */
export const unknownField = (path: FieldPath, siblings: readonly string[]): FieldError => ({
  path,
  code: 'INVALID_FORMAT',
  message: UNKNOWN_MESSAGE,
  siblings,
});

/** Puts an error of a list before those of its entries. */
function compareOrders(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((position, level) => position !== b[level]);
  return differing === -1 ? a.length - b.length : (a[differing] ?? 0) - (b[differing] ?? -1);
}

function toFieldErrors(issue: z.core.$ZodIssue, schema: z.ZodType): FieldError[] {
  // Only JavaScript objects have symbols as names.
  const path = issue.path as FieldPath;
  if (issue.code === 'unrecognized_keys') {
    const siblings = namesAt(path, schema);
    const keys = issue.keys.slice(0, MAX_ERRORS);
    return keys.map((key) => unknownField([...path, key], siblings));
  }
  const isNullInUpdate =
    issue.input === null &&
    issue.code !== 'custom' &&
    path.length === 1 &&
    schema instanceof z.ZodObject &&
    domainOf(schema).use === 'update';
  if (isNullInUpdate) return [{ path, code: 'REQUIRED', message: nullMessage(issue) }];
  return [{ path, ...describeIssue(issue) }];
}

/** The message for null in an update, in a field that can't be null. */
const nullMessage = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' && issue.expected === 'array'
    ? 'Must not be null; send [] to clear it'
    : 'Must not be null; leave the field out to keep its value';

function describeIssue(issue: z.core.$ZodIssue): Omit<FieldError, 'path'> {
  if (issue.code === 'custom')
    return { code: issue.params?.code ?? 'INVALID_FORMAT', message: ownMessage(issue) };
  if (issue.input === undefined || issue.input === null)
    return { code: 'REQUIRED', message: REQUIRED_MESSAGE };
  // The smallest 32-bit integer limits the type; it is not a minimum of the specification.
  if (issue.code === 'too_small' && issue.minimum !== MIN_INT32) {
    if (issue.origin !== 'array')
      return { code: 'MIN_VALUE', message: `Must be at least ${issue.minimum}` };
    const entries = issue.minimum === 1 ? 'entry' : 'entries';
    return { code: 'MIN_ITEMS', message: `Must have at least ${issue.minimum} ${entries}` };
  }
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return { code: 'MAX_ITEMS', message: `Must have at most ${issue.maximum} entries` };
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return { code: 'MAX_LENGTH', message: `Must have at most ${issue.maximum} characters` };
  }
  if (issue.code === 'invalid_value') {
    const message = noSuchValue(issue.input, issue.values);
    return { code: 'INVALID_FORMAT', message, allowed: issue.values.map(String) };
  }
  return { code: 'INVALID_FORMAT', message: formatMessage(issue) };
}

function formatMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`;
  return issue.code === 'invalid_type' ? typeMessage(issue) : ownMessage(issue);
}

/** The message of a shape; not zod's, such as of a release's codec, which shows regular expressions. */
const ownMessage = ({ message }: z.core.$ZodIssue) =>
  message.startsWith('Invalid ') ? 'Must have the documented format' : message;
