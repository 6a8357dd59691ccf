// Reads shapes and field paths from the schemas of the OpenAPI document.
import type { Schema, Shape } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

/** Replaces the `$ref` of a part of the document with what it refers to. */
export type Resolve = (part: Schema) => Schema;

export function createResolve(openApi: unknown): Resolve {
  const at = (ref: string) =>
    ref
      .replace(/^.*#\//, '')
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Loose>((node, part) => node?.[part], openApi);
  const resolve: Resolve = ({ $ref, ...own }) =>
    typeof $ref === 'string' ? { ...resolve(at($ref)), ...own } : own;
  return resolve;
}

/** The JSON schema of a request body or a response; undefined if it has none. */
export const jsonSchema = (
  content: Schema | undefined,
  resolve: Resolve,
): Schema | undefined =>
  (resolve(content ?? {}) as Loose).content?.['application/json']?.schema;

/** The path of each field on REST, such as `product.images[].src`. */
export function fieldPaths({ fields, item }: Shape, at = ''): string[] {
  if (item) return fieldPaths(item, `${at}[]`);
  return [...fields.values()].flatMap((field) => {
    const path = at === '' ? field.names.rest : `${at}.${field.names.rest}`;
    return [path, ...fieldPaths(field, path)];
  });
}

/** `rest` is the name of a field. */
export function shapeOf(schema: Schema, resolve: Resolve, rest = ''): Shape {
  const { properties = {}, items, required = [], ...own }: Loose = resolve(schema);
  const types: string[] = [own.type ?? 'any'].flat();
  const [kind = 'any', ...others] = types.filter((type) => type !== 'null');
  const fields = Object.entries<Schema>(properties).map(([name, property]) => ({
    ...shapeOf(property, resolve, name),
    required: required.includes(name),
  }));
  return {
    ...own,
    kind: others.length > 0 ? 'any' : isNumberText(own) ? 'number text' : kind,
    nullable: types.includes('null'),
    names: { rest, graphql: own['x-graphql-name'] ?? rest },
    required: false,
    ...valuesOf(own),
    ...(KEPT_NULL.test(String(own.description)) && { keepsNull: true }),
    ...(items && { item: shapeOf(items, resolve) }),
    fields: new Map(fields.map((field) => [field.names.graphql, field])),
  };
}

const isNumberText = ({ type, pattern }: Loose) =>
  [type].flat().includes('string') &&
  pattern !== undefined &&
  new RegExp(pattern, 'u').test('12') &&
  !new RegExp(pattern, 'u').test('a');

/** The allowed values, the names of an enum's, and the default. */
function valuesOf(own: Loose): Partial<Shape> {
  const restValues: unknown[] | undefined = own.enum?.filter(
    (value: unknown) => value !== null,
  );
  const names: unknown[] | undefined = own['x-enum-varnames'];
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
