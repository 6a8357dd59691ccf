// Shapes of the domain as schemas of the OpenAPI document, in the names and values of a version on REST.
import { z } from 'zod';
import type { WireCodec } from '../operation/change-kinds.ts';
import {
  cannotBeSet,
  describeNull,
  descriptionOf,
  domainObjects,
  type Unchecked,
  withoutWrappers,
} from '../operation/field-types.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName } from '../operation/versions.ts';
import { updateProductFields, updateProductInput } from '../products/product-shape.ts';
import { productAnswer } from '../rest/answers.ts';
import { onWire, printed, type Wire } from '../rest/wire.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { stockRulesOfCreate, stockRulesOfUpdate } from './stock-rules.ts';

/** A request refuses unknown fields; an answer may get new ones within a version (section 9.6). */
type Direction = 'request' | 'answer';

/** Makes the schemas of one document, each component once; what `newest` does not have is deprecated. */
export function createWireSchemas(wire: Wire, newest: VersionView) {
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
    if (!(field instanceof z.ZodArray)) return ofDirection(field, direction);
    const checks = (field.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[];
    const entry = wired(field.element as z.ZodType, direction, at[0], `${at[1]}[]`);
    return withMetadata(field, z.array(entry).check(...checks));
  }

  /** `isDescribed`: the fields have the descriptions of the version, as those of inputs do. */
  function object(shape: z.ZodObject, direction: Direction, isDescribed = false): z.ZodType {
    const known = made[direction].get(shape);
    if (known) return known;
    const build = direction === 'request' ? z.strictObject : z.object;
    const { object: domainName = '' } = domainObjects.get(shape) ?? {};
    const fields = Object.entries<z.ZodType>(shape.shape).map(([name, ofVersion]) => {
      const field = isDescribed ? ofVersion : describedIn(wire, domainName, name, ofVersion);
      const made = describeNames(wire, domainName, name, wired(field, direction, domainName, name));
      const isWithdrawn = domainName !== '' && !newest.isSettable(shape, name);
      return [wire.name(domainName, name), isWithdrawn ? made.meta({ deprecated: true }) : made];
    });
    const id = z.globalRegistry.get(shape)?.id ?? (direction === 'request' ? `${domainName}Input` : domainName);
    const result = build(Object.fromEntries(fields)).meta({ ...z.globalRegistry.get(shape), id });
    made[direction].set(shape, result);
    return result;
  }

  return {
    request: (shape: z.ZodObject) => object(shape, 'request', true),
    answer: (shape: z.ZodObject) => object(shape, 'answer'),
  };
}

export type WireSchemas = ReturnType<typeof createWireSchemas>;

/**
 * A field whose type is not that of the domain: what its codec says of it, on either side, goes before what the domain does;
 * the example is as the codec writes it.
 */
function ofOwnType(field: z.ZodType, type: WireCodec): z.ZodType {
  const own = type.def.in as z.ZodType;
  const { description, example } = z.globalRegistry.get(field) ?? {};
  const written = example === undefined ? undefined : z.safeEncode(type, example).data;
  return own.meta({
    ...(written !== undefined && { example: written }),
    ...z.globalRegistry.get(own),
    ...z.globalRegistry.get(type),
    ...(description && { description }),
  });
}

/** A field with what its schema says of requests alone: answers may have values that were taken earlier. */
function ofDirection(field: z.ZodType, direction: Direction): z.ZodType {
  const { request, ...known } = z.globalRegistry.get(field) ?? {};
  if (!request) return field;
  return field.meta({ ...known, request: undefined, ...(direction === 'request' && request) });
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
  const isOtherwise = wire.name(object, name) !== name;
  // A component with metadata of its own would be inlined instead of referred to.
  if (!isOtherwise && meanings.length === 0) return field;
  return field.meta({
    ...(isOtherwise && { 'x-graphql-name': name }),
    ...(meanings.length > 0 && { description: `${descriptionOf(field)} ${meanings.join(', ')}.` }),
  });
}

/** What a version says of a field of an object: its release, the codec of its type, or the code. */
function descriptionIn(wire: Wire, object: string, name: string, field: z.ZodType): string {
  const type = wire.type(object, name);
  const ofType = type && (z.globalRegistry.get(type)?.description ?? descriptionOf(type.def.in));
  return wire.description(object, name) ?? (ofType || descriptionOf(field));
}

function describedIn(wire: Wire, object: string, name: string, field: z.ZodType): z.ZodType {
  const description = descriptionIn(wire, object, name, field);
  return description === descriptionOf(field) ? field : field.meta({ description });
}

/** `result` with the metadata of `schema`. */
const withMetadata = <Made extends z.ZodType>(schema: z.ZodType, result: Made): Made =>
  result.meta({ ...z.globalRegistry.get(schema) });

/** The name of a component, as those of an operation begin. */
export const typeName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The fields of a create: null is the same as absent, and absent fields have defaults. */
function createFields(wire: Wire, input: z.ZodObject, shape: z.ZodObject, defaults: Unchecked): z.ZodObject {
  const { object = '' } = domainObjects.get(input) ?? {};
  const fields = Object.entries<z.ZodType>(shape.shape).map(([name, field]) => {
    if (!(field instanceof z.ZodOptional)) return [name, describedIn(wire, object, name, field)];
    const value = printed(onWire(wire, object, name, defaults[name]));
    const byDefault = Object.hasOwn(defaults, name) ? ` Default: ${value}.` : '';
    const description = `${descriptionIn(wire, object, name, field)}${byDefault} ${describeNull(input, field)}`;
    return [name, (field.unwrap() as z.ZodType).nullable().optional().meta({ description })];
  });
  const rules = object === 'Product' ? stockRulesOfCreate(wire, defaults) : {};
  return z.strictObject(Object.fromEntries(fields)).meta(rules);
}

/** The fields of update-product, with those that a read returns and an update cannot set. */
function updateFields({ view, wire }: Codec, newest: VersionName): z.ZodObject {
  const known: Record<string, z.ZodType> = updateProductFields.shape;
  const fields: Record<string, z.ZodType> = view.shape(updateProductFields).shape;
  const canBeSet = Object.entries(fields).filter(([, field]) => field !== cannotBeSet);
  const settable = canBeSet.map(([name, field]) => {
    const ofCode = known[name] ?? field;
    const isKept = ofCode.isNullable() && !field.isNullable();
    const said = descriptionIn(wire, 'Product', name, field);
    const description = `${said} ${describeNull(updateProductFields, ofCode, isKept)}`;
    return [name, (isKept ? (withoutWrappers(field) as z.ZodType).nullable().optional() : field).meta({ description })];
  });
  const names = new Set(canBeSet.map(([name]) => name));
  const isTime = (name: string) => name === 'createdAt' || name === 'updatedAt';
  const readBack = Object.entries<z.ZodType>(view.storedShape(productAnswer, newest).shape)
    .filter(([name]) => !names.has(name))
    .map(([name, field]) => {
      const description = isTime(name) ? 'Accepted and ignored.' : 'Read-only; accepted if it equals the stored value.';
      return [name, (field.isOptional() ? field : field.optional()).meta({ description, readOnly: true })];
    });
  return z.strictObject(Object.fromEntries([...settable, ...readBack])).meta(stockRulesOfUpdate(wire));
}

/** The input of an operation on REST, a component with the same name as on GraphQL. */
export function inputFields(
  { request }: WireSchemas,
  codec: Codec,
  newest: VersionName,
  operation: AnyOperation,
  input: z.ZodObject,
): z.ZodType {
  const { view, wire } = codec;
  const { object = '', use } = domainObjects.get(input) ?? {};
  const shape =
    input === updateProductInput
      ? updateFields(codec, newest)
      : createFields(wire, input, view.shape(input), view.defaults(operation));
  const rules = z.globalRegistry.get(shape);
  return request(
    shape
      .meta({ ...rules, id: `${typeName(operation.name)}Input` })
      .register(domainObjects, { object, ...(use && { use }) }),
  );
}
