// From zod's issues to field errors: one code per rule (D17), all at once, in field order, one per field (D18).
import { z } from 'zod';
import type { FieldError, FieldErrorCode, FieldPath } from './failure.ts';
import { MIN_INT32 } from './id.ts';

/** The most errors of one answer: more help nobody, and make a large answer to a small request (D18). */
export const MAX_ERRORS = 50;

/** The longest name that an answer repeats, in characters: a client can make a name as long as its request. */
const MAX_NAME_LENGTH = 100;

export const REQUIRED_MESSAGE = 'This field is required';
export const UNKNOWN_MESSAGE = 'Unknown field';

/** A value that no schema takes, in place of one that an enum does not have. */
export const NO_SUCH_VALUE = Symbol('no such value');

/** In place of a value that a surface could not read, with the error that belongs to it; no schema takes it. */
export class Unreadable {
  readonly error: Pick<FieldError, 'code' | 'message'>;

  constructor({ code, message }: FieldError) {
    this.error = { code, message };
  }
}

/** The output of a schema for JSON: a field is absent or has a value, never undefined. */
export type Checked<S extends z.ZodType> = { [Field in keyof z.output<S>]: Exclude<z.output<S>[Field], undefined> };

/** Checks `input` against `schema`; the issues of a mismatch as field errors, unordered. */
export function check<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: Checked<S>; errors: [] } | { data: undefined; errors: FieldError[] } {
  const result = schema.safeParse(input, { reportInput: true });
  return result.success
    ? { data: result.data as Checked<S>, errors: [] }
    : { data: undefined, errors: result.error.issues.toSorted(ownBoundsFirst).flatMap(toFieldErrors) };
}

/** Beyond 2^53 zod reports its own bound before that of the field; the documents have the field's. */
const ownBoundsFirst = (a: z.core.$ZodIssue, b: z.core.$ZodIssue) => Number('note' in a) - Number('note' in b);

/** Orders errors as the fields stand in `schema`, list entries by index, and keeps the first of each field (D18). */
export function inFieldOrder(errors: readonly FieldError[], schema: z.ZodObject): FieldError[] {
  const seen = new Set<string>();
  return errors
    .map((error) => ({ error, place: placeOf(error.path, schema) }))
    .toSorted((a, b) => comparePlaces(a.place, b.place))
    .map(({ error }) => error)
    .filter(({ path }) => {
      const field = JSON.stringify(path);
      return seen.has(field) ? false : seen.add(field);
    })
    .slice(0, MAX_ERRORS);
}

/** The entries of a list in which there is no error at the list itself: it is there, and no longer than its version takes. */
export const entriesOf = (list: unknown, field: string, errors: readonly FieldError[]): readonly unknown[] =>
  Array.isArray(list) && !errors.some(({ path }) => path.length === 1 && path[0] === field) ? list : [];

/** Where a path stands in a schema: the position of each name among its siblings, unknown ones last. */
function placeOf(path: FieldPath, schema: z.ZodType): number[] {
  let here: z.core.$ZodType | undefined = schema;
  return path.map((segment) => {
    here = here && withoutWrappers(here);
    if (typeof segment === 'number') {
      here = here instanceof z.ZodArray ? here.element : undefined;
      return segment;
    }
    const names: string[] = here instanceof z.ZodObject ? Object.keys(here.shape) : [];
    here = here instanceof z.ZodObject ? here.shape[segment] : undefined;
    return names.includes(segment) ? names.indexOf(segment) : names.length;
  });
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return withoutWrappers(schema.unwrap());
  return schema instanceof z.ZodPipe ? withoutWrappers(schema.out) : schema;
}

/** An error at a list itself comes before those of its entries. */
function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((position, level) => position !== b[level]);
  return differing === -1 ? a.length - b.length : (a[differing] ?? 0) - (b[differing] ?? -1);
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_ERRORS)
      .map((key) => ({ path: [...path, key], code: 'INVALID_FORMAT', message: UNKNOWN_MESSAGE }));
  }
  return [{ path, ...ruleOf(issue) }];
}

function ruleOf(issue: z.core.$ZodIssue): Omit<FieldError, 'path'> {
  if (issue.input instanceof Unreadable) return issue.input.error;
  if (issue.code === 'custom') {
    const code: FieldErrorCode = issue.params?.code ?? 'INVALID_FORMAT';
    return { code, message: issue.message };
  }
  if (issue.input === undefined || issue.input === null) return { code: 'REQUIRED', message: REQUIRED_MESSAGE };
  // The least integer of 32 bits bounds the type; it is no minimum of the specification (D12, D17).
  if (issue.code === 'too_small' && issue.minimum !== MIN_INT32) {
    return issue.origin === 'array'
      ? { code: 'MIN_ITEMS', message: `Must have at least ${issue.minimum} entry` }
      : { code: 'MIN_VALUE', message: `Must be at least ${issue.minimum}` };
  }
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return { code: 'MAX_ITEMS', message: `Must have at most ${issue.maximum} entries` };
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return { code: 'MAX_LENGTH', message: `Must have at most ${issue.maximum} characters` };
  }
  if (issue.code === 'invalid_value') {
    return { code: 'INVALID_FORMAT', message: 'Must be one of the allowed values', allowed: issue.values.map(String) };
  }
  return { code: 'INVALID_FORMAT', message: formatMessage(issue) };
}

function formatMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`;
  if (issue.code === 'invalid_type' && !hasOwnMessage(issue))
    return TYPE_MESSAGES[issue.expected] ?? 'Has the wrong type';
  return issue.message;
}

/** Whether the schema has a message of its own, as integers do: to zod they are numbers. */
const hasOwnMessage = ({ message }: z.core.$ZodIssue): boolean => !message.startsWith('Invalid input');

const TYPE_MESSAGES: Partial<Record<string, string>> = {
  string: 'Must be a string',
  number: 'Must be a finite number',
  boolean: 'Must be true or false',
  array: 'Must be an array',
  object: 'Must be an object',
};

/** How a surface spells fields, and the values of those that have an enum. */
export interface Spelling {
  readonly field: (path: FieldPath) => string;
  readonly value: (path: FieldPath, value: string) => string;
}

/** A field error as a surface answers it. */
export interface SpelledError {
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

export const spellErrors = (errors: readonly FieldError[], { field, value }: Spelling): SpelledError[] =>
  errors.map(({ path, code, message, allowed, isSent }) => ({
    field: isSent ? spellField(path) : field(path),
    code,
    message: allowed ? `${message}: ${[...new Set(allowed.map((one) => value(path, one)))].join(', ')}` : message,
  }));

/** The `field` of an error, such as `items[0].adId`; `spell` gives each name of the domain its name on the surface. */
export const spellField = (path: FieldPath, spell: (name: string) => string = (name) => name): string =>
  path.reduce<string>((field, segment) => {
    if (typeof segment === 'number') return `${field}[${segment}]`;
    const name = cut(spell(segment));
    return field === '' ? name : `${field}.${name}`;
  }, '');

/** The names and values of the domain, as GraphQL has them. */
export const DOMAIN_SPELLING: Spelling = { field: (path) => spellField(path), value: (_, value) => value };

/** A text of a client, whole or its first characters. */
export const cut = (text: string, length = MAX_NAME_LENGTH) =>
  text.length <= length ? text : `${text.slice(0, length)}…`;
