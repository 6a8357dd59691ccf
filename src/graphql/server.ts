// The GraphQL API: Yoga with its limits, one way to read bodies, masked errors, and the HTTP status of a result.
import * as FETCH from '@whatwg-node/fetch';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, processRegularResult } from 'graphql-yoga';
import {
  type Admitted,
  type Exchange,
  noteFailure,
  operationContext,
  type Surface,
  type UnexpectedErrorReport,
} from '../gate/exchange.ts';
import { asGet } from '../http/respond.ts';
import type { Services } from '../operation/context.ts';
import { FAILURES, type Failure } from '../operation/failures.ts';
import { failureOf } from '../operation/operation-failure.ts';
import { DOMAIN_SPELLING } from '../operation/spelling.ts';
import type { Versions } from '../operation/versions.ts';
import { GRAPHQL_PATH } from '../paths.ts';
import type { ServerContext } from './builder.ts';
import { readParams, useRequestChecks } from './execution.ts';
import { failureOfError, graphqlError, NOT_EXECUTED, requestError } from './failures.ts';
import { AnswerBounds } from './limits/answer-bounds.ts';
import {
  createDocumentCache,
  documentLimits,
  NO_ERROR_CACHE,
} from './limits/document-limits.ts';
import { createReferredLoader } from './referred-products.ts';
import { schemaOf } from './schema.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** Parsing and validating one character of a document takes as long as reading this many bytes of JSON. */
const COST_OF_A_CHARACTER = 64;

/** Yoga with the schema of the usable versions, and its cached documents. */
function createEngine(schema: GraphQLSchema, onUnexpectedError: UnexpectedErrorReport) {
  const documentCache = createDocumentCache();
  const yoga = createYoga<ServerContext>({
    schema,
    logging: false,
    parserAndValidationCache: { documentCache, errorCache: NO_ERROR_CACHE },
    maskedErrors: { maskError: mask },
    plugins: [...documentLimits, useRequestChecks, useErrorReport(onUnexpectedError)],
  });
  return { schema, yoga, documentCache };
}

export function createGraphQLServer(
  services: Services,
  versions: Versions,
  onUnexpectedError: UnexpectedErrorReport,
): Surface {
  let known: ReturnType<typeof createEngine> | undefined;

  function engine() {
    const schema = schemaOf(versions);
    if (known?.schema !== schema) known = createEngine(schema, onUnexpectedError);
    return known;
  }

  /** The gate has read the body, so all of Yoga runs except its HTTP handling. */
  async function execute(
    request: Request,
    exchange: Exchange,
    admitted: Admitted,
  ): Promise<ExecutionResult> {
    const { yoga, documentCache } = engine();
    const params = await readParams(request, exchange.url, admitted.body);
    const { query = '' } = params;
    if (!documentCache.has(query))
      await admitted.slot.add(query.length * COST_OF_A_CHARACTER);
    const operation = operationContext(
      services,
      exchange,
      admitted,
      versions.union(admitted.version),
    );
    const bounds = new AnswerBounds();
    const loadReferred = createReferredLoader(operation, bounds);
    const context = { operation, exchange, bounds, loadReferred };
    return (await yoga.getResultForParams(
      { params, request: asGet(request) },
      context,
    )) as ExecutionResult;
  }

  return {
    name: 'GRAPHQL',
    route: () => GRAPHQL_PATH,
    spelling: () => DOMAIN_SPELLING,
    async handle(request, exchange, admitted) {
      if (!METHODS.includes(request.method))
        return reject(request, { kind: 'methodNotAllowed', allow: METHODS });
      const result = await execute(request, exchange, admitted);
      return withRetryAfter(respond(request, result), exchange);
    },
    reject,
  };
}

/**
 * The error a client sees. An unexpected error keeps its cause for the report only; exceeding a limit is a rejected
 * request.
 */
function mask(error: unknown): Error {
  const cause = causeOf(error);
  if (!(cause instanceof GraphQLError)) {
    const { path = undefined, nodes = undefined } =
      error instanceof GraphQLError ? error : {};
    const place = { ...(path && { path, nodes: nodes ?? [] }), originalError: cause };
    const failure = failureOf(cause);
    if (failure) return path ? graphqlError(failure, {}, place) : requestError(failure);
    const { code, message } = FAILURES.internal;
    return new GraphQLError(message, { ...place, extensions: { code } });
  }
  const failed = error as GraphQLError;
  const http = failed.extensions.http as { status?: number } | undefined;
  if (http?.status === FAILURES.methodNotAllowed.status)
    return requestError({ kind: 'methodNotAllowed', allow: ['POST'] });
  const isUnresolved = failed.extensions.code === FAILURES.unknownOperation.code;
  if (failed.path || (http && !isUnresolved)) return failed;
  const extensions = {
    code: FAILURES.invalidDocument.code,
    ...failed.extensions,
    http: NOT_EXECUTED,
  };
  return new GraphQLError(failed.message, { nodes: failed.nodes ?? [], extensions });
}

/** The innermost error, which was thrown first. */
function causeOf(error: unknown): Error {
  if (error instanceof GraphQLError && error.originalError)
    return causeOf(error.originalError);
  return error instanceof Error ? error : new Error(String(error));
}

const isUnexpected = (error: unknown): boolean => {
  const cause = causeOf(error);
  return !(cause instanceof GraphQLError) && !failureOf(cause);
};

/** Reports every unexpected error in a result, and notes failures outside operations. */
const useErrorReport = (
  onUnexpectedError: UnexpectedErrorReport,
): Plugin<object, ServerContext> => ({
  onExecutionResult({ result, context }) {
    const { errors = [] } = (result ?? {}) as ExecutionResult;
    for (const error of errors.filter(isUnexpected))
      onUnexpectedError(context.exchange, causeOf(error));
    for (const error of errors) noteFailure(context.exchange, failureOfError(error));
  },
});

/**
 * Adds Retry-After if an operation was rate limited or the database was unavailable. The status is 429 or 503 only if
 * every operation failed that way: a client must not retry an operation that was done.
 */
function withRetryAfter(response: Response, { ranOperations }: Exchange): Response {
  const retryable = ranOperations.flatMap(({ failure }) =>
    failure && 'retryAfterSeconds' in failure ? [failure] : [],
  );
  if (retryable.length === 0) return response;
  const { throttled, unavailable } = FAILURES;
  const allThrottled = retryable.every(({ kind }) => kind === 'throttled');
  const failure = allThrottled ? throttled : unavailable;
  const { status } = retryable.length === ranOperations.length ? failure : response;
  const headers = new Headers(response.headers);
  headers.set(
    'Retry-After',
    String(Math.max(...retryable.map(({ retryAfterSeconds }) => retryAfterSeconds))),
  );
  return new FETCH.Response(response.body, { status, headers });
}

const GRAPHQL_TYPE = 'application/graphql-response+json';

const answerType = ({ headers }: Request): string =>
  headers.get('accept')?.includes(GRAPHQL_TYPE) ? GRAPHQL_TYPE : 'application/json';

const respond = (request: Request, result: ExecutionResult): Response =>
  processRegularResult(result, FETCH, answerType(request));

/** The response of a request that fails before Yoga reads it. */
const reject = (request: Request, failure: Failure): Response =>
  respond(request, { errors: [requestError(failure)] });
