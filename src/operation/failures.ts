// The closed set of failures in one table (section 7): the status, code, sentence and headers in both APIs.
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { UPLOAD_MILLISECONDS } from '../request-scope.ts';
import type { FieldError } from './field-error.ts';
import { TOKEN_FAILURES, type TokenFailure } from './token-failure.ts';

export type Failure =
  | {
      readonly kind: 'invalid';
      readonly errors: readonly FieldError[];
      /** The client disconnected before the end of the body. */
      readonly isIncomplete?: boolean;
    }
  /** With the ID of a token that is no longer usable, for the log only. */
  | {
      readonly kind: 'unauthenticated';
      readonly reason: TokenFailure;
      readonly tokenId?: number | undefined;
    }
  /** With the permission the user lacks; without one, the resource belongs to another user. */
  | { readonly kind: 'forbidden'; readonly permission: Permission | undefined }
  | { readonly kind: 'methodNotAllowed'; readonly allow: readonly string[] }
  | { readonly kind: 'conflict'; readonly revision: number }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  /** With the cause, such as a database error, for the log only. */
  | {
      readonly kind: 'unavailable';
      readonly retryAfterSeconds: number;
      readonly cause?: unknown;
    }
  | {
      readonly kind:
        | 'notFound'
        | 'keyReused'
        | 'internal'
        | 'tooSlow'
        | 'tooLarge'
        | 'responseTooLarge'
        | 'persistedQuery';
    }
  /** With a message of its own. */
  | {
      readonly kind:
        | 'unsupportedMediaType'
        | 'noGraphQLRequest'
        | 'unparsedDocument'
        | 'invalidDocument'
        | 'unknownOperation';
      readonly message: string;
    };

export type FailureKind = Failure['kind'];

/** The parts of an operation that decide which failures are possible. */
export type OperationParts = Readonly<
  Partial<Record<'input' | 'find' | 'revisionOf' | 'replay', unknown>>
>;

export type Guide = readonly [id: string, section?: string];

export interface Description<Kind extends FailureKind> {
  readonly status: number;
  /** `extensions.code` in GraphQL, and the code in usage records. */
  readonly code: string;
  /** The message, the same in both APIs. */
  readonly message: string;
  /** When it happens, for the documents. */
  readonly meaning: string;
  /** The guide on how to avoid it; absent: the error's row in the guide on errors. */
  readonly guide?: Guide;
  /** Where it can happen: operations with this part, or GraphQL only; absent: every operation. */
  readonly reach?: keyof OperationParts | 'GRAPHQL';
  /** A header is omitted if its function returns undefined. */
  readonly headers?: Readonly<
    Record<string, (failure: Extract<Failure, { kind: Kind }>) => string | undefined>
  >;
}

const retryAfter = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  String(retryAfterSeconds);

/** The failures by status, for both APIs, the documents and usage records. */
export const FAILURES: { readonly [Kind in FailureKind]: Description<Kind> } = {
  invalid: {
    status: 400,
    code: 'VALIDATION_FAILED',
    message: 'Validation failed',
    meaning:
      "The body isn't valid JSON, lacks its wrapper object or has invalid fields, or " +
      "`service-version` isn't a usable version. All errors are listed at once.",
    guide: ['errors', 'field-errors'],
  },
  noGraphQLRequest: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'Not a GraphQL request',
    meaning:
      "The request has no `query`, its value isn't a string, or the body is a batch: " +
      'send each operation as its own request.',
    guide: ['errors', 'mistakes-graphql'],
    reach: 'GRAPHQL',
  },
  // The persisted-query protocol prescribes this sentence: clients recognize it and send the whole query.
  persistedQuery: {
    status: 400,
    code: 'PERSISTED_QUERY_NOT_SUPPORTED',
    message: 'PersistedQueryNotSupported',
    meaning:
      'The request has the hash of a document but no document. Clients that use persisted queries send the ' +
      'document next.',
    reach: 'GRAPHQL',
  },
  unparsedDocument: {
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
    message: 'Syntax error',
    meaning: "The document isn't valid GraphQL; the message says where.",
    guide: ['errors', 'mistakes-graphql'],
    reach: 'GRAPHQL',
  },
  invalidDocument: {
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    message: 'Invalid document',
    meaning: "The document doesn't match the schema, or exceeds a size limit.",
    guide: ['errors', 'mistakes-graphql'],
    reach: 'GRAPHQL',
  },
  unknownOperation: {
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
    message: 'Unknown operation',
    meaning:
      'The document has no operation with this `operationName`. Without one, it must have exactly one operation.',
    reach: 'GRAPHQL',
  },
  // Only usage records have this status.
  responseTooLarge: {
    status: 400,
    code: 'ANSWER_TOO_LARGE',
    message: 'Response too large',
    meaning: 'The response would exceed 4 MiB: ask for fewer or shorter fields.',
    guide: ['limits'],
    reach: 'GRAPHQL',
  },
  unauthenticated: {
    status: 401,
    code: 'AUTH_INVALID_TOKEN',
    message: 'Invalid or missing token',
    meaning:
      'The token is missing, malformed, unknown, revoked, expired or from the other environment, ' +
      'or the account is disabled.',
    guide: ['tokens'],
    headers: {
      'WWW-Authenticate': ({ reason }) =>
        `Bearer error="invalid_token", error_description="${TOKEN_FAILURES[reason]}"`,
    },
  },
  forbidden: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'Access denied to this resource',
    meaning:
      'The resource belongs to another owner, or you lack a permission: `read` to read, `write` to create or update.',
    headers: {
      'WWW-Authenticate': ({ permission }) =>
        permission &&
        `Bearer error="insufficient_scope", scope="${permission.toLowerCase()}"`,
    },
  },
  notFound: {
    status: 404,
    code: 'NOT_FOUND',
    message: 'Resource not found',
    meaning:
      'Nothing has this ID. An unknown path returns 404 too, with `Link: </docs/rest>; rel="help"`.',
    reach: 'find',
  },
  methodNotAllowed: {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: 'Method not allowed',
    meaning: "The path doesn't support this method. `HEAD` works wherever `GET` does.",
    headers: { Allow: ({ allow }) => allow.join(', ') },
  },
  tooSlow: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'Request timed out',
    meaning: `The body didn't arrive within ${UPLOAD_MILLISECONDS / 1000} seconds. Nothing is done.`,
    guide: ['limits'],
    reach: 'input',
  },
  conflict: {
    status: 412,
    code: 'CONFLICT',
    message: 'Resource has changed',
    meaning:
      "The product's revision differs from `If-Match`, on GraphQL `ifRevision`: someone changed it since " +
      'you read it. Nothing is done; read it again.',
    guide: ['retries', 'if-match'],
    reach: 'revisionOf',
  },
  tooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'Request body too large',
    meaning: 'The body exceeds 1 MiB.',
    guide: ['limits'],
    reach: 'input',
  },
  unsupportedMediaType: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Content-Encoding must be gzip or absent, not br',
    meaning:
      "`Content-Encoding` isn't `gzip`, or on GraphQL `Content-Type` isn't `application/json`. " +
      'The message names the header and its value.',
    guide: ['limits', 'body-limits'],
    reach: 'input',
    headers: { Accept: () => 'application/json', 'Accept-Encoding': () => 'gzip' },
  },
  keyReused: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'Idempotency key was used for another request',
    meaning:
      'You sent the same `Idempotency-Key` with another operation or input. Nothing is done.',
    guide: ['retries'],
    reach: 'replay',
  },
  throttled: {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Request limit exceeded',
    meaning:
      'You reached the create rate limit, which products and bundles and both APIs share. ' +
      'Nothing is done. Also returned to an address with too many failed authentications, and after 100,000 new ' +
      '`Idempotency-Key`s in 24 hours.',
    guide: ['limits', 'rate-limit'],
    headers: { 'Retry-After': retryAfter },
  },
  internal: {
    status: 500,
    code: 'INTERNAL',
    message: 'Internal server error',
    meaning: 'Something went wrong in the service. Quote `X-Request-Id` when you report it.',
  },
  unavailable: {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Service temporarily unavailable',
    meaning:
      "The service can't use its database, or you sent too many requests at once. Try again after `Retry-After`.",
    guide: ['retries'],
    headers: { 'Retry-After': retryAfter },
  },
};
