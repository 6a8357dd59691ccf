// The GraphQL API: Yoga with its limits, one way to read bodies, masked errors, and the HTTP status of a result.
import * as FETCH from '@whatwg-node/fetch';
import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, processRegularResult } from 'graphql-yoga';
import type { Admit, Admitted } from '../gate/gate.ts';
import {
  type Done,
  reportedFailure,
  type Seen,
  type UnexpectedErrorReport,
} from '../gate/seen-request.ts';
import { accepts } from '../http/negotiation.ts';
import { asGet } from '../http/respond.ts';
import type { OperationContext, Services } from '../operation/context.ts';
import { FAILURES, type Failure } from '../operation/failures.ts';
import type { RanOperation } from '../operation/ran.ts';
import type { Versions } from '../operation/versions.ts';
import { GRAPHQL_PATH } from '../paths.ts';
import type { GraphQLContext } from './builder.ts';
import { readParams, useRequestChecks } from './execution.ts';
import { causeOf, mask, requestError } from './failures.ts';
import {
  createDocumentCache,
  documentLimits,
  NO_ERROR_CACHE,
  shortMessage,
} from './limits/document-limits.ts';
import { ResponseBounds } from './limits/response-bounds.ts';
import { createReferredLoader } from './referred-products.ts';
import { schemaOf } from './schema.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

/** Parsing and validating one character of a document takes as long as reading this many bytes of JSON. */
const COST_OF_A_CHARACTER = 64;

/** Yoga with the schema of the usable versions, and its cached documents. */
function createEngine(schema: GraphQLSchema) {
  const documentCache = createDocumentCache();
  const yoga = createYoga<GraphQLContext>({
    schema,
    logging: false,
    parserAndValidationCache: { documentCache, errorCache: NO_ERROR_CACHE },
    maskedErrors: { maskError: mask },
    plugins: [...documentLimits, useRequestChecks],
  });
  return { schema, yoga, documentCache };
}

export function createGraphQLApi(
  services: Services,
  versions: Versions,
  admit: Admit,
  onUnexpectedError: UnexpectedErrorReport,
) {
  let known: ReturnType<typeof createEngine> | undefined;

  function engine() {
    const schema = schemaOf(versions);
    if (known?.schema !== schema) known = createEngine(schema);
    return known;
  }

  /** The body is read already, so all of Yoga runs except its HTTP handling. */
  async function execute(request: Request, seen: Seen, admitted: Admitted) {
    const { yoga, documentCache } = engine();
    const params = await readParams(request, seen.url, admitted.readBody);
    const { caller, version, slot } = admitted;
    const { query = '' } = params;
    if (!documentCache.has(query)) await slot.add(query.length * COST_OF_A_CHARACTER);
    const view = versions.union(version);
    const rehearsedStatus = seen.rehearsal?.status;
    const operation: OperationContext = { ...services, caller, slot, view, rehearsedStatus };
    const bounds = new ResponseBounds();
    const ran: RanOperation[] = [];
    const context: GraphQLContext = {
      operation,
      ran,
      bounds,
      loadReferred: createReferredLoader(operation, bounds),
      idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    };
    const result = (await yoga.getResultForParams(
      { params, request: asGet(request) },
      context,
    )) as ExecutionResult;
    for (const error of result.errors ?? []) noteError(error, seen, ran);
    // Yoga keeps its errors as long as the document, and they retain the request with its variables.
    if (ran.some(({ failure }) => failure?.kind === 'invalidDocument'))
      documentCache.delete(query);
    return { response: respond(request, { ...result, ...retryLater(ran) }), ran };
  }

  /** Reports an unexpected error, and notes a failure outside operations. */
  function noteError(error: GraphQLError, seen: Seen, ran: RanOperation[]) {
    error.message = shortMessage(error.message);
    const failure = reportedFailure(seen, causeOf(error), onUnexpectedError);
    const isNoted = ran.some((one) => one.failure?.kind === failure.kind);
    if (!isNoted) ran.push({ failure });
  }

  return async (request: Request, seen: Seen): Promise<Done> => {
    const reject = (failure: Failure) =>
      respond(request, { errors: [requestError(failure)] });
    const gated = { api: 'GRAPHQL', route: GRAPHQL_PATH, reject } as const;
    return admit(request, seen, gated, async (admitted) =>
      METHODS.includes(request.method)
        ? execute(request, seen, admitted)
        : { response: reject({ kind: 'methodNotAllowed', allow: METHODS }), ran: [] },
    );
  };
}

/**
 * Retry-After if an operation was rate limited or the database was unavailable. The status is 429 or 503 only if every
 * operation failed that way: a client must not retry an operation that was done.
 */
function retryLater(ran: readonly RanOperation[]) {
  const retryable = ran.flatMap(({ failure }) =>
    failure && 'retryAfterSeconds' in failure ? [failure] : [],
  );
  if (retryable.length === 0) return undefined;
  const seconds = Math.max(...retryable.map(({ retryAfterSeconds }) => retryAfterSeconds));
  const kind = retryable.every((one) => one.kind === 'throttled')
    ? 'throttled'
    : 'unavailable';
  const { status } = FAILURES[kind];
  const http = {
    headers: { 'Retry-After': String(seconds) },
    ...(retryable.length === ran.length && { status }),
  };
  return { extensions: { http } };
}

const GRAPHQL_TYPE = 'application/graphql-response+json';

const respond = (request: Request, result: ExecutionResult) =>
  processRegularResult(
    result,
    FETCH,
    accepts(request, GRAPHQL_TYPE) ? GRAPHQL_TYPE : 'application/json',
  );
