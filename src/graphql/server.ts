// The GraphQL server: Yoga with its limits, one way to read bodies, masked faults, and the HTTP statuses of D37.
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Admitted, Exchange } from '../gate/exchange.ts';
import { operationContext } from '../gate/exchange.ts';
import { type Failure, INTERNAL_MESSAGE } from '../operation/failure.ts';
import type { Services } from '../operation/operation.ts';
import { GRAPHQL_PATH } from '../paths.ts';
import type { GraphQLContext } from './builder.ts';
import { documentCache } from './document-cache.ts';
import { requestError } from './failures.ts';
import { useInputCheck } from './input-check.ts';
import { useRequestParams } from './request-params.ts';
import { schema } from './schema.ts';

/** Far more than a front end needs, far less than it takes to keep a node busy. */
const LIMITS = EnvelopArmorPlugin({
  maxDepth: { n: 15 },
  maxAliases: { n: 100, allowList: [] },
  maxDirectives: { n: 9 },
  maxTokens: { n: 4_000 },
  costLimit: { maxCost: 10_000 },
  blockFieldSuggestion: { enabled: false },
});

export interface GraphQLServer {
  /** Answers a request that the gate let in. */
  handle(request: Request, exchange: Exchange, admitted: Admitted): Promise<Response>;
  /** Answers a request that it did not let in. */
  refuse(request: Request, failure: Failure): Response;
}

type ServerContext = GraphQLContext & { exchange: Exchange };

/** `onFault` is told of faults that are masked in the answer. */
export function createGraphQLServer(
  services: Services,
  onFault: (exchange: Exchange, cause: unknown) => void,
): GraphQLServer {
  const { parserAndValidationCache, useForgetInvalid } = documentCache();
  const yoga = createYoga<ServerContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: false,
    cors: false,
    multipart: false,
    maxRequestBodySize: false,
    logging: false,
    parserAndValidationCache,
    maskedErrors: { maskError: (error) => mask(error) },
    plugins: [
      useRequestParams,
      LIMITS as unknown as Plugin,
      useForgetInvalid,
      useInputCheck,
      useFaultReport(onFault),
      useRefusalNote,
    ],
  });
  return {
    async handle(request, exchange, admitted) {
      const operation = operationContext(services, exchange, admitted);
      // What cannot be answered as asked must not be executed first: every answer is one of two kinds of JSON.
      request.headers.set('accept', answerType(request));
      const response = await yoga.fetch(request, { operation, exchange });
      return laterStatus(response, exchange);
    },
    refuse: (request, failure) => errorResponse(request, requestError(failure)),
  };
}

/** Faults keep their cause in the log and show nothing of it; a limit that was exceeded is a refused request. */
function mask(error: unknown): Error {
  if (isFault(error)) {
    // The original stays on the error, for the report; it isn't sent.
    const originalError = causeOf(error);
    return new GraphQLError(INTERNAL_MESSAGE, { ...placeOf(error), originalError, extensions: { code: 'INTERNAL' } });
  }
  const refused = error as GraphQLError;
  if (refused.path || refused.extensions.http) return refused;
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED', ...refused.extensions, http: { spec: true, status: 400 } };
  return new GraphQLError(refused.message.replace(/^Syntax Error: (?=\w+ limit)/, ''), {
    nodes: refused.nodes ?? [],
    extensions,
  });
}

/** What an error stands for: itself, or what was thrown below it. */
const causeOf = (error: unknown): Error =>
  error instanceof GraphQLError && error.originalError
    ? causeOf(error.originalError)
    : error instanceof Error
      ? error
      : new Error(String(error));

const isFault = (error: unknown): boolean => !(causeOf(error) instanceof GraphQLError);

const placeOf = (error: unknown) =>
  error instanceof GraphQLError && error.path ? { path: error.path, nodes: error.nodes ?? [] } : {};

/** Tells of every fault in a result, wherever it was thrown: in a resolver, in a plugin, before there was a document. */
const useFaultReport = (onFault: (exchange: Exchange, cause: unknown) => void): Plugin<ServerContext> => ({
  onResultProcess({ result, serverContext }) {
    const { exchange } = serverContext as unknown as ServerContext;
    for (const { errors = [] } of [result].flat() as { errors?: readonly GraphQLError[] }[]) {
      for (const error of errors.filter(isFault)) onFault(exchange, causeOf(error));
    }
  },
});

/** Notes why a request failed that no operation refused: it could not be read, or something broke. */
const useRefusalNote: Plugin<ServerContext> = {
  onResultProcess({ result, serverContext }) {
    const error = 'errors' in result ? result.errors?.[0] : undefined;
    if (!error) return;
    const code = String(error.extensions?.code ?? 'BAD_REQUEST');
    (serverContext as unknown as ServerContext).exchange.refusal ??= { code, status: code === 'INTERNAL' ? 500 : 400 };
  },
};

/**
 * Where a client is to come again, Retry-After; and 429 or 503 only if no operation got through (D37), as a client must
 * not repeat what was done.
 */
function laterStatus(response: Response, { outcomes }: Exchange): Response {
  const later = outcomes.flatMap(({ failure }) => (failure && 'retryAfterSeconds' in failure ? [failure] : []));
  if (later.length === 0) return response;
  const wholly = later.every(({ kind }) => kind === 'throttled') ? 429 : 503;
  const status = later.length === outcomes.length ? wholly : response.status;
  const headers = new Headers(response.headers);
  headers.set('Retry-After', String(Math.max(...later.map(({ retryAfterSeconds }) => retryAfterSeconds))));
  return new Response(response.body, { status, headers });
}

const GRAPHQL_TYPE = 'application/graphql-response+json';

const answerType = ({ headers }: Request): string =>
  headers.get('accept')?.includes(GRAPHQL_TYPE) ? GRAPHQL_TYPE : 'application/json';

function errorResponse(request: Request, error: GraphQLError): Response {
  const { http, ...extensions } = error.extensions as { http: { status: number; headers?: Record<string, string> } };
  return Response.json(
    { errors: [{ message: error.message, extensions }] },
    { status: http.status, headers: { ...http.headers, 'Content-Type': `${answerType(request)}; charset=utf-8` } },
  );
}

export const internalErrorResponse = (request: Request): Response =>
  errorResponse(
    request,
    new GraphQLError(INTERNAL_MESSAGE, { extensions: { code: 'INTERNAL', http: { status: 500 } } }),
  );
