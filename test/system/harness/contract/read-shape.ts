// Reads shapes and field paths from the schemas of the OpenAPI document.
import type { Schema, Shape } from './shape.ts';

/** Replaces a schema's `$ref` and `allOf` with the keywords that they refer to. */
export type Resolve = (schema: Schema) => Schema;

export function createResolve(openApi: unknown): Resolve {
  const at = (ref: string) =>
    ref
      .replace(/^.*#\//, '')
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (node, part) => (node as Record<string, unknown> | undefined)?.[part],
        openApi,
      ) as Schema;
  const resolve: Resolve = ({ $ref, allOf, ...own }) => {
    const merged: Schema = Object.assign(
      {},
      ...((allOf as Schema[] | undefined) ?? []).map(resolve),
    );
    return { ...(typeof $ref === 'string' ? resolve(at($ref)) : {}), ...merged, ...own };
  };
  return resolve;
}

/** The JSON schema of a request body or a response. */
export const jsonSchema = (content: Loose): Schema | undefined =>
  content?.content?.['application/json']?.schema;

/** A schema that contains itself is followed to this depth. */
const MAX_DEPTH = 8;

/** The path of each field of a schema, such as `product.images[].src`. */
export function fieldPaths(schema: Schema | undefined, resolve: Resolve): string[] {
  const paths = new Set<string>();
  function visit(node: Schema, at: string, depth: number): void {
    const {
      properties = {},
      items,
      anyOf = [],
      oneOf = [],
    } = resolve(node) as Record<string, Loose>;
    for (const branch of [...anyOf, ...oneOf]) visit(branch, at, depth);
    if (items) visit(items, `${at}[]`, depth);
    if (depth === MAX_DEPTH) return;
    for (const [name, inner] of Object.entries<Schema>(properties)) {
      const path = at === '' ? name : `${at}.${name}`;
      paths.add(path);
      visit(inner, path, depth + 1);
    }
  }
  if (schema) visit(schema, '', 0);
  return [...paths];
}

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

export function shapeOf(schema: Schema, resolve: Resolve): Shape {
  const { schema: own, nullable } = withoutNull(resolve(schema), resolve);
  const { properties, items, ...keywords } = own;
  return {
    ...(keywords as Partial<Shape>),
    kind: (own.type as Shape['kind'] | undefined) ?? 'any',
    nullable,
    ...valuesOf(own),
    ...(KEPT_NULL.test(String(own.description)) && { keepsNull: true as const }),
    ...(items !== undefined && { item: shapeOf(items as Schema, resolve) }),
    ...(properties !== undefined && {
      fields: fieldsOf(own, properties as Record<string, Schema>, resolve),
    }),
  };
}

/** The allowed values, the names of an enum's, and the default. */
function valuesOf(own: Schema): Partial<Shape> {
  const restValues = own.enum as unknown[] | undefined;
  const names = own['x-enum-varnames'] as string[] | undefined;
  const values = names ?? restValues;
  const fallback = own.default ?? defaultIn(own.description);
  return {
    ...(values && { values }),
    ...(names && restValues && { restValues }),
    ...(fallback !== undefined && {
      default: names?.[restValues?.indexOf(fallback) ?? -1] ?? fallback,
    }),
  };
}

const KEPT_NULL =
  /\bNull is accepted (?:where it is what is stored|only if the stored value is null)\./;

/** The document describes a default in words, so that generated clients leave it to the service. */
function defaultIn(description: unknown): unknown {
  const [, text] = /\bDefault: (true|false|-?\d+)\./.exec(String(description)) ?? [];
  return text && JSON.parse(text);
}

const fieldsOf = (own: Schema, properties: Record<string, Schema>, resolve: Resolve) =>
  new Map(
    Object.entries(properties).map(([restName, schema]) => {
      const name = graphqlNameOf(schema, resolve) ?? restName;
      const shape: Shape = { ...shapeOf(schema, resolve), restName };
      const required = ((own.required as string[] | undefined) ?? []).includes(restName);
      return [name, { shape, required }];
    }),
  );

const graphqlNameOf = (schema: Schema, resolve: Resolve) =>
  withoutNull(resolve(schema), resolve).schema['x-graphql-name'] as string | undefined;

/** The schema without its null: `anyOf` with null, or a list of types with null. */
function withoutNull(
  schema: Schema,
  resolve: Resolve,
): { schema: Schema; nullable: boolean } {
  const { anyOf, oneOf, ...own } = schema;
  const branches = ((anyOf ?? oneOf) as Schema[] | undefined)?.map((branch) =>
    resolve(branch),
  );
  const [branch, ...others] = branches?.filter(({ type }) => type !== 'null') ?? [];
  if (branch && others.length === 0) return { schema: { ...branch, ...own }, nullable: true };
  if (!Array.isArray(schema.type)) return { schema, nullable: false };
  const types = schema.type.filter((type) => type !== 'null');
  const values = (schema.enum as unknown[] | undefined)?.filter((value) => value !== null);
  return {
    schema: {
      ...schema,
      type: types.length === 1 ? types[0] : undefined,
      ...(values && { enum: values }),
    },
    nullable: types.length < schema.type.length,
  };
}
