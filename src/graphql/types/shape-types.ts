// Builds GraphQL types from shapes: input types from those that validate them, with their limits; record types from
// those that document them.
import { z } from 'zod';
import { memberSubject } from '../../operation/change-kinds.ts';
import {
  descriptionOf,
  domainOf,
  idFields,
  valueSchema,
} from '../../operation/field-types.ts';
import type { Defaulted } from '../../operation/version-view.ts';
import { builder } from '../builder.ts';
import { inputTypes, MEMBER_OF } from '../schema-plugin.ts';

/** Returns an object's type, creating it once. */
type TypeOfObject = (shape: z.ZodObject) => unknown;

/** Types by the database client's enum they stand for. */
const enums = new Map<unknown, unknown>();

/**
 * The GraphQL enum for an enum of the database client, with a description of each value; `field` names it in releases.
 */
export function addEnum<Value extends string>(
  name: string,
  members: Readonly<Record<Value, unknown>>,
  description: string,
  values: Readonly<Record<Value, string>>,
  field?: string,
) {
  const described = Object.entries(values).map(([member, meaning]) => [
    member,
    {
      description: meaning,
      ...(field && { extensions: { [MEMBER_OF]: memberSubject(field, member) } }),
    },
  ]);
  const type = builder.enumType(name, {
    description,
    values: Object.fromEntries(described) as Record<Value, { description: string }>,
  });
  enums.set(members, type);
  return type;
}

/** Creates the types of objects with `make`, once per object name. */
function typesOfObjects(
  make: (name: string, shape: z.ZodObject, description: string) => unknown,
): TypeOfObject {
  const made = new Map<string, unknown>();
  return (shape) => {
    const { object } = domainOf(shape);
    if (!made.has(object)) made.set(object, make(object, shape, descriptionOf(shape)));
    return made.get(object);
  };
}

export const outputType = typesOfObjects((name, { shape }, description) =>
  builder
    .objectRef<object>(name)
    .implement({ description, fields: (t) => outputFields(t, shape) }),
);

function typeOf(schema: z.core.$ZodType, ofObject: TypeOfObject): unknown {
  const field = valueSchema(schema);
  if (idFields.has(field)) return 'ID';
  if (field instanceof z.ZodString) return stringType(field.meta()?.format);
  if (field instanceof z.ZodBoolean) return 'Boolean';
  if (field instanceof z.ZodNumber) return field.isInt ? 'Int' : 'Float';
  if (field instanceof z.ZodEnum && enums.has(field.enum)) return enums.get(field.enum);
  if (field instanceof z.ZodObject) return ofObject(field);
  if (field instanceof z.ZodArray) return [typeOf(field.element, ofObject)];
  throw new Error(
    `No GraphQL type for a field of kind ${field._zod.def.type}, or it is made later`,
  );
}

function stringType(format: unknown) {
  if (format === 'date') return 'Date';
  return format === 'date-time' ? 'DateTime' : 'String';
}

/** Field builders have their own types for each record, in which a column that the record lacks doesn't compile. */
interface Exposing {
  // biome-ignore lint/suspicious/noExplicitAny: the builders of records and of plain objects have no common type
  expose(name: any, options: any): any;
}

/** The fields of a record that need no resolver, as a shape describes them. */
export const outputFields = (t: Exposing, shape: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      t.expose(name, {
        type: typeOf(schema, outputType),
        nullable: schema.isOptional() || schema.isNullable(),
        description: descriptionOf(schema) || undefined,
      }),
    ]),
  );

const entryType: TypeOfObject = typesOfObjects((name, shape, description) =>
  addInputType(`${name}Input`, shape, description),
);

/** The input type of a shape and of its nested objects; the defaults of its `operation` are described. */
export function addInputType(
  name: string,
  shape: z.ZodObject,
  description: string,
  operation?: Defaulted,
) {
  const types = Object.entries(shape.shape).map(
    ([field, schema]) => [field, schema, typeOf(schema, entryType)] as const,
  );
  const ref = builder.inputType(name, {
    description,
    // Without descriptions, and required as in the shape: the usable versions decide both later.
    fields: (t) =>
      Object.fromEntries(
        types.map(([field, schema, type]) => [
          field,
          t.field({ type: type as never, required: !(schema instanceof z.ZodOptional) }),
        ]),
      ),
  });
  inputTypes.set(name, { shape, operation });
  return ref;
}
