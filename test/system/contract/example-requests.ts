// The examples of the documentation, written once in domain names, as requests in a version: over REST, and as a
// GraphQL document with one root field.
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
import { ROOT_FIELDS, schemaOf } from '../../../src/graphql/schema.ts';
import type { JsonObject } from '../../../src/http/json-body.ts';
import { EXAMPLES as OF_OPERATIONS } from '../../../src/openapi/examples.ts';
import type { ExampleRequest } from '../../../src/openapi/recorded-examples.ts';
import type { Versions } from '../../../src/operation/versions.ts';
import { API_BASE_PATH, GRAPHQL_PATH } from '../../../src/paths.ts';
import { type Codec, createCodecs } from '../../../src/rest/codec.ts';
import { routeOf } from '../../../src/rest/find-route.ts';
import { isServed } from '../../../src/rest/route.ts';
import { guidePages } from '../../../src/sites/docs/guides/guides.ts';
import { EXAMPLES } from '../../../src/sites/graphiql/examples.ts';
import { sourceOf } from '../../sites/docs/docs-of.ts';
import { withRequired } from './required-fields.ts';

/** What the guides' blocks of examples may contain. */
const example = z.strictObject({
  /** The ID on its page: letters, digits and hyphens. */
  id: z.string().regex(/^[a-zA-Z\d-]+$/),
  label: z.string(),
  operation: z.enum([...ROOT_FIELDS.keys()]),
  /** The ID of a product or rental in the demo data. */
  target: z.int().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  /** Whether the REST body is JSON:API's. */
  inData: z.literal(true).optional(),
  /** What a GraphQL request selects; absent: what GraphiQL's example selects. */
  fields: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** The revision of an update, `If-Match` on REST. */
  ifRevision: z.int().optional(),
  /** The revision of a read that REST responds to with 304, by `If-None-Match`. */
  unlessRevision: z.int().optional(),
  /** The example before it on its page, which creates its target. */
  after: z.string().optional(),
  /** Whether pages cut a long response. */
  isCut: z.literal(true).optional(),
});

interface Example extends Readonly<z.infer<typeof example>> {
  /** The operation on REST; absent: the same as on GraphQL. */
  readonly onRest?: string;
}

/** The examples in a text of Markdown. @throws if one is no example. */
export const examplesIn = (markdown: string): readonly Example[] =>
  [...markdown.matchAll(/^```example\n(.*?)\n```$/gms)].map(([, json = '']) =>
    example.parse(JSON.parse(json)),
  );

/** The examples of the guides and of the operations. */
function examplesOf(versions: Versions): readonly Example[] {
  const ofGuides = guidePages(sourceOf(versions)).flatMap(({ text }) => examplesIn(text()));
  const ofOperations = OF_OPERATIONS.map(({ name: _, summary: label, ...one }) => ({
    label,
    ...one,
  }));
  return [...ofGuides, ...ofOperations] as readonly Example[];
}

/** The requests of the newest version by example; one is absent where an API lacks the operation. */
export function exampleRequests(versions: Versions) {
  const codec = createCodecs(versions)(versions.newest());
  return examplesOf(versions).map((one) => ({
    id: one.id,
    after: one.after,
    rest: restRequest(codec, one),
    graphql: versions.union(codec.version).has(one.operation)
      ? graphqlRequest(schemaOf(versions), codec, one)
      : undefined,
  }));
}

/** The request on REST; undefined in a version without the operation. */
function restRequest(codec: Codec, example: Example): ExampleRequest | undefined {
  const { target, inData, headers, ifRevision, unlessRevision } = example;
  const route = routeOf(example.onRest ?? example.operation);
  if (!route || !isServed(codec.view, route)) return undefined;
  const { method, path, envelope, fields } = route;
  const input = inputOf(codec, example);
  return {
    method,
    path: `${API_BASE_PATH}${path.replace(':id', String(target))}`,
    headers: {
      ...headers,
      ...(ifRevision !== undefined && { 'If-Match': codec.revisionTag(ifRevision) }),
      ...(unlessRevision !== undefined && {
        'If-None-Match': codec.revisionTag(unlessRevision),
      }),
    },
    ...(input &&
      fields && { body: envelope?.wrap(codec.object(fields).write(input), inData) }),
  };
}

/** The fields in domain names, with those that the version requires. @throws if the domain lacks one. */
function inputOf(codec: Codec, { operation, input }: Example): JsonObject | undefined {
  if (!input) return undefined;
  const { fields } = routeOf(operation) ?? {};
  if (!fields) throw new Error(`A request of ${operation} has no body`);
  const issues = fields.safeParse(input).error?.issues;
  const unknown = issues?.find(({ code }) => code === 'unrecognized_keys');
  if (unknown) throw new Error(`${operation}: ${unknown.message}`);
  return withRequired(codec, fields, input);
}

function graphqlRequest(
  schema: GraphQLSchema,
  codec: Codec,
  example: Example,
): ExampleRequest {
  const { operation, target, ifRevision, headers, fields } = example;
  const [root = '', name = ''] = ROOT_FIELDS.get(operation)?.split('.') ?? [];
  const field = (schema.getType(root) as GraphQLObjectType | undefined)?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${operation}`);
  const input = inputOf(codec, example);
  const ofInput = field.args.find((argument) => argument.name === 'input')?.type;
  const variables = {
    ...(target !== undefined && { id: String(target) }),
    ...(ifRevision !== undefined && { ifRevision }),
    ...(input && ofInput && { input: asVariable(input, ofInput) }),
  };
  const query = printDocument(root, field, variables, fields);
  return {
    method: 'POST',
    path: GRAPHQL_PATH,
    headers: headers ?? {},
    query,
    body: { variables },
  };
}

/** A value in the field order of its type; IDs are strings. */
function asVariable(value: unknown, given: GraphQLInputType): unknown {
  const type = getNullableType(given);
  if (value === null) return null;
  if (isListType(type))
    return (value as unknown[]).map((entry) => asVariable(entry, type.ofType));
  if (!isInputObjectType(type)) return type === GraphQLID ? String(value) : value;
  const known = Object.values(type.getFields()).filter(({ name }) =>
    Object.hasOwn(value as object, name),
  );
  return Object.fromEntries(
    known.map((field) => [
      field.name,
      asVariable((value as JsonObject)[field.name], field.type),
    ]),
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
