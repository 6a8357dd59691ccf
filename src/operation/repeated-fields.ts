// Fields of an update that repeat their stored value: they are accepted whatever the limits of the version are.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Checked, check, type ReadError } from './check.ts';
import type { OperationContext } from './context.ts';
import { entrySchema, fieldSubject, type Unchecked } from './field-types.ts';
import type { AnyOperation } from './operation.ts';
import type { VersionedInput, VersionView } from './version-view.ts';

interface Repeating {
  readonly given: Unchecked;
  /** Errors of reading it. */
  readonly known: readonly ReadError[];
  /** The result of the first check. */
  readonly first: ReturnType<typeof check<z.ZodObject>>;
  readonly stored: NonNullable<AnyOperation['stored']>;
  readonly target: unknown;
}

/**
 * Validates an input again without the fields that equal their stored value. `unchanged` has the stored values of which
 * the version reads less.
 */
export async function withRepeatedFields(
  context: OperationContext,
  { shape, standIns }: VersionedInput,
  { given, known, first, stored, target }: Repeating,
): Promise<ReturnType<typeof check<z.ZodObject>> & { readonly unchanged?: Unchecked }> {
  const rejected = new Set(first.errors.map(({ path }) => path[0]));
  const isStandIn = (name: string) => standIns.includes(name) && Object.hasOwn(given, name);
  const names = Object.keys(shape.shape).filter(
    (name) => rejected.has(name) || isStandIn(name),
  );
  if (names.length === 0) return first;
  const inStore = await stored(context, target);
  const read = (name: string) =>
    asRead(
      context.view,
      fieldSubject(shape, name),
      shape.shape[name] as z.ZodType,
      asJson(inStore[name]),
    );
  const kept = Object.fromEntries(
    names
      .map((name) => [name, asJson(given[name])] as const)
      .filter(([name, value]) => isDeepStrictEqual(value, read(name))),
  );
  const unchanged = Object.fromEntries(
    Object.keys(kept)
      .filter(isStandIn)
      .map((name) => [name, inStore[name]]),
  );
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(kept, name));
  const ofOthers = known.filter(({ value: [name] = [] }) => !Object.hasOwn(kept, name ?? ''));
  const { data, errors } = check(shape, Object.fromEntries(others), ofOthers);
  return data
    ? { data: { ...data, ...kept } as Checked<z.ZodObject>, errors: [], unchanged }
    : { data, errors };
}

/** A stored or sent value as JSON: decimals are numbers. */
function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return Number(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, asJson(inner)]),
  );
}

/** A stored value as a read of the version returns it: with the fields and enum members that the version has. */
export function asRead(
  view: VersionView,
  subject: string,
  field: z.core.$ZodType,
  value: unknown,
): unknown {
  const entry = entrySchema(field);
  if (Array.isArray(value))
    return value.map((one) => asRead(view, `${subject}[]`, entry, one));
  if (entry instanceof z.ZodEnum && value !== null)
    return view.member(subject, String(value));
  if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return value;
  return Object.fromEntries(
    Object.entries<z.ZodType>(entry.shape).flatMap(([name, inner]) => {
      const path = fieldSubject(entry, name);
      const isThere = Object.hasOwn(value, name) && view.has(path);
      return isThere ? [[name, asRead(view, path, inner, (value as Unchecked)[name])]] : [];
    }),
  );
}
