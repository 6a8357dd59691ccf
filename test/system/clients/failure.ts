// What a failed request means for the user.
import { CombinedGraphQLErrors, type ErrorLike, ServerError } from '@apollo/client';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type Failure =
  | { readonly kind: 'fields'; readonly errors: readonly FieldError[] }
  | {
      readonly kind:
        | 'conflict'
        | 'keyReused'
        | 'noAnswer'
        | 'notFound'
        | 'notYours'
        | 'token';
    }
  | { readonly kind: 'forbidden'; readonly permission: string | undefined }
  | { readonly kind: 'throttled'; readonly until: number }
  | { readonly kind: 'fault'; readonly message: string };

export function failureOf(error: ErrorLike | undefined): Failure {
  if (!CombinedGraphQLErrors.is(error)) return failureBelowGraphQL(error);
  const { message = '', extensions = {} } = error.errors[0] ?? {};
  switch (extensions.code) {
    case 'VALIDATION_FAILED':
      return { kind: 'fields', errors: extensions.errors as FieldError[] };
    case 'CONFLICT':
      return { kind: 'conflict' };
    case 'RATE_LIMITED':
      return throttled(extensions.retryAfter);
    case 'FORBIDDEN':
      if (extensions.reason === 'OWNERSHIP') return { kind: 'notYours' };
      return { kind: 'forbidden', permission: extensions.permission as string | undefined };
    case 'NOT_FOUND':
      return { kind: 'notFound' };
    case 'AUTH_INVALID_TOKEN':
      return { kind: 'token' };
    case 'IDEMPOTENCY_KEY_REUSED':
      return { kind: 'keyReused' };
    case 'UNAVAILABLE':
      return { kind: 'noAnswer' };
    default:
      return { kind: 'fault', message };
  }
}

/** Not GraphQL: the network, or a proxy in between. */
function failureBelowGraphQL(error: ErrorLike | undefined): Failure {
  if (!ServerError.is(error)) return { kind: 'noAnswer' };
  if (error.statusCode === 429) return throttled(error.response.headers.get('Retry-After'));
  return error.statusCode >= 502
    ? { kind: 'noAnswer' }
    : { kind: 'fault', message: error.message };
}

const throttled = (seconds: unknown): Failure => ({
  kind: 'throttled',
  until: Date.now() + (Number(seconds) || 1) * 1000,
});

export const codeOf = (error: ErrorLike): unknown =>
  CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.code : undefined;
