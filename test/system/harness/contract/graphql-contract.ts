// The GraphQL contract, from introspection: the requests to send, and a check of results against the schema.
import {
  buildClientSchema,
  executeSync,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isObjectType,
  parse,
} from 'graphql';

export interface GraphQLContract {
  readonly schema: GraphQLSchema;
  /** Whether the schema has a root field. */
  has(coordinate: string): boolean;
  /** A root field by its coordinate, such as `Mutation.createProduct`. */
  field(coordinate: string): RootField;
}

export interface RootField {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** A GraphQL document with a variable for every argument; it selects every field, each object type once. */
  readonly query: string;
  readonly arguments: ReadonlyMap<string, GraphQLInputType>;
  /** The errors of a field's value against the schema. */
  failures(value: unknown): string[];
}

export function readGraphQLContract(introspection: IntrospectionQuery): GraphQLContract {
  const schema = buildClientSchema(introspection);
  const fields = new Map<string, RootField>([
    ...rootFieldsOf('query', schema.getQueryType()),
    ...rootFieldsOf('mutation', schema.getMutationType()),
  ]);
  return {
    schema,
    has: (coordinate) => fields.has(coordinate),
    field(coordinate) {
      const field = fields.get(coordinate);
      if (!field) throw new Error(`The GraphQL schema has no field ${coordinate}`);
      return field;
    },
  };
}

const rootFieldsOf = (kind: RootField['kind'], type: GraphQLObjectType | null | undefined) =>
  Object.values(type?.getFields() ?? {}).map(
    (field) => [`${type?.name}.${field.name}`, rootField(kind, field)] as const,
  );

function rootField(
  kind: RootField['kind'],
  { name, type, args }: GraphQLField<unknown, unknown>,
): RootField {
  const selected = selection(type, new Set());
  const variables = inParentheses(args.map((arg) => `$${arg.name}: ${arg.type}`));
  const given = inParentheses(args.map((arg) => `${arg.name}: $${arg.name}`));
  const operation = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return {
    name,
    kind,
    query: `${kind} ${operation}${variables} { ${name}${given} ${selected} }`,
    arguments: new Map(args.map((arg) => [arg.name, arg.type])),
    failures: outputFailures(name, type, selected),
  };
}

const inParentheses = (list: readonly string[]) =>
  list.length > 0 ? `(${list.join(', ')})` : '';

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

/** A value is right if graphql-js, which resolves the same fields from it, returns it unchanged. */
function outputFailures(
  name: string,
  type: GraphQLOutputType,
  selected: string,
): RootField['failures'] {
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Check', fields: { [name]: { type } } }),
  });
  const document = parse(`{ ${name} ${selected} }`);
  return (value) => {
    const { data, errors: [error] = [] } = executeSync({
      schema,
      document,
      rootValue: { [name]: value },
    });
    if (error) return [`${error.path?.at(-1)} is no value of ${type}: ${error.message}`];
    const same = JSON.stringify(data) === JSON.stringify({ [name]: value ?? null });
    return same
      ? []
      : [`${name} has other members or values than ${type}: ${JSON.stringify(value)}`];
  };
}
