// The fields of all requests and responses, as releases name them.
import { z } from 'zod';
import { entrySchema, fieldSubject, valueSchema } from '../operation/field-types.ts';
import { ROUTES } from './routes.ts';

/** The fields of a shape and its nested objects, as `Object.field`. */
const fieldsIn = (shape: z.ZodObject): (readonly [string, z.core.$ZodType])[] =>
  Object.entries(shape.shape).flatMap(([name, field]) => {
    const entry = entrySchema(field);
    const inner = entry instanceof z.ZodObject ? fieldsIn(entry) : [];
    return [[fieldSubject(shape, name), valueSchema(field)], ...inner];
  });

/** The fields of all requests and responses; a field in both has the request's schema. */
export const ALL_FIELDS = new Map(
  ROUTES.flatMap(({ operation, response }) => [
    response,
    ...(operation.input ? [operation.input] : []),
  ]).flatMap(fieldsIn),
);
