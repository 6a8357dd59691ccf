// Shapes of the domain in the names and values of a version on REST, for its OpenAPI document.
import { z } from 'zod';
import type { WireCodec } from '../operation/change-kinds.ts';
import { descriptionOf, domainObjects } from '../operation/field-types.ts';
import type { Wire } from '../rest/wire.ts';

/** A request refuses unknown fields; an answer may get new ones within a version (section 9.6). */
type Direction = 'request' | 'answer';

/** Makes the schemas of one document, each component once. */
export function createWireSchemas(wire: Wire) {
  const made = { request: new Map<z.ZodType, z.ZodType>(), answer: new Map<z.ZodType, z.ZodType>() };

  /** `at` is the object and the name of the field. */
  function wired(field: z.ZodType, direction: Direction, ...at: [object: string, name: string]): z.ZodType {
    const inner = (schema: unknown) => wired(schema as z.ZodType, direction, ...at);
    if (field instanceof z.ZodOptional) return withMetadata(field, inner(field.unwrap()).optional());
    if (field instanceof z.ZodNullable) return withMetadata(field, inner(field.unwrap()).nullable());
    const type = wire.type(...at);
    if (type) return ofOwnType(field, type);
    if (field instanceof z.ZodPipe) return withMetadata(field, inner(field.out));
    if (field instanceof z.ZodEnum) return withMetadata(field, wireEnum(wire.values(...at)));
    if (field instanceof z.ZodObject) return object(field, direction);
    if (!(field instanceof z.ZodArray)) return field;
    const checks = (field.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[];
    return withMetadata(field, z.array(inner(field.element)).check(...checks));
  }

  function object(shape: z.ZodObject, direction: Direction): z.ZodType {
    const known = made[direction].get(shape);
    if (known) return known;
    const build = direction === 'request' ? z.strictObject : z.object;
    const { object: domainName = '' } = domainObjects.get(shape) ?? {};
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, field]) => [
      wire.name(domainName, name),
      describeNames(wire, domainName, name, wired(field, direction, domainName, name)),
    ]);
    const id = z.globalRegistry.get(shape)?.id ?? (direction === 'request' ? `${domainName}Input` : domainName);
    const result = build(Object.fromEntries(fields)).meta({ ...z.globalRegistry.get(shape), id });
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

/** A field whose type is not that of the domain: with its own rules, and with the example as its codec writes it. */
function ofOwnType(field: z.ZodType, type: WireCodec<unknown>): z.ZodType {
  const { description, example } = z.globalRegistry.get(field) ?? {};
  const own = type.def.in as z.ZodType;
  const written = example === undefined ? undefined : z.safeEncode(type, example).data;
  return own.meta({
    ...z.globalRegistry.get(own),
    ...(description && { description }),
    ...(written !== undefined && { example: written }),
  });
}

function wireEnum(values: ReturnType<Wire['values']> = {}): z.ZodType {
  const onWire = Object.values(values);
  return z.literal([...new Set(onWire)]).meta({
    type: onWire.every((value) => typeof value === 'number') ? 'integer' : 'string',
    'x-enum-varnames': Object.keys(values),
  });
}

/** Adds the name of a field on GraphQL if it is another one, and the meaning of its values. */
function describeNames(wire: Wire, object: string, name: string, field: z.ZodType): z.ZodType {
  const meanings = Object.entries(wire.values(object, name) ?? {}).map(([value, onWire]) => `\`${onWire}\`: ${value}`);
  const metadata = {
    ...(wire.name(object, name) !== name && { 'x-graphql-name': name }),
    ...(meanings.length > 0 && { description: `${descriptionOf(field)} ${meanings.join(', ')}.` }),
  };
  // A component with metadata of its own would be inlined instead of referred to.
  return Object.keys(metadata).length > 0 ? field.meta(metadata) : field;
}

/** `result` with the metadata of `schema`. */
const withMetadata = <Made extends z.ZodType>(schema: z.ZodType, result: Made): Made =>
  result.meta({ ...z.globalRegistry.get(schema) });
