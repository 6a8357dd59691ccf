// Failures as GraphQL errors: code and message from the table of failures, in domain names.
import { GraphQLError } from 'graphql';
import { FAILURES, type Failure, headersOfFailure } from '../operation/failure.ts';
import { DOMAIN_SPELLING, spellErrors } from '../operation/spelling.ts';

/** The error of a request that ends before it is executed, with its HTTP status. */
export const requestError = (failure: Failure): GraphQLError =>
  graphqlError(failure, {
    http: { status: FAILURES[failure.kind].status, headers: headersOfFailure(failure) },
  });

/** The status of a well-formed request that can't be executed: 200 or 400 by the media type (GraphQL over HTTP). */
export const NOT_EXECUTED = { spec: true, status: 400 } as const;

/** The error of a request that is not GraphQL. */
export const badRequest = (message: string) => {
  const { code, status } = FAILURES.noGraphQLRequest;
  return new GraphQLError(message, { extensions: { code, http: { status } } });
};

/** The error of one field; the status of the response depends on all fields. */
export function graphqlError(failure: Failure, more: object = {}): GraphQLError {
  const { code, message } = FAILURES[failure.kind];
  const extensions = {
    code,
    ...(failure.kind === 'invalid' && { errors: spellErrors(failure.errors, DOMAIN_SPELLING) }),
    ...('retryAfterSeconds' in failure && { retryAfter: failure.retryAfterSeconds }),
    ...(failure.kind === 'conflict' && { revision: failure.revision }),
    ...(failure.kind === 'forbidden' && reasonOf(failure)),
    ...more,
  };
  return new GraphQLError(message, { extensions });
}

const reasonOf = ({ permission }: Extract<Failure, { kind: 'forbidden' }>) =>
  permission
    ? { reason: 'PERMISSION', permission: permission.toLowerCase() }
    : { reason: 'OWNERSHIP' };
