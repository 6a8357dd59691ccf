// What a case is expected to end in, in the names of REST.

/** The nine codes of a validation failure. */
export type FieldErrorCode =
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
  readonly field: string;
  readonly code: FieldErrorCode;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export type Expected =
  | { readonly kind: 'ok'; readonly stored?: JsonObject }
  | { readonly kind: 'invalid'; readonly errors: readonly ExpectedError[] }
  | { readonly kind: 'unauthenticated' | 'forbidden' | 'notFound' | 'tooLarge' };

/** The service answers at most this many errors. */
const MAX_ERRORS = 50;

/** The first error of each field. */
export function onePerField(errors: readonly ExpectedError[]): ExpectedError[] {
  const fields = new Set<string>();
  return errors.filter(({ field }) => !fields.has(field) && fields.add(field)).slice(0, MAX_ERRORS);
}

/** The rules that are broken, in one text. */
export const placeOf = (expected: Expected): string =>
  expected.kind === 'invalid' ? expected.errors.map(({ field, code }) => `${field} ${code}`).join() : expected.kind;
