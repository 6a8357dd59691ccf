// Fields of an update that repeat their stored value: they are accepted whatever the limits of the version are.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Checked, check, Unreadable } from './check.ts';
import type { OperationContext } from './context.ts';
import { entrySchema, fieldSubject, type Unchecked } from './field-types.ts';
import type { AnyOperation } from './operation.ts';
import type { VersionedInput } from './version-view.ts';

interface Repeating {
  readonly given: Unchecked;
  /** The result of the first check. */
  readonly first: ReturnType<typeof check<z.ZodObject>>;
  readonly stored: NonNullable<AnyOperation['stored']>;
  readonly target: unknown;
}

/** Validates an input again without the fields that equal their stored value. */
export async function withRepeatedFields(
  context: OperationContext,
  { shape, standIns }: VersionedInput,
  { given, first, stored, target }: Repeating,
): Promise<ReturnType<typeof check<z.ZodObject>>> {
  const rejected = new Set(first.errors.map(({ path }) => path[0]));
  const isStandIn = (name: string) => standIns.includes(name) && Object.hasOwn(given, name);
  const names = Object.keys(shape.shape).filter(
    (name) => rejected.has(name) || isStandIn(name),
  );
  if (names.length === 0) return first;
  const inStore = await stored(context, target);
  /** A stored value as a read of the version returns it. */
  const read = (name: string) => {
    const value = withoutUnknownFields(shape.shape[name], asJson(inStore[name]));
    return typeof value === 'string'
      ? context.view.member(fieldSubject(shape, name), value)
      : value;
  };
  const kept = Object.fromEntries(
    names
      .map((name) => [name, asJson(given[name])] as const)
      .filter(([name, value]) => isDeepStrictEqual(value, read(name)))
      .map(([name, value]) => [name, isStandIn(name) ? inStore[name] : value]),
  );
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(kept, name));
  const { data, errors } = check(shape, Object.fromEntries(others));
  return data
    ? { data: { ...data, ...kept } as Checked<z.ZodObject>, errors: [] }
    : { data, errors };
}

/** A stored or sent value as JSON: decimals are numbers, and a value its codec rejected is what it was decoded to. */
function asJson(value: unknown): unknown {
  if (value instanceof Unreadable) return asJson(value.meant);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return Number(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, asJson(inner)]),
  );
}

/** Stored objects as a read of the version returns them. */
function withoutUnknownFields(field: z.core.$ZodType | undefined, value: unknown): unknown {
  const entry = field && entrySchema(field);
  if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return value;
  if (Array.isArray(value)) return value.map((one) => withoutUnknownFields(entry, one));
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(entry.shape, name));
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, withoutUnknownFields(entry.shape[name], inner)]),
  );
}
