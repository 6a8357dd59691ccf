// JSON schemas of an older version, from those of the newer one and the change between them.
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import { fieldNames } from '../rest/field-names.ts';
import { changeObjects, type Place } from '../rest/field-place.ts';
import type { VersionChange } from '../rest/version-change.ts';
import { olderNames } from '../rest/versioned-fields.ts';
import { referredName } from './components.ts';

/** How the objects that a change concerns are used. */
export interface Use {
  readonly in: 'request' | 'answer';
  /** Whether their fields are those of an update, where an absent one keeps its stored value. */
  readonly isPartial: boolean;
  /** Whether null is the same as absent there, as in the fields of a create (D13). */
  readonly isNullAbsent: boolean;
}

/** The schema of an object before `change`. */
export function olderSchema(change: VersionChange, schema: JsonObject, use: Use): JsonObject {
  const { properties, required: _, ...rest } = schema;
  if (!isJsonObject(properties)) return schema;
  const required = olderRequired(change, schema, use);
  return {
    ...rest,
    properties: { ...olderProperties(change, properties, use), ...removedProperties(change, use) },
    ...(required.length > 0 && { required }),
  };
}

function olderProperties(change: VersionChange, properties: JsonObject, use: Use): JsonObject {
  const filledIn = use.in === 'request' && use.isNullAbsent ? Object.keys(change.defaults ?? {}) : [];
  const nullable = filledIn.reduce((all, name) => changeObjects(all, [name], orNull) as JsonObject, properties);
  const named = Object.entries(change.renamed ?? {}).reduce(
    (all, [older, newer]) => changeObjects(all, [newer], (field) => withGraphqlName(field, newer, older)) as JsonObject,
    nullable,
  );
  return olderNames(change, named);
}

function orNull(schema: JsonObject): JsonObject {
  if (typeof schema.type !== 'string') return schema;
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

/** GraphQL has one version: a field keeps its name there, which may be the older one. */
function withGraphqlName({ 'x-graphql-name': known, ...schema }: JsonObject, newer: string, older: string): JsonObject {
  const name = known ?? newer;
  return name === older ? schema : { ...schema, 'x-graphql-name': name };
}

const removedProperties = ({ removed = {} }: VersionChange, use: Use): JsonObject =>
  Object.fromEntries(
    Object.entries(removed)
      .filter(([, { answer }]) => use.in === 'request' || answer !== undefined)
      .map(([name, { schema }]) => [name, schema]),
  );

function olderRequired(change: VersionChange, { required = [] }: JsonObject, use: Use): string[] {
  const { isKept, toOlder } = fieldNames(change);
  const { defaults = {}, removed = {} } = change;
  const isFilledIn = (name: string) => use.in === 'request' && !use.isPartial && Object.hasOwn(defaults, name);
  const isRequired = ({ answer, required }: (typeof removed)[string]) =>
    use.in === 'answer' ? answer !== undefined : required && !use.isPartial;
  return [
    ...(required as string[]).filter((name) => isKept(name) && !isFilledIn(name)).map(toOlder),
    ...Object.keys(removed).filter((name) => removed[name] && isRequired(removed[name])),
  ];
}

/**
 * `schema` with the schemas of the objects at `place` changed, in every alternative. `follow` returns the reference to a
 * component after it was changed at the rest of the place.
 */
export function changeSchemas(
  schema: unknown,
  place: Place,
  change: (schema: JsonObject) => JsonObject,
  follow: (name: string, change: (component: unknown) => unknown) => JsonObject,
): unknown {
  const below = (inner: unknown, rest: Place) => changeSchemas(inner, rest, change, follow);
  if (!isJsonObject(schema)) return schema;
  const component = referredName(schema);
  if (component !== undefined) return follow(component, (inner) => below(inner, place));
  for (const key of ['oneOf', 'anyOf']) {
    const alternatives = schema[key];
    if (Array.isArray(alternatives)) return { ...schema, [key]: alternatives.map((one) => below(one, place)) };
  }
  const [step, ...rest] = place;
  if (step === undefined) return change(schema);
  if (step === '[]') return 'items' in schema ? { ...schema, items: below(schema.items, rest) } : schema;
  return changeObjects(schema, ['properties'], (properties) =>
    Object.hasOwn(properties, step) ? { ...properties, [step]: below(properties[step], rest) } : properties,
  );
}
