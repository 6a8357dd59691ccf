// The closed set of ways in which an operation can fail (section 7), and the field errors of a validation failure.

/** The nine validation codes of section 7, in its order. */
export const FIELD_ERROR_CODES = [
  'REQUIRED',
  'INVALID_FORMAT',
  'MIN_VALUE',
  'MAX_LENGTH',
  'MIN_ITEMS',
  'MAX_ITEMS',
  'NOT_FOUND',
  'ACCESS_DENIED',
  'PRODUCT_OFFLINE',
] as const;
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

/** Where in the input: names of the domain and indexes, such as `['items', 0, 'adId']`. Each surface spells it. */
export type FieldPath = readonly (string | number)[];

export interface FieldError {
  readonly path: FieldPath;
  readonly code: FieldErrorCode;
  readonly message: string;
}

export type Failure =
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'methodNotAllowed'; readonly allow: readonly string[] }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number };

/** Carries a failure out of the middle of an operation, through a transaction that it rolls back. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export const notFound = () => new OperationFailure({ kind: 'notFound' });
export const forbidden = () => new OperationFailure({ kind: 'forbidden' });
export const invalid = (errors: readonly FieldError[]) => new OperationFailure({ kind: 'invalid', errors });

/** A single field error, for faults that end the check of a request at once. */
export const invalidField = (field: string, code: FieldErrorCode, message: string) =>
  invalid([{ path: [field], code, message }]);

/** The sentences of section 7 that stand for a whole failure, the same on every surface. */
export const FAILURE_MESSAGES: Record<Exclude<Failure['kind'], 'invalid'>, string> = {
  unauthenticated: 'Invalid or missing token',
  forbidden: 'Access denied to this resource',
  notFound: 'Resource not found',
  methodNotAllowed: 'Method not allowed',
  tooLarge: 'Request body too large',
  throttled: 'Request limit exceeded',
  unavailable: 'Service temporarily unavailable',
};

/** How long a client is asked to wait when the database does not answer. */
export const UNAVAILABLE_RETRY_SECONDS = 2;

export const INTERNAL_MESSAGE = 'Internal server error';
