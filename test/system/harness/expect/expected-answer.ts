// The response that a case must get on an API, in the harness's names.
import type { Surface } from '../calls/call.ts';
import type { Path } from '../contract/shape.ts';

/** The nine validation error codes (section 7). */
export type ValidationCode =
  | 'REQUIRED'
  | 'INVALID_FORMAT'
  | 'MIN_VALUE'
  | 'MAX_LENGTH'
  | 'MIN_ITEMS'
  | 'MAX_ITEMS'
  | 'NOT_FOUND'
  | 'ACCESS_DENIED'
  | 'PRODUCT_OFFLINE';

export interface ExpectedError {
  readonly path: Path;
  readonly code: ValidationCode;
  /** Strings that the message must contain, ignoring case. */
  readonly mentions?: Readonly<Record<Surface, readonly string[]>>;
}

/** The other errors: the status on REST, `extensions.code` on GraphQL, and the message of both. */
export const EXPECTED_FAILURES = {
  unauthenticated: {
    status: 401,
    code: 'AUTH_INVALID_TOKEN',
    message: 'Invalid or missing token',
  },
  forbidden: { status: 403, code: 'FORBIDDEN', message: 'Access denied to this resource' },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'Resource not found' },
  methodNotAllowed: {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: 'Method not allowed',
  },
  conflict: { status: 412, code: 'CONFLICT', message: 'Resource has changed' },
  tooLarge: { status: 413, code: 'PAYLOAD_TOO_LARGE', message: undefined },
  keyReused: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'Idempotency key was used for another request',
  },
  throttled: { status: 429, code: 'RATE_LIMITED', message: 'Request limit exceeded' },
  internal: { status: 500, code: 'INTERNAL', message: 'Internal server error' },
  unavailable: {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Service temporarily unavailable',
  },
} as const;

export type ExpectedFailure = keyof typeof EXPECTED_FAILURES;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The part of a GraphQL response that lists the errors: the mutation's payload, the error about its variables, or an
 * error about the request itself, such as its version.
 */
export type ErrorList = 'payload' | 'variables' | 'request';

export interface InvalidAnswer {
  readonly kind: 'invalid';
  readonly errors: readonly ExpectedError[];
  /** Not checked if absent. */
  readonly listedIn?: ErrorList;
}

export type ExpectedAnswer =
  | {
      readonly kind: 'ok';
      /** The fields of the product after the operation. */
      readonly stored?: JsonObject;
    }
  | InvalidAnswer
  | { readonly kind: ExpectedFailure };

export const OK: ExpectedAnswer = { kind: 'ok' };

/** The response to an input with one error. */
export const invalidAt = (code: ValidationCode, ...path: Path): InvalidAnswer => ({
  kind: 'invalid',
  errors: [{ path, code }],
});

/** The responses that one case must get. */
export type ExpectedPair = Readonly<Record<Surface, ExpectedAnswer>>;

export const bothOf = (expected: ExpectedAnswer | ExpectedPair): ExpectedPair =>
  'kind' in expected ? { rest: expected, graphql: expected } : expected;

/** The rules that a case breaks, as a label: the path and code of each error, or the kind of the response. */
export const rulesOf = (expected: ExpectedAnswer): string =>
  expected.kind === 'invalid'
    ? expected.errors.map(({ path, code }) => `${path.join('.')} ${code}`).join()
    : expected.kind;
