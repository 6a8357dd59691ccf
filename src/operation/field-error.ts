// A field error: one of the nine codes of section 7 at a path of the input.

/** The nine validation codes of section 7, in its order, with their meanings. */
export const FIELD_ERROR_CODES = {
  REQUIRED: 'A required field is missing, null or blank.',
  INVALID_FORMAT:
    'The value has the wrong type or format, is not one of the allowed values, or the field is unknown.',
  MIN_VALUE: 'The value is below its minimum.',
  MAX_LENGTH: 'The string is longer than its maximum.',
  MIN_ITEMS: 'The bundle has no item.',
  MAX_ITEMS: 'The list has more entries than its maximum.',
  NOT_FOUND: 'The referenced product does not exist.',
  ACCESS_DENIED: "The referenced product is not in the caller's account.",
  PRODUCT_OFFLINE: 'The referenced product is not online.',
} as const;

export type FieldErrorCode = keyof typeof FIELD_ERROR_CODES;

/** A path in the input, in domain names: `['items', 0, 'adId']`. Each API spells it its own way. */
export type FieldPath = readonly (string | number)[];

export interface FieldError {
  readonly path: FieldPath;
  readonly code: FieldErrorCode;
  readonly message: string;
  /** The allowed values in domain names; each API adds them to the message. */
  readonly allowed?: readonly string[];
  /**
   * The known siblings of an unknown field in domain names; each API suggests the one that was probably meant. The last
   * name of its path is as it was sent.
   */
  readonly siblings?: readonly string[];
  /** Whether the path has the request's names instead of the domain's. */
  readonly isSent?: true;
}
