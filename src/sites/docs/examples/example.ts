// An example of an operation, written once in domain names, and its GraphQL request: a document with one root field.
import {
  type GraphQLField,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { z } from 'zod';
import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import type { JsonObject } from '../../../http/json-body.ts';
import { type ExampleRequest, withRequired } from '../../../openapi/examples.ts';
import { GRAPHQL_PATH } from '../../../paths.ts';
import { ROUTES } from '../../../rest/routes.ts';
import type { Codec } from '../../../rest/wire-codec.ts';
import { EXAMPLES } from '../../graphiql/examples.ts';

export const example = z.strictObject({
  /** The ID on its page: letters, digits and hyphens. */
  id: z.string(),
  label: z.string(),
  operation: z.enum(ROUTES.map((route) => route.operation.name)),
  /** The ID of a product or rental in the demo data. */
  target: z.int().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  /** Whether the REST body is JSON:API's. */
  inData: z.literal(true).optional(),
  /** What a GraphQL request selects; absent: what GraphiQL's example selects. */
  fields: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tokenInUrl: z.literal(true).optional(),
  /** The revision of an update, `If-Match` on REST. */
  ifRevision: z.int().optional(),
  /** The revision of a read that REST responds to with 304, by `If-None-Match`. */
  unlessRevision: z.int().optional(),
  /** A sentence below the GraphQL request. */
  graphqlNote: z.string().optional(),
});

export type Example = Readonly<z.infer<typeof example>>;

/** The REST route of an operation. */
export function routeOf(operation: string): (typeof ROUTES)[number] {
  const route = ROUTES.find((one) => one.operation.name === operation);
  if (!route) throw new Error(`REST has no operation ${operation}`);
  return route;
}

/** The shape of the fields in an operation's body. */
export function fieldsOf(operation: string): z.ZodObject {
  const { fields } = routeOf(operation);
  if (!fields) throw new Error(`A request of ${operation} has no body`);
  return fields;
}

/** A request's fields in domain names, including those the version requires. @throws if the domain lacks one. */
export function inputOf(codec: Codec, operation: string, fields: object): JsonObject {
  const shape = fieldsOf(operation);
  const unknown = shape
    .safeParse(fields)
    .error?.issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown) throw new Error(`${operation}: ${unknown.message}`);
  return withRequired(codec, shape, fields);
}

/** `input` is the example's, with the fields the latest version requires. */
export function graphqlRequest(
  schema: GraphQLSchema,
  example: Example,
  input?: JsonObject,
): ExampleRequest {
  const { operation, target, ifRevision, headers, fields } = example;
  // REST reads a bundle as a product.
  const isBundle = operation === 'readProduct' && target === DEMO_IDS.products.camping;
  const rootField = ROOT_FIELDS.get(isBundle ? 'readBundle' : operation) ?? '';
  const [root = '', name = ''] = rootField.split('.');
  const field = (schema.getType(root) as GraphQLObjectType | undefined)?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${rootField}`);
  const ofInput = field.args.find(({ name }) => name === 'input')?.type;
  const variables = {
    ...(target !== undefined && { id: String(target) }),
    ...(ifRevision !== undefined && { ifRevision }),
    ...(input && ofInput && { input: asVariable(input, ofInput) }),
  };
  const query = printDocument(root, field, variables, fields);
  return { method: 'POST', path: GRAPHQL_PATH, headers, query, body: { variables } };
}

/** A value in the field order of its type; IDs are strings. */
function asVariable(value: unknown, given: GraphQLInputType): unknown {
  const type = getNullableType(given);
  if (value === null) return null;
  if (isListType(type)) return (value as unknown[]).map((entry) => asVariable(entry, type.ofType));
  if (!isInputObjectType(type)) return type === GraphQLID ? String(value) : value;
  const known = Object.values(type.getFields()).filter(({ name }) =>
    Object.hasOwn(value as object, name),
  );
  return Object.fromEntries(
    known.map((field) => [field.name, asVariable((value as JsonObject)[field.name], field.type)]),
  );
}

/** The selections of GraphiQL's examples on one line, by root field. */
const SELECTIONS = new Map(
  EXAMPLES.map(({ query }) => {
    const [, name = '', fields = ''] = /\{\s*(\w+)[^{]*\{(.*)\}\s*\}\s*$/s.exec(query) ?? [];
    return [name, fields.replace(/\s+/g, ' ').trim()];
  }),
);

/** A field with its own selection, at most two levels deep, gets its own line. */
const NESTED = /(\w+ \{(?:[^{}]|\{[^{}]*\})*\})/;

/** `fields` is what the document selects; absent: what GraphiQL's example selects. */
function printDocument(
  root: string,
  { name, args }: GraphQLField<unknown, unknown>,
  variables: object,
  fields = SELECTIONS.get(name) ?? '',
): string {
  const given = args.filter((argument) => argument.name in variables);
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const lines = fields.split(NESTED).map((line) => line.trim());
  return [
    `${root.toLowerCase()} (${declared}) {`,
    `  ${name}(${passed}) {`,
    ...lines.filter(Boolean).map((line) => `    ${line}`),
    '  }',
    '}',
  ].join('\n');
}
