// The component schemas of an OpenAPI document while some of them are changed for some operations.
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../http/json-body.ts';

const SCHEMAS = '#/components/schemas/';

/** The component that a schema refers to; undefined: it refers to none. */
export const referredName = ({ $ref }: JsonObject): string | undefined =>
  typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;

const reference = (name: string): JsonObject => ({ $ref: `${SCHEMAS}${name}` });

interface Changed {
  readonly original: string;
  readonly schema: unknown;
}

export interface Components {
  /** A reference to a component as `change` makes it for an operation; equal results are one component. */
  change(name: string, operation: string, change: (schema: unknown) => unknown): JsonObject;
  /**
   * `document` with the components that it refers to. A changed one takes the name of its original if nothing refers to
   * the original any more; else its name begins with the operation, such as `CreateProductImageInput`.
   */
  addTo(document: JsonObject): JsonObject;
}

export function createComponents(originals: JsonObject): Components {
  const changed = new Map<string, Changed>();

  function namesIn(document: JsonObject, schemas: JsonObject): Map<string, string> {
    const used = [...reachable(document, schemas)];
    const names = new Map(used.map((name) => [name, name]));
    for (const name of used) {
      const original = changed.get(name)?.original;
      if (original && ![...names.values()].includes(original)) names.set(name, original);
    }
    return names;
  }

  return {
    change(name, operation, change) {
      // A body with two envelopes is changed once for each: the second time it refers to changed components.
      const { original, schema: before } = changed.get(name) ?? { original: name, schema: originals[name] };
      const schema = change(before);
      if (isDeepStrictEqual(schema, before)) return reference(name);
      const equal = [...changed].find(
        ([, known]) => known.original === original && isDeepStrictEqual(known.schema, schema),
      );
      if (equal) return reference(equal[0]);
      const ownName = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}${original}`;
      changed.set(ownName, { original, schema });
      return reference(ownName);
    },
    addTo(document) {
      const { schemas: _, ...others } = document.components as JsonObject;
      const bare = { ...document, components: others };
      const schemas = { ...originals, ...Object.fromEntries([...changed].map(([name, { schema }]) => [name, schema])) };
      const names = namesIn(bare, schemas);
      const renamed = (value: unknown) => mapReferences(value, (name) => names.get(name) ?? name);
      const used = [...names].map(([name, newName]) => [newName, renamed(schemas[name])] as const);
      const sorted = Object.fromEntries(used.toSorted(([a], [b]) => a.localeCompare(b)));
      return {
        ...(renamed(bare) as JsonObject),
        components: { ...(renamed(others) as JsonObject), schemas: sorted },
      };
    },
  };
}

/** The components that a document refers to, itself or through others. */
function reachable(document: JsonObject, schemas: JsonObject): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    mapReferences(value, (name) => {
      if (!found.has(name)) {
        found.add(name);
        visit(schemas[name]);
      }
      return name;
    });
  };
  visit(document);
  return found;
}

/** `value` with other names of components in all its references. */
function mapReferences(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapReferences(entry, rename));
  if (!isJsonObject(value)) return value;
  const name = referredName(value);
  if (name !== undefined) return reference(rename(name));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapReferences(inner, rename)]));
}
