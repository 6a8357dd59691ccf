// Shapes of the domain in the names and values of the wire, for the OpenAPI document: made from the shapes that
// validate and from the tables that map bodies, so that neither can drift from it.
import { z } from 'zod';
import { descriptionOf } from '../operation/field-types.ts';
import { WIRE_ENUMS, WIRE_NAMES } from '../rest/wire.ts';

/** A request refuses unknown fields; an answer may get new ones within a version (section 9.6). */
type Direction = 'request' | 'answer';

/** The objects that the document names, under the names that they have on GraphQL. */
export const components = z.registry<{ id: string }>();

const names: Partial<Record<string, string>> = WIRE_NAMES;
const enums: Partial<Record<string, Readonly<Record<string, string | number>>>> = WIRE_ENUMS;

/** Makes the schemas of one document: each component once, wherever it stands. */
export function createWireSchemas() {
  const made = { request: new Map<z.ZodType, z.ZodType>(), answer: new Map<z.ZodType, z.ZodType>() };

  function wired(field: z.ZodType, direction: Direction, name = ''): z.ZodType {
    const inner = (schema: unknown) => wired(schema as z.ZodType, direction, name);
    if (field instanceof z.ZodOptional) return like(field, inner(field.unwrap()).optional());
    if (field instanceof z.ZodNullable) return like(field, inner(field.unwrap()).nullable());
    if (field instanceof z.ZodPipe) return like(field, inner(field.out));
    if (field instanceof z.ZodEnum) return like(field, wireEnum(name));
    if (field instanceof z.ZodObject) return object(field, direction);
    if (!(field instanceof z.ZodArray)) return field;
    const checks = (field.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[];
    return like(field, z.array(inner(field.element)).check(...checks));
  }

  function object(shape: z.ZodObject, direction: Direction): z.ZodType {
    const known = made[direction].get(shape);
    if (known) return known;
    const build = direction === 'request' ? z.strictObject : z.object;
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, field]) => [
      names[name] ?? name,
      named(name, wired(field, direction, name)),
    ]);
    const id = components.get(shape)?.id;
    const result = like(shape, build(Object.fromEntries(fields))).meta({
      ...(id && { id: direction === 'request' && !id.endsWith('Input') ? `${id}Input` : id }),
    });
    made[direction].set(shape, result);
    return result;
  }

  return {
    /** An object as a client may send it: nothing beside the named fields. */
    request: (shape: z.ZodObject) => object(shape, 'request'),
    /** An object as it is answered. */
    answer: (shape: z.ZodObject) => object(shape, 'answer'),
  };
}

export type WireSchemas = ReturnType<typeof createWireSchemas>;

function wireEnum(name: string): z.ZodType {
  const values = Object.entries(enums[name] ?? {});
  return z.literal(values.map(([, onWire]) => onWire)).meta({
    type: values.every(([, onWire]) => typeof onWire === 'number') ? 'integer' : 'string',
    'x-enum-varnames': values.map(([value]) => value),
  });
}

/** Adds the name of a field on GraphQL where it has another there, and the meaning of its values. */
function named(name: string, field: z.ZodType): z.ZodType {
  const values = Object.entries(enums[name] ?? {}).map(([value, onWire]) => `\`${onWire}\`: ${value}`);
  const said = {
    ...(names[name] && { 'x-graphql-name': name }),
    ...(values.length > 0 && { description: `${descriptionOf(field)} ${values.join(', ')}.` }),
  };
  // A component with metadata of its own would be inlined instead of referred to.
  return Object.keys(said).length > 0 ? field.meta(said) : field;
}

/** `result` with the metadata of `schema`. */
const like = <Made extends z.ZodType>(schema: z.ZodType, result: Made): Made =>
  result.meta({ ...z.globalRegistry.get(schema) });
