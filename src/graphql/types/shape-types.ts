// The GraphQL types of the fields of shapes: those that inputs are checked by, and those that records are documented by.
import { z } from 'zod';
import { descriptionOf, idFields } from '../../operation/field-types.ts';
import { valueSchema } from '../../operation/schema-parts.ts';
import { builder } from '../builder.ts';

/** Types by the enum of the database client that they stand for, or by the shape of a list entry. */
export type TypesByShape = Map<unknown, unknown>;

const enums: TypesByShape = new Map();
const objects: TypesByShape = new Map();

/** The GraphQL enum of an enum of the database client, with the description of each value. */
export function addEnum<Value extends string>(
  name: string,
  members: Readonly<Record<Value, Value>>,
  { description, values }: { readonly description: string; readonly values: Readonly<Record<Value, string>> },
): void {
  const described = Object.values<Value>(members).map((member) => [member, { description: values[member] }] as const);
  enums.set(members, builder.enumType(name, { description, values: Object.fromEntries(described) }));
}

/** The output type of the entries of a list. */
export function addObject(name: string, shape: z.ZodObject, description: string): void {
  const ref = builder.objectRef<object>(name);
  objects.set(shape, ref.implement({ description, fields: (t) => outputFields(t, shape.shape) }));
}

/** The type of a field; a list has entries of one of `entries`, or scalars. */
export function typeOf(schema: z.core.$ZodType, entries: TypesByShape): unknown {
  const field = valueSchema(schema);
  if (idFields.has(field)) return 'ID';
  if (field instanceof z.ZodString) return stringType(z.globalRegistry.get(field)?.format);
  if (field instanceof z.ZodBoolean) return 'Boolean';
  if (field instanceof z.ZodNumber) return field.isInt ? 'Int' : 'Float';
  if (field instanceof z.ZodEnum && enums.has(field.enum)) return enums.get(field.enum);
  if (field instanceof z.ZodArray && entries.has(field.element)) return [entries.get(field.element)];
  throw new Error(`No GraphQL type for a field of kind ${field._zod.def.type}, or it is made later`);
}

const stringType = (format: unknown) => (format === 'date' ? 'Date' : format === 'date-time' ? 'DateTime' : 'String');

/** Builders of fields have types of their own for each record; a column that a record lacks does not compile there. */
interface Exposing {
  // biome-ignore lint/suspicious/noExplicitAny: the builders of records and of plain objects have no common type
  expose(name: any, options: any): any;
}

/** The fields of a record that have a value of their own, as a shape describes them. */
export const outputFields = (t: Exposing, shape: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      t.expose(name, {
        type: typeOf(schema, objects),
        nullable: schema instanceof z.ZodNullable,
        description: descriptionOf(schema),
      }),
    ]),
  );
