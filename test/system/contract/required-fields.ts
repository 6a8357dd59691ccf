// Requests of the documents in any version: fields in domain names, with those that the version requires.
import { z } from 'zod';
import type { JsonObject } from '../../../src/http/json-body.ts';
import { entrySchema, valueSchema } from '../../../src/operation/field-types.ts';
import type { Codec } from '../../../src/rest/codec.ts';

/** The version's fields and others it requires, in list entries too; without those that have no example. */
export function withRequired(codec: Codec, shape: z.ZodObject, fields: object): JsonObject {
  const { shape: known } = codec.view.shape(shape);
  const asGiven = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name));
  const given = asGiven.map(([name, value]) => {
    const entry = shape.shape[name] && entrySchema(shape.shape[name]);
    if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null)
      return [name, value];
    const fill = (one: object) => withRequired(codec, entry, one);
    return [name, Array.isArray(value) ? value.map(fill) : fill(value)];
  });
  const missing = Object.entries<z.ZodType>(known)
    .filter(([name, field]) => !field.isOptional() && !Object.hasOwn(fields, name))
    // The row lacks it: null, or the example of its shape.
    .map(([name, field]) => [name, field.isNullable() ? null : exampleOf(field)] as const);
  return Object.fromEntries([
    ...given,
    ...missing.filter(([, value]) => value !== undefined),
  ]);
}

/** The example of a field or of its value; undefined if there is none. */
const exampleOf = (field: z.core.$ZodType) =>
  z.globalRegistry.get(field)?.example ?? z.globalRegistry.get(valueSchema(field))?.example;
