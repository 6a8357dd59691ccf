// Descriptions of fields, taken from the shapes that validate them: one text for GraphQL and OpenAPI.
import { z } from 'zod';

/** Looks up what a shape says of its field. */
export const describedBy =
  (shape: z.ZodObject) =>
  (name: string): string => {
    let schema: z.core.$ZodType | undefined = shape.shape[name];
    while (schema) {
      const description = z.globalRegistry.get(schema)?.description;
      if (description) return description;
      schema = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
    }
    throw new Error(`No description of ${name}`);
  };
