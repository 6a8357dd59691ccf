// Failures as GraphQL errors: code and message from the table of failures, in domain names.
import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { FAILURES, type Failure } from '../operation/failures.ts';
import {
  failureOf,
  headersOfFailure,
  messageOf,
  OperationFailure,
} from '../operation/operation-failure.ts';
import { spellErrors } from '../operation/spelling.ts';

/** The status of a well-formed request that can't be executed: 200 or 400 by the media type (GraphQL over HTTP). */
export const NOT_EXECUTED = { spec: true, status: 400 } as const;

/** The error of a request that ends before it is executed, with its HTTP status. */
export function requestError(failure: Failure): GraphQLError {
  const { status } = FAILURES[failure.kind];
  const http = { status, headers: headersOfFailure(failure) };
  return graphqlError(failure, {
    http: failure.kind === 'persistedQuery' ? NOT_EXECUTED : http,
  });
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
    ...(failure.kind === 'invalid' && {
      errors: spellErrors(failure.errors),
    }),
    ...('retryAfterSeconds' in failure && { retryAfter: failure.retryAfterSeconds }),
    ...(failure.kind === 'conflict' && { revision: failure.revision }),
    ...(failure.kind === 'forbidden' && reasonOf(failure)),
    ...more,
  };
  return new GraphQLError(messageOf(failure), {
    ...place,
    originalError: place.originalError ?? new OperationFailure(failure),
    extensions,
  });
}

const reasonOf = ({ permission }: Extract<Failure, { kind: 'forbidden' }>) =>
  permission
    ? { reason: 'PERMISSION', permission: permission.toLowerCase() }
    : { reason: 'OWNERSHIP' };

/** Failures that the engine and its limits report, by their codes. */
const OF_ENGINE = ['unparsedDocument', 'invalidDocument', 'unknownOperation'] as const;

/** The failure that an error of a result stands for. */
export function failureOfError({
  originalError,
  extensions,
  message,
}: GraphQLError): Failure {
  const failure = originalError && failureOf(originalError);
  if (failure) return failure;
  if (extensions.code === FAILURES.internal.code) return { kind: 'internal' };
  const kind = OF_ENGINE.find((one) => FAILURES[one].code === extensions.code);
  return { kind: kind ?? 'noGraphQLRequest', message };
}
