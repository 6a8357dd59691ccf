// Bounds an input before it is checked: a body of 1 MiB can have 90,000 fields and 500,000 entries.
import { z } from 'zod';
import { MAX_ERRORS } from './field-errors.ts';
import { withoutWrappers } from './field-types.ts';

/** A longer list is too long for any field, so that its other entries are not looked at. */
const MAX_ENTRIES = 1_000;

/**
 * The input without the fields beyond the fiftieth that no shape has, and without the entries beyond the thousandth. The
 * errors of an answer (D18) are the same as those of the whole input.
 */
export function boundInput(value: unknown, isField: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => boundInput(entry, isField));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    boundNames(Object.keys(fields), isField).map((name) => [name, boundInput(fields[name], isField)]),
  );
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
