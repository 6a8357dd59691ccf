// The GraphQL contract, from introspection: the requests to send, and a check of results against the schema.
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isEnumType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parseType,
  typeFromAST,
} from 'graphql';

export interface GraphQLContract {
  /** Whether the schema has a root field. */
  has(coordinate: string): boolean;
  /** A root field by its coordinate, such as `Mutation.createProduct`. */
  field(coordinate: string): RootField;
  /** An input type by its notation, such as `CreateProductInput!`. */
  inputType(notation: string): GraphQLInputType;
}

export interface RootField {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** A GraphQL document with a variable for every argument; it selects every field, each object type once. */
  readonly query: string;
  readonly arguments: ReadonlyMap<string, GraphQLInputType>;
  /** The faults of a value of the field against the schema. */
  faults(value: unknown): string[];
}

export function readGraphQLContract(introspection: IntrospectionQuery): GraphQLContract {
  const schema = buildClientSchema(introspection);
  const known = new Map<string, RootField>();
  return {
    has: (coordinate) => rootFieldOf(schema, coordinate) !== undefined,
    field(coordinate) {
      const field = known.get(coordinate) ?? rootField(schema, coordinate);
      known.set(coordinate, field);
      return field;
    },
    inputType(notation) {
      const type = typeFromAST(schema, parseType(notation));
      if (!isInputType(type)) throw new Error(`The GraphQL schema has no input type ${notation}`);
      return type;
    },
  };
}

function rootFieldOf(schema: GraphQLSchema, coordinate: string) {
  const [typeName = '', name = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  return isObjectType(type) ? type.getFields()[name] : undefined;
}

function rootField(schema: GraphQLSchema, coordinate: string): RootField {
  const [typeName = '', name = ''] = coordinate.split('.');
  const field = rootFieldOf(schema, coordinate);
  if (!field) throw new Error(`The GraphQL schema has no field ${coordinate}`);
  const kind = typeName === schema.getMutationType()?.name ? 'mutation' : 'query';
  return {
    name,
    kind,
    query: queryOf(kind, field),
    arguments: new Map(field.args.map((arg) => [arg.name, arg.type])),
    faults: (value) => outputFaults(value, field.type, name),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the types of sources and contexts are not used here
function queryOf(kind: string, field: GraphQLField<any, any>): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const operation = `${field.name[0]?.toUpperCase()}${field.name.slice(1)}`;
  return `${kind} ${operation}(${variables}) { ${field.name}(${given}) ${selection(field.type, new Set())} }`;
}

/** Every field of a type, without the object types that enclose it. */
function selection(type: GraphQLOutputType, enclosing: ReadonlySet<string>): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const within = new Set([...enclosing, named.name]);
  const fields = Object.values(named.getFields())
    .filter((field) => !within.has(getNamedType(field.type).name))
    .map((field) => `${field.name} ${selection(field.type, within)}`.trim());
  return `{ ${fields.join(' ')} }`;
}

/** The faults of a value of which every field is selected: a field that is absent is one. */
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
  return isLeafType(type) && isLeafValue(value, type) ? [] : [`${path} is no ${type}: ${JSON.stringify(value)}`];
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

function isLeafValue(value: unknown, type: GraphQLOutputType): boolean {
  if (isEnumType(type)) return type.getValues().some(({ name }) => name === value);
  return SCALARS[getNamedType(type).name]?.(value) ?? true;
}
