// The GraphQL surface: Yoga with its limits, one way to read bodies, masked faults, and the HTTP status of a result.
import { Response } from '@whatwg-node/fetch';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { type Exchange, type FaultReport, operationContext, type Surface } from '../gate/exchange.ts';
import type { Services } from '../operation/context.ts';
import { FAILURES, type Failure, headersOfFailure } from '../operation/failure.ts';
import { DOMAIN_SPELLING } from '../operation/spelling.ts';
import type { Versions } from '../operation/versions.ts';
import { GRAPHQL_PATH } from '../paths.ts';
import type { ServerContext } from './builder.ts';
import { executePrepared, readParams, useRequestChecks } from './execution.ts';
import { graphqlError, NOT_EXECUTED, requestError } from './failures.ts';
import { AnswerBounds } from './limits/answer-bounds.ts';
import { documentCache, documentLimits } from './limits/document-limits.ts';
import { schemaOf } from './schema.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** Parsing and validating a character of a document takes as long as reading so many bytes of JSON. */
const COST_OF_A_CHARACTER = 64;

/** Yoga with the schema of the usable versions, and the cache of valid documents. */
function createEngine(schema: GraphQLSchema, onFault: FaultReport) {
  const { useValidDocuments, validDocument } = documentCache();
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: false,
    logging: false,
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => mask(error) },
    plugins: [useValidDocuments, ...documentLimits, useRequestChecks, useErrorReport(onFault)],
  });
  return { schema, yoga, validDocument };
}

export function createGraphQLServer(services: Services, versions: Versions, onFault: FaultReport): Surface {
  let known: ReturnType<typeof createEngine> | undefined;

  function engine() {
    const schema = schemaOf(versions);
    if (known?.schema !== schema) known = createEngine(schema, onFault);
    return known;
  }

  return {
    name: 'GRAPHQL',
    route: () => GRAPHQL_PATH,
    spelling: () => DOMAIN_SPELLING,
    async handle(request, exchange, admitted) {
      if (!METHODS.includes(request.method)) return refuse(request, { kind: 'methodNotAllowed', allow: METHODS });
      const { schema, yoga, validDocument } = engine();
      const operation = operationContext(services, exchange, admitted, versions.union(admitted.version));
      const params = readParams(request, exchange.url, admitted.body);
      const context = { operation, exchange, params, bounds: new AnswerBounds() };
      // Yoga reads the parameters again and answers the error.
      const given = await params.catch((): GraphQLParams => ({}));
      const { query = '' } = given;
      const document = validDocument(query);
      const executed =
        document && request.method === 'POST' ? await executePrepared(schema, document, given, context) : undefined;
      if (executed && !executed.errors) return respond(request, { data: executed.data });
      await admitted.slot.add(document ? 0 : query.length * COST_OF_A_CHARACTER);
      const response = await yoga.fetch(detached(request), executed ? { ...context, executed } : context);
      return withRetryAfter(response, exchange);
    },
    refuse,
  };
}

/**
 * The request without its signal, which would stop Yoga halfway, and without its body. `Accept` is always a type that
 * Yoga knows: a mutation must not run and then be answered 406. HEAD is answered as GET.
 */
function detached(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', answerType(request));
  return new Request(request.url, { method: request.method === 'HEAD' ? 'GET' : request.method, headers });
}

/** The error that a client sees: a fault keeps its cause for the report alone; a limit that is exceeded is a refused request. */
function mask(error: unknown): Error {
  if (isFault(error)) {
    const { code, message } = FAILURES.internal;
    const { path, nodes } = error instanceof GraphQLError ? error : {};
    const place = path && { path, nodes: nodes ?? [] };
    return new GraphQLError(message, { ...place, originalError: causeOf(error), extensions: { code } });
  }
  const refused = error as GraphQLError;
  const http = refused.extensions.http as { status?: number } | undefined;
  if (http?.status === FAILURES.methodNotAllowed.status)
    return requestError({ kind: 'methodNotAllowed', allow: ['POST'] });
  const isUnresolved = refused.extensions.code === FAILURES.unknownOperation.code;
  if (refused.path || (http && !isUnresolved)) return refused;
  const extensions = { code: FAILURES.invalidDocument.code, ...refused.extensions, http: NOT_EXECUTED };
  return new GraphQLError(refused.message, { nodes: refused.nodes ?? [], extensions });
}

/** The innermost error, which was thrown first. */
const causeOf = (error: unknown): Error =>
  error instanceof GraphQLError && error.originalError
    ? causeOf(error.originalError)
    : error instanceof Error
      ? error
      : new Error(String(error));

const isFault = (error: unknown): boolean => !(causeOf(error) instanceof GraphQLError);

/** Reports every fault in a result, and notes for the usage record why a request failed before any of its operations did. */
const useErrorReport = (onFault: FaultReport): Plugin<ServerContext> => ({
  onResultProcess({ result, serverContext }) {
    const { exchange } = serverContext as unknown as ServerContext;
    const errors = [result].flat().flatMap((one) => ('errors' in one ? (one.errors ?? []) : []));
    for (const error of errors.filter(isFault)) onFault(exchange, causeOf(error));
    const [first] = errors;
    if (!first) return;
    const code = String(first.extensions?.code ?? FAILURES.noGraphQLRequest.code);
    const { internal, invalid } = FAILURES;
    const status = code === internal.code ? internal.status : invalid.status;
    exchange.refusal ??= { code, status, message: first.message };
  },
});

/**
 * Adds Retry-After when an operation was throttled or the database was away. The status is 429 or 503 only if every
 * operation failed so: a client must not repeat an operation that was done.
 */
function withRetryAfter(response: Response, { outcomes }: Exchange): Response {
  const retryable = outcomes.flatMap(({ failure }) => (failure && 'retryAfterSeconds' in failure ? [failure] : []));
  if (retryable.length === 0) return response;
  const { throttled, unavailable } = FAILURES;
  const allThrottled = retryable.every(({ kind }) => kind === 'throttled');
  const allFailed = retryable.length === outcomes.length;
  const status = allFailed ? (allThrottled ? throttled : unavailable).status : response.status;
  const headers = new Headers(response.headers);
  headers.set('Retry-After', String(Math.max(...retryable.map(({ retryAfterSeconds }) => retryAfterSeconds))));
  return new Response(response.body, { status, headers });
}

const GRAPHQL_TYPE = 'application/graphql-response+json';

const answerType = ({ headers }: Request): string =>
  headers.get('accept')?.includes(GRAPHQL_TYPE) ? GRAPHQL_TYPE : 'application/json';

/** A response with the headers that Yoga would set. */
function respond(request: Request, result: object, { status = 200, headers = {} }: ResponseInit = {}): Response {
  const body = JSON.stringify(result);
  return new Response(body, {
    status,
    headers: {
      ...headers,
      'Content-Type': `${answerType(request)}; charset=utf-8`,
      'Content-Length': String(Buffer.byteLength(body)),
    },
  });
}

/** The response of a request that fails before Yoga reads it. */
function refuse(request: Request, failure: Failure): Response {
  const { message, extensions } = graphqlError(failure);
  const { status } = FAILURES[failure.kind];
  return respond(request, { errors: [{ message, extensions }] }, { status, headers: headersOfFailure(failure) });
}
