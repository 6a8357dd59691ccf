// The input of an operation: bounded before its check, and checked against its shape.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { OperationContext } from './context.ts';
import { check, MAX_ERRORS, Unreadable } from './field-errors.ts';
import { domainObjects, entrySchema, type Unchecked } from './field-types.ts';
import type { AnyOperation } from './operation.ts';

/** Levels that are checked: fields, a list, an entry, a field of the entry. */
const LEVELS = 4;

/** The names that a shape has at any level, and the entries of a list that are checked. */
interface InputBounds {
  readonly names: ReadonlySet<string>;
  readonly entries: number;
}

/**
 * The value of a variable of GraphQL, whose engine copies each entry, without unknown fields beyond the fiftieth, entries
 * beyond those of any list, and values below the fourth level. It has the same errors as the whole value.
 */
export const boundInput = (value: unknown, bounds: () => InputBounds): unknown =>
  isSmall(value, LEVELS) ? value : boundCopy(value, bounds(), LEVELS);

/** Whether the input is small, as almost every one is: then it is not copied. */
function isSmall(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const values = Array.isArray(value) ? value : Object.values(value);
  return values.length <= (levels === 0 ? 0 : MAX_ERRORS) && values.every((inner) => isSmall(inner, levels - 1));
}

function boundCopy(value: unknown, bounds: InputBounds, levels: number): unknown {
  const bound = (inner: unknown) => boundCopy(inner, bounds, levels - 1);
  if (Array.isArray(value)) return levels > 0 ? value.slice(0, bounds.entries).map(bound) : [];
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = levels > 0 ? boundNames(fields, bounds.names) : [];
  return Object.fromEntries(names.map((name) => [name, bound(fields[name])]));
}

/** The known names of an object, and the first fifty unknown ones. */
function boundNames(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): readonly string[] {
  let others = 0;
  return Object.keys(fields).filter((name) => known.has(name) || ++others <= MAX_ERRORS);
}

/** The fields that a body gives: in a create null is the same as absent, but that of an unknown field is refused. */
export function givenFields(shape: z.ZodObject, body: Unchecked): Unchecked {
  if (!Object.values(body).includes(null) || domainObjects.get(shape)?.use !== 'create') return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(shape.shape, name)),
  );
}

/** Checks fields against their shape in the version of the request; those that equal what is stored need not fit it. */
export async function checkInput(
  { stored }: AnyOperation,
  context: OperationContext,
  { shape, given, target }: { readonly shape: z.ZodObject; readonly given: Unchecked; readonly target: unknown },
): Promise<ReturnType<typeof check<z.ZodObject>>> {
  const first = check(shape, given);
  const refused = new Set(first.errors.map(({ path }) => path[0]));
  const names = Object.keys(shape.shape).filter((name) => refused.has(name));
  if (!stored || names.length === 0) return first;
  const kept = repeatedFields(shape, given, await stored(context, target), names);
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(kept, name));
  const { data, errors } = check(shape, Object.fromEntries(others));
  return data ? { data: { ...data, ...kept }, errors: [] } : { data, errors };
}

/** Those of `names` whose value is the stored one. `shape` is that of the version: what it does not have, its reads do not show. */
function repeatedFields(shape: z.ZodObject, given: Unchecked, stored: Unchecked, names: readonly string[]): Unchecked {
  const pairs = names.map((name) => [name, asJson(given[name])] as const);
  return Object.fromEntries(
    pairs.filter(([name, value]) => isDeepStrictEqual(value, shown(shape.shape[name], asJson(stored[name])))),
  );
}

/** A value of the database, or of a request, as JSON has it: decimals are numbers, and what its codec refused is what it means. */
function asJson(value: unknown): unknown {
  if (value instanceof Unreadable) return asJson(value.meant);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Object.getPrototypeOf(value) !== Object.prototype) return Number(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asJson(inner)]));
}

/** Stored objects without the fields that a version does not have. */
function shown(field: z.core.$ZodType | undefined, value: unknown): unknown {
  const entry = field && entrySchema(field);
  if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => shown(entry, one));
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(entry.shape, name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, shown(entry.shape[name], inner)]));
}
