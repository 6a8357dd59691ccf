// An example on GraphQL: a document of its root field, with the answer that graphql-js makes of the output.
import {
  buildSchema,
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  graphqlSync,
  isScalarType,
  printSchema,
} from 'graphql';
import { graphqlError } from '../../../graphql/failures.ts';
import { ROOT_FIELDS, schemaOf } from '../../../graphql/schema.ts';
import type { JsonObject } from '../../../http/json-body.ts';
import { OUTPUTS } from '../../../openapi/example-outputs.ts';
import { FAILURES } from '../../../operation/failure.ts';
import { DOMAIN_SPELLING, spellErrors } from '../../../operation/spelling.ts';
import type { Versions } from '../../../operation/versions.ts';
import { GRAPHQL_PATH } from '../../../paths.ts';
import type { ExampleRequest } from '../../pages/snippets/example-request.ts';
import { createNewestVersion } from '../guides/newest-version.ts';
import type { Example } from './example.ts';
import { documentOf } from './graphql-document.ts';
import { plain } from './rest-exchange.ts';

const OK = 200;

/** GraphQL has no versions: its names and fields are those of the newest one. */
export function createGraphQLExchanges(versions: Versions): (example: Example) => ExampleRequest {
  const names = createNewestVersion(versions);
  const schema = withoutResolvers(versions);

  return (example) => {
    const { operation, target, failure, headers, tokenInUrl, ifRevision } = example;
    const input = example.input && names.input(operation, example.input);
    const refused = failure?.kind === 'invalid' && failure;
    const output = refused
      ? { success: false, errors: spellErrors(refused.errors, DOMAIN_SPELLING) }
      : OUTPUTS[operation](target, input ?? {});
    const [kind, name] = rootField(operation, output);
    const field = fieldOf(schema, kind, name);
    const ofInput = field.args.find((argument) => argument.name === 'input')?.type;
    const variables = {
      ...(target !== undefined && { id: String(target) }),
      ...(ifRevision !== undefined && { ifRevision }),
      ...(input && ofInput && { input: coerced(input, ofInput) }),
    };
    const query = documentOf(kind, field, variables, example.fields);
    const root = () => {
      if (failure && !refused) throw graphqlError(failure);
      return output;
    };
    const { data, errors } = graphqlSync({
      schema,
      source: query,
      rootValue: { [name]: root },
      variableValues: variables,
    });
    return {
      method: 'POST',
      path: GRAPHQL_PATH,
      headers,
      tokenInUrl,
      query,
      body: { variables },
      status: failure && 'retryAfterSeconds' in failure ? FAILURES[failure.kind].status : OK,
      answer: plain({
        // Locations depend on the line breaks of the document.
        ...(errors && { errors: errors.map(({ message, path, extensions }) => ({ message, path, extensions })) }),
        data,
      }),
    };
  };
}

/** The schema with the resolvers of graphql-js, which take fields from the output. */
function withoutResolvers(versions: Versions): GraphQLSchema {
  const [schema, real] = [buildSchema(printSchema(schemaOf(versions))), schemaOf(versions)];
  for (const type of Object.values(real.getTypeMap())) {
    const own = schema.getType(type.name);
    if (isScalarType(type) && isScalarType(own)) own.serialize = type.serialize;
  }
  return schema;
}

/** Without fields that no usable version has; ids are texts. */
function coerced(input: JsonObject, type: GraphQLInputType): JsonObject {
  const fields = (getNullableType(type) as GraphQLInputObjectType).getFields();
  const known = Object.entries(input).filter(([name]) => Object.hasOwn(fields, name));
  return coerceInputValue(Object.fromEntries(known), type) as JsonObject;
}

function fieldOf(schema: GraphQLSchema, kind: 'Query' | 'Mutation', name: string) {
  const type = kind === 'Query' ? schema.getQueryType() : schema.getMutationType();
  const field = type?.getFields()[name];
  if (!field) throw new Error(`The schema has no ${kind}.${name}`);
  return field;
}

/** A bundle has a root field of its own. */
function rootField(operation: Example['operation'], output: object) {
  const isBundle = 'type' in output && output.type === 'BUNDLE';
  return ROOT_FIELDS[isBundle ? 'readBundle' : operation].split('.') as ['Query' | 'Mutation', string];
}
