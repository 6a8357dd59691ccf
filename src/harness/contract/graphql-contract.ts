// What introspection promises: the documents to send, and a check of answers against the schema and GraphQL over HTTP.
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export interface GraphQLContract {
  readonly schema: GraphQLSchema;
  /** The field of `Mutation.createProduct`. */
  field(coordinate: string): RootField;
}

export interface RootField {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** An operation that takes every argument as a variable and selects everything there is, each object type once. */
  readonly document: string;
  readonly arguments: ReadonlyMap<string, GraphQLInputType>;
  /** What is wrong with the data of the field, by the schema. */
  faults(value: unknown): string[];
}

export function readGraphQLContract(introspection: IntrospectionQuery): GraphQLContract {
  const schema = buildClientSchema(introspection);
  const known = new Map<string, RootField>();
  return {
    schema,
    field(coordinate) {
      const field = known.get(coordinate) ?? rootField(schema, coordinate);
      known.set(coordinate, field);
      return field;
    },
  };
}

function rootField(schema: GraphQLSchema, coordinate: string): RootField {
  const [typeName = '', name = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (!field) throw new Error(`The schema has no ${coordinate}`);
  const kind = typeName === schema.getMutationType()?.name ? 'mutation' : 'query';
  return {
    name,
    kind,
    document: documentOf(kind, field),
    arguments: new Map(field.args.map((arg) => [arg.name, arg.type])),
    faults: (value) => outputFaults(value, field.type, name),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: sources and contexts don't matter here
function documentOf(kind: string, field: GraphQLField<any, any>): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const operation = `${field.name[0]?.toUpperCase()}${field.name.slice(1)}`;
  return `${kind} ${operation}(${variables}) { ${field.name}(${given}) ${selection(field.type, new Set())} }`;
}

/** Every field of a type; an object type that encloses itself is left out. */
function selection(type: GraphQLOutputType, enclosing: ReadonlySet<string>): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const within = new Set([...enclosing, named.name]);
  const fields = Object.values(named.getFields())
    .filter((field) => !within.has(getNamedType(field.type).name))
    .map((field) => `${field.name} ${selection(field.type, within)}`.trim());
  return `{ ${fields.join(' ')} }`;
}

/** What the harness selects is checked, whatever stands there: absent fields that were selected count as faults. */
function outputFaults(value: unknown, type: GraphQLOutputType, path: string, enclosing = new Set<string>()): string[] {
  if (isNonNullType(type)) {
    return value === null || value === undefined
      ? [`${path} is ${value}`]
      : outputFaults(value, type.ofType, path, enclosing);
  }
  if (value === undefined) return [`${path} is missing`];
  if (value === null) return [];
  if (isListType(type)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((entry, index) => outputFaults(entry, type.ofType, `${path}[${index}]`, enclosing));
  }
  if (isObjectType(type)) {
    const within = new Set([...enclosing, type.name]);
    return Object.values(type.getFields())
      .filter((field) => !within.has(getNamedType(field.type).name))
      .flatMap((field) =>
        outputFaults((value as Record<string, unknown>)[field.name], field.type, `${path}.${field.name}`, within),
      );
  }
  return isLeafType(type) && leafIsRight(value, type) ? [] : [`${path} is no ${type}: ${JSON.stringify(value)}`];
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Float: (value) => typeof value === 'number',
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31,
  Date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  DateTime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
};

function leafIsRight(value: unknown, type: GraphQLOutputType): boolean {
  if (isEnumType(type)) return type.getValues().some(({ name }) => name === value);
  return SCALARS[getNamedType(type).name]?.(value) ?? true;
}
