// The GraphQL types of the fields of shapes: those that inputs are checked by, and those that records are documented by.
import { z } from 'zod';
import { descriptionOf, domainObjects, idFields, valueSchema } from '../../operation/field-types.ts';
import { builder } from '../builder.ts';

/** Makes the type of an object once, and knows it then. */
export type TypeOfObject = (shape: z.ZodObject) => unknown;

/** Types by the enum of the database client that they stand for. */
const enums = new Map<unknown, unknown>();

/** The GraphQL enum of an enum of the database client, with the description of each value. */
export function addEnum<Value extends string>(
  name: string,
  members: Readonly<Record<Value, Value>>,
  { description, values }: { readonly description: string; readonly values: Readonly<Record<Value, string>> },
): void {
  const described = Object.values<Value>(members).map((member) => [member, { description: values[member] }] as const);
  enums.set(members, builder.enumType(name, { description, values: Object.fromEntries(described) }));
}

/** Makes the types of objects by `make`, each once by the name of the object. */
export function typesOfObjects(make: (name: string, shape: z.ZodObject, description: string) => unknown): TypeOfObject {
  const made = new Map<string, unknown>();
  return (shape) => {
    const { object = '' } = domainObjects.get(shape) ?? {};
    if (!made.has(object)) made.set(object, make(object, shape, descriptionOf(shape)));
    return made.get(object);
  };
}

/** The output type of an object in a field or a list. */
const outputType = typesOfObjects((name, { shape }, description) =>
  builder.objectRef<object>(name).implement({ description, fields: (t) => outputFields(t, shape) }),
);

/** The type of a field: a scalar, an enum, an object, or a list. */
export function typeOf(schema: z.core.$ZodType, ofObject: TypeOfObject): unknown {
  const field = valueSchema(schema);
  if (idFields.has(field)) return 'ID';
  if (field instanceof z.ZodString) return stringType(z.globalRegistry.get(field)?.format);
  if (field instanceof z.ZodBoolean) return 'Boolean';
  if (field instanceof z.ZodNumber) return field.isInt ? 'Int' : 'Float';
  if (field instanceof z.ZodEnum && enums.has(field.enum)) return enums.get(field.enum);
  if (field instanceof z.ZodObject) return ofObject(field);
  if (field instanceof z.ZodArray) return [typeOf(field.element, ofObject)];
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
        type: typeOf(schema, outputType),
        nullable: schema.isOptional() || schema.isNullable(),
        description: descriptionOf(schema),
      }),
    ]),
  );
