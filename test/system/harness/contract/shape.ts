// The shape of a value in the OpenAPI document: kind, limits and fields in the harness's names; field paths.
import type { Surface } from '../calls/call.ts';
import type { Envelope } from './rest-contract.ts';

const NAMES: Readonly<Record<string, string>> = { type: 'productType' };

const VALUES: Readonly<Record<string, number>> = { PRODUCT: 0, BUNDLE: 1, UNIT: 0, BULK: 1 };

/** The harness's name of a field. */
const ownName = (graphqlName: string): string =>
  NAMES[graphqlName] ?? graphqlName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The harness's name of an allowed value; the REST one if the harness doesn't need its own. */
const ownValue = (graphqlValue: string, restValue: unknown): unknown =>
  VALUES[graphqlValue] ?? restValue;

export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Shape {
  readonly kind: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'any';
  readonly nullable: boolean;
  /** The field's name on GraphQL and on REST; absent if it is the harness's own. */
  readonly graphqlName?: string;
  readonly restName?: string;
  /** The allowed values. */
  readonly values?: readonly unknown[];
  /** The allowed values as REST spells them, in the same order; absent if they are the harness's own. */
  readonly restValues?: readonly unknown[];
  /** The names of the allowed values on GraphQL, in the same order. */
  readonly valueNames?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  /** The value of an absent field. */
  readonly default?: unknown;
  readonly example?: unknown;
  /** Whether null is only accepted if it is stored, so that it clears nothing. */
  readonly keepsNull?: true;
  readonly item?: Shape;
  readonly fields?: ReadonlyMap<string, Field>;
  /** Whether unknown fields are rejected. */
  readonly closed: boolean;
  /** Whether it is a read-only field that a write accepts. */
  readonly readOnly?: true;
  /** Of an input: reasons to reject it that its schema doesn't express. */
  readonly conditions?: readonly Condition[];
}

/** The name of a field without its indexes, as in `images[].src`. */
export const withoutIndexes = (field: string): string => field.replaceAll(/\[\d+\]/g, '[]');

/** One of `x-conditions`: `images[].src` and a code. */
export interface Condition {
  readonly field: string;
  readonly code: string;
}

export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
}

export const NO_SHAPE: Shape = { kind: 'any', nullable: false, closed: false };

/** Whether the value is a number in a string: a version may have changed the field's type on REST. */
export const isNumberText = ({ kind, pattern }: Shape): boolean =>
  kind === 'string' &&
  pattern !== undefined &&
  new RegExp(pattern, 'u').test('12') &&
  !new RegExp(pattern, 'u').test('a');

/** A shape without some of its fields. */
export const withoutFields = (shape: Shape, names: readonly string[]): Shape => ({
  ...shape,
  fields: new Map([...(shape.fields ?? [])].filter(([name]) => !names.includes(name))),
});

/** A shape with its fields' limits from another one: those of a read allow everything stored. */
export function withLimitsOf(shape: Shape, other: Shape | undefined): Shape {
  if (!other) return shape;
  const { item, fields } = shape;
  const limits = Object.fromEntries(NUMERIC_KEYWORDS.map((keyword) => [keyword, other[keyword]]));
  const inner = [...(fields ?? [])].map(([name, field]) => {
    const own = withLimitsOf(field.shape, other.fields?.get(name)?.shape);
    return [name, { ...field, shape: own }] as const;
  });
  return {
    ...shape,
    ...limits,
    ...(item && { item: withLimitsOf(item, other.item) }),
    ...(fields && { fields: new Map(inner) }),
  };
}

/** Replaces a schema's `$ref` and `allOf` with the keywords that they refer to. */
export type Resolve = (schema: Schema) => Schema;

export function createResolve(openApi: unknown): Resolve {
  const at = (ref: string) =>
    ref
      .replace(/^#\//, '')
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

const NUMERIC_KEYWORDS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

export function shapeOf(schema: Schema, resolve: Resolve): Shape {
  const { schema: own, nullable } = withoutNull(resolve(schema), resolve);
  const { properties } = own;
  const fallback = own.default ?? defaultIn(own.description);
  return {
    kind: kindOf(own),
    nullable,
    closed: own.additionalProperties === false,
    ...valuesOf(own),
    ...(fallback !== undefined && { default: fallback }),
    ...(KEPT_NULL.test(String(own.description)) && { keepsNull: true as const }),
    ...(typeof own.format === 'string' && { format: own.format }),
    ...(own.readOnly === true && { readOnly: true as const }),
    ...(own.example !== undefined && { example: own.example }),
    ...(typeof own.pattern === 'string' && { pattern: own.pattern }),
    ...Object.fromEntries(
      NUMERIC_KEYWORDS.filter((name) => typeof own[name] === 'number').map((name) => [
        name,
        own[name],
      ]),
    ),
    ...(own.items !== undefined && { item: shapeOf(own.items as Schema, resolve) }),
    ...(properties !== undefined && {
      fields: fieldsOf(own, properties as Record<string, Schema>, resolve),
    }),
  };
}

/** The allowed values, in the harness's own spelling if they have names on GraphQL. */
function valuesOf(own: Schema): Partial<Shape> {
  const restValues = (own.enum ?? ('const' in own ? [own.const] : undefined)) as
    | unknown[]
    | undefined;
  const valueNames = own['x-enum-varnames'] as string[] | undefined;
  if (!restValues || !valueNames) return restValues ? { values: restValues } : {};
  const values = valueNames.map((name, index) => ownValue(name, restValues[index]));
  const isOwn = values.every((value, index) => value === restValues[index]);
  return { values, valueNames, ...(!isOwn && { restValues, kind: kindOf({ enum: values }) }) };
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
      const graphqlName = graphqlNameOf(schema, resolve) ?? restName;
      const name = ownName(graphqlName);
      const shape: Shape = {
        ...shapeOf(schema, resolve),
        ...(graphqlName !== name && { graphqlName }),
        ...(restName !== name && { restName }),
      };
      return [
        name,
        { shape, required: ((own.required as string[] | undefined) ?? []).includes(restName) },
      ];
    }),
  );

const graphqlNameOf = (schema: Schema, resolve: Resolve) =>
  withoutNull(resolve(schema), resolve).schema['x-graphql-name'] as string | undefined;

/** The schema without its null: `anyOf` with null, or a list of types with null. */
function withoutNull(schema: Schema, resolve: Resolve): { schema: Schema; nullable: boolean } {
  const { anyOf, oneOf, ...own } = schema;
  const branches = ((anyOf ?? oneOf) as Schema[] | undefined)?.map((branch) => resolve(branch));
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

const KINDS = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const;

function kindOf({ type, properties, enum: values }: Schema): Shape['kind'] {
  const known = KINDS.find((kind) => kind === type);
  if (known) return known;
  if (properties !== undefined) return 'object';
  const first = (values as unknown[] | undefined)?.[0];
  if (Number.isInteger(first)) return 'integer';
  return KINDS.find((kind) => kind === typeof first) ?? 'any';
}

/** The harness's names and list indexes, from the input inwards; empty for the input itself. */
export type Path = readonly (string | number)[];

/**
 * Such as `items[0].ad_id` on REST and `items[0].adId` on GraphQL; `envelope` is the input's wrapper object, if any.
 */
export function spelled(
  path: Path,
  surface: Surface,
  envelope: Pick<Envelope, 'name' | 'shape'> | undefined,
): string {
  if (path.length === 0) return surface === 'rest' ? (envelope?.name ?? '') : '';
  return joined(envelope ? withNames(path, envelope.shape, surface) : path);
}

const joined = (path: Path): string =>
  path.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`;
    return field === '' ? step : `${field}.${step}`;
  }, '');

function withNames(path: Path, shape: Shape, surface: Surface): Path {
  let here: Shape | undefined = shape;
  return path.map((step) => {
    here = typeof step === 'number' ? here?.item : here?.fields?.get(step)?.shape;
    if (typeof step === 'number') return step;
    return (surface === 'rest' ? here?.restName : here?.graphqlName) ?? step;
  });
}
