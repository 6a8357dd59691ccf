// The parts of a field's schema: without the wrappers for absent values and null, and the entries of a list.
import { z } from 'zod';

/** A field without the wrappers that let it be absent or null. */
export const withoutWrappers = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable ? withoutWrappers(field.unwrap()) : field;

/** The schema of a field's value; a list checks its length before, in another schema. */
export function valueSchema(field: z.core.$ZodType): z.core.$ZodType {
  const inner = withoutWrappers(field);
  return inner instanceof z.ZodPipe ? inner.out : inner;
}

/** The schema of the entries of a list, or of a value that is not a list. */
export function entrySchema(field: z.core.$ZodType): z.core.$ZodType {
  const value = valueSchema(field);
  return value instanceof z.ZodArray ? withoutWrappers(value.element) : value;
}
