// Failures as GraphQL errors: code and message from the table of failures, in domain names.
import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { FAILURES, type Failure, type FailureKind } from '../operation/failures.ts';
import {
  failureOf,
  headersOfFailure,
  messageOf,
  OperationFailure,
} from '../operation/operation-failure.ts';
import { spellErrors } from '../operation/spelling.ts';

/** The status of a well-formed request that can't be executed: 200 or 400 by the media type (GraphQL over HTTP). */
export const NOT_EXECUTED = { spec: true, status: 400 } as const;

/** The failures that the engine and its limits report, by their codes. */
const OF_ENGINE = {
  GRAPHQL_PARSE_FAILED: 'unparsedDocument',
  GRAPHQL_VALIDATION_FAILED: 'invalidDocument',
  OPERATION_RESOLUTION_FAILURE: 'unknownOperation',
} as const;

const IS_NOT_EXECUTED: readonly FailureKind[] = [
  'persistedQuery',
  ...Object.values(OF_ENGINE),
];

/** Yoga's code for a mutation in a GET request. */
const MUTATION_BY_GET = 'BAD_REQUEST';

/** The innermost error, which was thrown first; an error of the engine is a failure. */
export function causeOf(error: unknown): Error {
  if (!(error instanceof GraphQLError))
    return error instanceof Error ? error : new Error(String(error));
  const { originalError, extensions, message, path } = error;
  if (originalError) return causeOf(originalError);
  if (extensions.code === MUTATION_BY_GET)
    return new OperationFailure({ kind: 'methodNotAllowed', allow: ['POST'] });
  // While an operation runs, the engine only finds errors of the service, such as a null where the schema has none.
  if (path) return error;
  const kind = OF_ENGINE[extensions.code as keyof typeof OF_ENGINE] ?? 'invalidDocument';
  return new OperationFailure({ kind, message });
}

/** The error a client sees: that of its failure. An unexpected one keeps its cause, for the report only. */
export function mask(error: unknown): GraphQLError {
  const originalError = causeOf(error);
  const failure = failureOf(originalError) ?? { kind: 'internal' };
  const at = (error instanceof GraphQLError ? error : {}) as GraphQLErrorOptions;
  const { path = null, nodes = null, source = null, positions = null } = at;
  const place = { path, nodes, source, positions, originalError };
  return path ? graphqlError(failure, {}, place) : requestError(failure, place);
}

/** The error of a request that ends before it is executed, with its HTTP status. */
export function requestError(failure: Failure, place?: GraphQLErrorOptions): GraphQLError {
  const { status } = FAILURES[failure.kind];
  const http = IS_NOT_EXECUTED.includes(failure.kind)
    ? NOT_EXECUTED
    : { status, headers: headersOfFailure(failure) };
  return graphqlError(failure, { http }, place);
}

/** The failure of a request that is not GraphQL. */
export const badRequest = (message: string) =>
  new OperationFailure({ kind: 'noGraphQLRequest', message });

/** The error of one field; the status of the response depends on all fields. */
export function graphqlError(
  failure: Failure,
  more: object = {},
  place: GraphQLErrorOptions = {},
): GraphQLError {
  const { code } = FAILURES[failure.kind];
  const extensions = {
    code,
    ...(failure.kind === 'invalid' && { errors: spellErrors(failure.errors) }),
    ...('retryAfterSeconds' in failure && { retryAfter: failure.retryAfterSeconds }),
    ...(failure.kind === 'conflict' && { revision: failure.revision }),
    ...(failure.kind === 'forbidden' && reasonOf(failure)),
    ...more,
  };
  const originalError = new OperationFailure(failure);
  return new GraphQLError(messageOf(failure), { originalError, ...place, extensions });
}

const reasonOf = ({ permission }: Extract<Failure, { kind: 'forbidden' }>) =>
  permission
    ? { reason: 'PERMISSION', permission: permission.toLowerCase() }
    : { reason: 'OWNERSHIP' };
