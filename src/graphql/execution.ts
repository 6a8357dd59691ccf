// A request before its document is executed: reads the parameters within REST's limits, checks the key and the
// variables.
import { getOperationAST } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { isJsonObject, objectBody, parseJson } from '../http/json-body.ts';
import { FAILURES, OperationFailure } from '../operation/failure.ts';
import { MAX_ENTRIES } from '../operation/field-types.ts';
import { parseKey } from '../operation/idempotency.ts';
import { notOfKind } from '../operation/messages.ts';
import { asResult } from '../operation/run.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';
import type { ServerContext } from './builder.ts';
import { badRequest, graphqlError, NOT_EXECUTED, requestError } from './failures.ts';
import { checkVariables, variablesOf } from './variables.ts';

/** The parameters of a request. @throws {GraphQLError} for a request that is not GraphQL. */
export async function readParams(
  request: Request,
  url: URL,
  body: () => Promise<unknown>,
): Promise<GraphQLParams> {
  try {
    const params = request.method === 'POST' ? await fromBody(request, body) : fromQuery(url);
    cutLists(params.variables);
    return checked(params);
  } catch (error) {
    throw error instanceof OperationFailure ? requestError(error.failure) : error;
  }
}

/**
 * Drops entries that are too many for any list, because the engine copies each for every mutation that uses the
 * variable. A request has at most 32 levels and 20,000 values, see `parseJson`.
 */
function cutLists(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > MAX_ENTRIES) value.length = MAX_ENTRIES + 1;
  for (const inner of Object.values(value)) cutLists(inner);
}

type Params = Readonly<Record<string, unknown>>;

async function fromBody(request: Request, body: () => Promise<unknown>): Promise<Params> {
  if (
    !/^application\/(?:graphql\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
  ) {
    throw new OperationFailure({ kind: 'unsupportedMediaType' });
  }
  const params = await body();
  if (Array.isArray(params))
    throw badRequest("Batching isn't supported: send each operation as its own request");
  return objectBody(params);
}

const fromQuery = ({ searchParams }: URL): Params =>
  Object.fromEntries(
    ['query', 'operationName', 'variables', 'extensions'].flatMap((name) => {
      const text = searchParams.get(name);
      if (!text) return [];
      return [[name, name === 'variables' || name === 'extensions' ? parseJson(text, name) : text]];
    }),
  );

/** The parameters of GraphQL over HTTP: each one's type, and whether it may be absent. */
const PARAMETERS: Readonly<
  Record<string, { readonly fits: (value: unknown) => boolean; readonly type: string }>
> = {
  query: { fits: (value) => typeof value === 'string' && value !== '', type: 'a non-empty string' },
  operationName: {
    fits: (value) => (value ?? '') === '' || typeof value === 'string',
    type: 'a text',
  },
  variables: {
    fits: (value) => (value ?? null) === null || isJsonObject(value),
    type: 'an object',
  },
  extensions: {
    fits: (value) => (value ?? null) === null || isJsonObject(value),
    type: 'an object',
  },
};

function checked(params: Params): GraphQLParams {
  for (const [name, { fits, type }] of Object.entries(PARAMETERS)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (fits(value)) continue;
    if (name === 'query' && !value && asksForStored(params))
      throw graphqlError({ kind: 'persistedQuery' }, { http: NOT_EXECUTED });
    throw badRequest(
      value ? notOfKind(`${name} must be ${type}`, value) : `${name} must be ${type}`,
    );
  }
  const isUnknown = (name: string) => !Object.hasOwn(PARAMETERS, name) && params[name] !== null;
  if (Object.keys(params).some(isUnknown)) {
    throw badRequest(
      `A GraphQL request has no parameters but ${Object.keys(PARAMETERS).join(', ')}`,
    );
  }
  return params;
}

/** Whether a client sends a document's hash only; it sends the document once the response says that none is stored. */
const asksForStored = ({ extensions }: Params): boolean =>
  isJsonObject(extensions) && isJsonObject(extensions.persistedQuery);

/** Ends a request that contains a mutation with a malformed key, or variables of the wrong type. */
export const useRequestChecks: Plugin<ServerContext> = {
  async onExecute({ args, setResultAndStopExecution }) {
    const { exchange, operation: context } = args.contextValue;
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return;
    const { code, status } = FAILURES.invalid;
    const { idempotencyKey } = exchange;
    if (idempotencyKey !== undefined && operation.operation === 'mutation') {
      const { failure } = await asResult(async () => parseKey(idempotencyKey));
      if (failure?.kind === 'invalid') {
        exchange.refusal = { code, status, fields: spellErrors(failure.errors, DOMAIN_SPELLING) };
        return setResultAndStopExecution({ errors: [requestError(failure)] });
      }
    }
    const given = args.variableValues ?? {};
    const values = variablesOf(args.schema, operation, given);
    if (values) {
      args.variableValues = values;
      return;
    }
    const faults = checkVariables(args.schema, operation, given, context.view);
    const fields = faults.map(({ variable, field, ...fault }) => ({
      ...fault,
      field: field === '' ? `$${variable}` : `$${variable}.${field}`,
    }));
    exchange.refusal = { code, status, fields };
    const errors = [
      graphqlError({ kind: 'invalid', errors: [] }, { errors: faults, http: NOT_EXECUTED }),
    ];
    setResultAndStopExecution({ errors });
  },
};
