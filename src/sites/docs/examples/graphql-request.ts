// The request of an example on GraphQL: a document with one root field, and variables for what the example gives.
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
import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import type { JsonObject } from '../../../http/json-body.ts';
import type { ExampleRequest } from '../../../openapi/recorded-responses.ts';
import { GRAPHQL_PATH } from '../../../paths.ts';
import { EXAMPLES } from '../../graphiql/examples.ts';
import type { Example } from './example.ts';

/** `input` is that of the example with the fields that the newest version requires. */
export function graphqlRequest(schema: GraphQLSchema, example: Example, input?: JsonObject): ExampleRequest {
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

/** A value in the order of its type; ids are texts. */
function asVariable(value: unknown, given: GraphQLInputType): unknown {
  const type = getNullableType(given);
  if (value === null) return null;
  if (isListType(type)) return (value as unknown[]).map((entry) => asVariable(entry, type.ofType));
  if (!isInputObjectType(type)) return type === GraphQLID ? String(value) : value;
  const known = Object.values(type.getFields()).filter(({ name }) => Object.hasOwn(value as object, name));
  return Object.fromEntries(
    known.map((field) => [field.name, asVariable((value as JsonObject)[field.name], field.type)]),
  );
}

/** The selections of the examples of GraphiQL, on one line, by the names of their root fields. */
const SELECTIONS = new Map(
  EXAMPLES.map(({ query }) => {
    const [, name = '', fields = ''] = /\{\s*(\w+)[^{]*\{(.*)\}\s*\}\s*$/s.exec(query) ?? [];
    return [name, fields.replace(/\s+/g, ' ').trim()];
  }),
);

/** A field with its own selection, of two levels at most, stands on a line of its own. */
const NESTED = /(\w+ \{(?:[^{}]|\{[^{}]*\})*\})/;

/** `fields` is what the document asks for; absent: what the example of GraphiQL asks for. */
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
