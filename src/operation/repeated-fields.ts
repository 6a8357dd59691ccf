// The fields of an update that repeat what is stored, as a read in the same version has it (D15).
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Unreadable } from './field-errors.ts';
import type { Unchecked } from './field-types.ts';
import { entrySchema } from './schema-parts.ts';

/** Those of `names` whose value is the stored one. `shape` is that of the version: what it does not have, its reads do not show. */
export function repeatedFields(
  shape: z.ZodObject,
  given: Unchecked,
  stored: Unchecked,
  names: readonly string[],
): Unchecked {
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
