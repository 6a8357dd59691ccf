// From failures to GraphQL errors (D35): a code for clients, the same sentence as REST for people.
import { GraphQLError } from 'graphql';
import { FAILURE_MESSAGES, type Failure, type FieldError } from '../operation/failure.ts';
import { spellField } from '../operation/field-errors.ts';

export interface ValidationError {
  readonly field: string;
  readonly code: FieldError['code'];
  readonly message: string;
}

/** Field errors in the names of this surface, which are those of the domain. */
export const validationErrors = (errors: readonly FieldError[]): ValidationError[] =>
  errors.map(({ path, code, message }) => ({ field: spellField(path), code, message }));

/** The error of one field; the status of the response is settled when all fields are done (D37). */
export function fieldError(failure: Failure): GraphQLError {
  const { message, extensions } = describe(failure);
  return new GraphQLError(message, { extensions });
}

/** The error of a request that ends before it is executed, with its HTTP status. */
export function requestError(failure: Failure): GraphQLError {
  const { message, extensions, http } = describe(failure);
  return new GraphQLError(message, { extensions: { ...extensions, http } });
}

/** The error of a well-formed request that cannot be executed; its status is what GraphQL over HTTP says. */
export function refusalError(failure: Failure): GraphQLError {
  const { message, extensions } = describe(failure);
  return new GraphQLError(message, { extensions: { ...extensions, http: { spec: true, status: 400 } } });
}

interface Description {
  readonly message: string;
  readonly extensions: { readonly code: string } & Record<string, unknown>;
  readonly http: { readonly status: number; readonly headers?: Record<string, string> };
}

/** The code, the sentence and the status of a failure. */
export function describe(failure: Failure): Description {
  if (failure.kind === 'invalid') {
    const errors = validationErrors(failure.errors);
    return { message: 'Validation failed', extensions: { code: 'VALIDATION_FAILED', errors }, http: { status: 400 } };
  }
  const message = FAILURE_MESSAGES[failure.kind];
  switch (failure.kind) {
    case 'unauthenticated':
      return {
        message,
        extensions: { code: 'AUTH_INVALID_TOKEN' },
        http: { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } },
      };
    case 'forbidden':
      return { message, extensions: { code: 'FORBIDDEN' }, http: { status: 403 } };
    case 'notFound':
      return { message, extensions: { code: 'NOT_FOUND' }, http: { status: 404 } };
    case 'methodNotAllowed':
      return {
        message,
        extensions: { code: 'METHOD_NOT_ALLOWED' },
        http: { status: 405, headers: { Allow: failure.allow.join(', ') } },
      };
    case 'tooLarge':
      return { message, extensions: { code: 'PAYLOAD_TOO_LARGE' }, http: { status: 413 } };
    case 'throttled':
      return { message, ...waiting('RATE_LIMITED', 429, failure.retryAfterSeconds) };
    case 'unavailable':
      return { message, ...waiting('UNAVAILABLE', 503, failure.retryAfterSeconds) };
  }
}

const waiting = (code: string, status: number, seconds: number) => ({
  extensions: { code, retryAfter: seconds },
  http: { status, headers: { 'Retry-After': String(seconds) } },
});
