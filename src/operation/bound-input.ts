// Bounds an input before it is checked: a body of 1 MiB can have 90,000 fields and 500,000 entries.
import { z } from 'zod';
import { MAX_ERRORS } from './field-errors.ts';
import { withoutWrappers } from './field-types.ts';

/** A longer list is too long for any field, so that its other entries are not looked at: twice the longest. */
const MAX_ENTRIES = 100;

/** Fields, a list, an entry, a field of the entry; nothing within the last is looked at. */
const LEVELS = 4;

/**
 * The input without the fields beyond the fiftieth that no shape has, without the entries beyond the hundredth, and
 * without those of objects and lists below the fourth level. It has the same errors as the whole input (D18).
 */
export const boundInput = (value: unknown, isField: (name: string) => boolean): unknown =>
  isWithinBounds(value, LEVELS) ? value : boundCopy(value, isField, LEVELS);

/** Almost every input is, and needs no copy. */
function isWithinBounds(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const values = Array.isArray(value) ? value : Object.values(value);
  if (values.length > (levels === 0 ? 0 : Array.isArray(value) ? MAX_ENTRIES : MAX_ERRORS)) return false;
  return values.every((inner) => isWithinBounds(inner, levels - 1));
}

function boundCopy(value: unknown, isField: (name: string) => boolean, levels: number): unknown {
  const bound = (inner: unknown) => boundCopy(inner, isField, levels - 1);
  if (Array.isArray(value)) return levels > 0 ? value.slice(0, MAX_ENTRIES).map(bound) : [];
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = levels > 0 ? boundNames(Object.keys(fields), isField) : [];
  return Object.fromEntries(names.map((name) => [name, bound(fields[name])]));
}

function boundNames(names: readonly string[], isField: (name: string) => boolean): readonly string[] {
  if (names.length <= MAX_ERRORS) return names;
  let strangers = 0;
  return names.filter((name) => isField(name) || strangers++ < MAX_ERRORS);
}

/** The names of all fields of a shape, and of the entries of its lists. */
export function fieldNamesOf(schema: z.core.$ZodType): string[] {
  const field = withoutWrappers(schema);
  if (field instanceof z.ZodPipe) return fieldNamesOf(field.out);
  if (field instanceof z.ZodArray) return fieldNamesOf(field.element);
  if (!(field instanceof z.ZodObject)) return [];
  return Object.entries(field.shape).flatMap(([name, inner]) => [name, ...fieldNamesOf(inner)]);
}
