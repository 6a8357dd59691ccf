// A request before its document is executed: reads the parameters within REST's limits, checks the key and the
// variables.
import { getOperationAST } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Admitted } from '../gate/gate.ts';
import { isJsonObject, JSON_ONLY, objectBody, parseJson } from '../http/json-body.ts';
import { MAX_ENTRIES } from '../operation/field-types.ts';
import { parseKey } from '../operation/idempotency.ts';
import { notOfKind } from '../operation/messages.ts';
import { OperationFailure, unsupportedMedia } from '../operation/operation-failure.ts';
import type { GraphQLContext } from './builder.ts';
import { badRequest, graphqlError, NOT_EXECUTED } from './failures.ts';
import { checkNulls, checkVariables, variablesOf } from './variables.ts';

/** The parameters of a request. @throws {OperationFailure} for a request that is not GraphQL. */
export async function readParams(
  request: Request,
  url: URL,
  readBody: Admitted['readBody'],
): Promise<GraphQLParams> {
  const params =
    request.method === 'POST' ? await fromBody(request, readBody) : fromQuery(url);
  cutLists(params.variables);
  return checked(params);
}

/**
 * Drops entries that are too many for any list, because the engine copies each for every mutation that uses the
 * variable. A request has at most 32 levels and 20,000 values, see `parseJson`.
 */
function cutLists(value: unknown) {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > MAX_ENTRIES) value.length = MAX_ENTRIES + 1;
  for (const inner of Object.values(value)) cutLists(inner);
}

type Params = Readonly<Record<string, unknown>>;

async function fromBody(request: Request, readBody: Admitted['readBody']) {
  const type = request.headers.get('content-type')?.trim() ?? '';
  if (type !== '' && !/^application\/(?:graphql\+)?json\s*(?:;|$)/i.test(type))
    throw unsupportedMedia('Content-Type', JSON_ONLY, type);
  const body = await readBody();
  if ('failure' in body) throw new OperationFailure(body.failure);
  const params = body.json;
  if (Array.isArray(params))
    throw badRequest("Batching isn't supported: send each operation as its own request");
  return objectBody(params);
}

const fromQuery = ({ searchParams }: URL): Params =>
  Object.fromEntries(
    [...Object.keys(PARAMETERS), ...IDS_OF_DOCUMENTS].flatMap((name) => {
      const text = searchParams.get(name);
      if (!text) return [];
      return [
        [name, name === 'variables' || name === 'extensions' ? parseJson(text, name) : text],
      ];
    }),
  );

const OBJECT = {
  fits: (value: unknown) => (value ?? null) === null || isJsonObject(value),
  type: 'an object',
};

/** The parameters of GraphQL over HTTP: each one's type, and whether it may be absent. */
const PARAMETERS: Readonly<Record<string, typeof OBJECT>> = {
  query: {
    fits: (value) => typeof value === 'string' && value !== '',
    type: 'a non-empty string',
  },
  operationName: { fits: (value) => typeof (value ?? '') === 'string', type: 'a string' },
  variables: OBJECT,
  extensions: OBJECT,
};

/** What clients send in place of a document that they have stored elsewhere; beside a document it is ignored. */
const IDS_OF_DOCUMENTS = ['id', 'doc_id', 'documentId'];

/** The parameters alone, because the engine rejects other members. */
function checked(params: Params): GraphQLParams {
  const known: Record<string, unknown> = {};
  for (const [name, { fits, type }] of Object.entries(PARAMETERS)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value !== undefined) known[name] = value;
    if (fits(value)) continue;
    if (name === 'query' && !value && asksForStored(params))
      throw new OperationFailure({ kind: 'persistedQuery' });
    if (name === 'query' && !value && IDS_OF_DOCUMENTS.some((id) => params[id]))
      throw badRequest("Persisted operations aren't supported: send the document as `query`");
    const rule = `${name} must be ${type}`;
    throw badRequest(value ? notOfKind(rule, value) : rule);
  }
  return known;
}

/** Whether a client sends a document's hash only; it sends the document once the response says that none is stored. */
const asksForStored = ({ extensions }: Params) =>
  isJsonObject(extensions) && isJsonObject(extensions.persistedQuery);

/** Ends a request that contains a mutation with a malformed key, or variables of the wrong type. */
export const useRequestChecks: Plugin<GraphQLContext> = {
  onExecute({ args, setResultAndStopExecution }) {
    const { idempotencyKey: key, operation: context } = args.contextValue;
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    if (operation.operation === 'mutation' && key !== undefined) parseKey(key);
    const given = args.variableValues ?? {};
    const values = variablesOf(args.schema, operation, given);
    const variableErrors = values
      ? checkNulls(args.schema, args.document, operation, values)
      : checkVariables(args.schema, operation, given, context.view);
    if (values && variableErrors.length === 0) {
      args.variableValues = values;
      return;
    }
    const fields = variableErrors.map(({ variable, field, code, message }) => ({
      path: [field === '' ? `$${variable}` : `$${variable}.${field}`],
      code,
      message,
      isSent: true as const,
    }));
    const failure = { kind: 'invalid', errors: fields } as const;
    const errors = [graphqlError(failure, { errors: variableErrors, http: NOT_EXECUTED })];
    setResultAndStopExecution({ errors });
  },
};
