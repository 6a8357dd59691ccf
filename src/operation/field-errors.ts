// From zod's issues to field errors: one code per rule (D17), all at once, in field order, one per field (D18).
import { z } from 'zod';
import type { FieldError, FieldErrorCode, FieldPath } from './failure.ts';
import { MIN_INT32 } from './id.ts';

/** More than this many errors help nobody and make a large answer to a small request. */
const MAX_ERRORS = 50;

export const REQUIRED_MESSAGE = 'This field is required';
export const UNKNOWN_MESSAGE = 'Unknown field';

/** What a schema makes of JSON: a field is absent or has a value, never undefined. */
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

/** Beyond 2^53 zod reports its own bound before that of the field: a client is told the one that it can look up. */
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

function ruleOf(issue: z.core.$ZodIssue): { code: FieldErrorCode; message: string } {
  if (issue.code === 'custom') {
    const code: FieldErrorCode = issue.params?.code ?? 'INVALID_FORMAT';
    return { code, message: issue.message };
  }
  if (issue.input === undefined || issue.input === null) return { code: 'REQUIRED', message: REQUIRED_MESSAGE };
  // The least integer of 32 bits bounds a type; nobody chose it as a minimum (D12, D17).
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
  return { code: 'INVALID_FORMAT', message: formatMessage(issue) };
}

function formatMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`;
  if (issue.code === 'invalid_value') return 'Must be one of the allowed values';
  if (issue.code === 'invalid_type' && !hasOwnMessage(issue))
    return TYPE_MESSAGES[issue.expected] ?? 'Has the wrong type';
  return issue.message;
}

/** Whether a shape says for itself what it expects, as integers do: to zod they are numbers. */
const hasOwnMessage = ({ message }: z.core.$ZodIssue): boolean => !message.startsWith('Invalid input');

const TYPE_MESSAGES: Partial<Record<string, string>> = {
  string: 'Must be a string',
  number: 'Must be a finite number',
  boolean: 'Must be true or false',
  array: 'Must be an array',
  object: 'Must be an object',
};

/** The `field` of an error, its names spelled by the surface: `items[0].adId`. */
export const spellField = (path: FieldPath, spell: (name: string) => string = (name) => name): string =>
  path.reduce<string>((field, segment) => {
    if (typeof segment === 'number') return `${field}[${segment}]`;
    return field === '' ? spell(segment) : `${field}.${spell(segment)}`;
  }, '');
