// All fields of REST by object, as releases name them: `Product.rent`.
import { z } from 'zod';
import { domainObjects, entrySchema, valueSchema } from '../operation/field-types.ts';
import { ROUTES } from './routes.ts';

/** The fields of a shape and of all objects in it, as `Object.field`. */
export function fieldsIn(shape: z.ZodObject): Map<string, z.core.$ZodType> {
  const { object } = domainObjects.get(shape) ?? {};
  const found = new Map<string, z.core.$ZodType>();
  for (const [name, field] of Object.entries(shape.shape)) {
    const entry = entrySchema(field);
    found.set(`${object}.${name}`, valueSchema(field));
    if (entry instanceof z.ZodObject) for (const [path, inner] of fieldsIn(entry)) found.set(path, inner);
  }
  return found;
}

/** The fields of all requests and answers; a field in both has the schema of the request. */
export const ALL_FIELDS: ReadonlyMap<string, z.core.$ZodType> = new Map(
  ROUTES.flatMap(({ operation, answer }) => [answer, ...(operation.input ? [operation.input] : [])]).flatMap(
    (shape) => [...fieldsIn(shape)],
  ),
);
