// The closed set of failures, and the one exception that carries them.
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { isUnavailable } from '../database/database-errors.ts';
import type { FieldError, FieldErrorCode } from './field-error.ts';

/**
 * Why a token is rejected: the `error_description` of a 401. It reveals nothing to a client without the token value.
 */
export const TOKEN_FAULTS = {
  missing: 'The request has no token',
  several: 'The URL has several tokens',
  malformed: 'The token is malformed',
  otherEnvironment: 'The token is for the other environment',
  unknown: 'The token is unknown',
  revoked: 'The token is revoked',
  expired: 'The token has expired',
  disabled: 'The account is disabled',
} as const;

export type TokenFault = keyof typeof TOKEN_FAULTS;

export type Failure =
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }
  /** With the ID of a token that is no longer usable, for the log only. */
  | {
      readonly kind: 'unauthenticated';
      readonly reason: TokenFault;
      readonly tokenId?: number | undefined;
    }
  /** With the permission the user lacks; without one, the resource belongs to another user. */
  | { readonly kind: 'forbidden'; readonly permission?: Permission }
  | { readonly kind: 'methodNotAllowed'; readonly allow: readonly string[] }
  | { readonly kind: 'conflict'; readonly revision: number }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
  /** With the cause, such as a database error, for the log only. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number; readonly cause?: unknown }
  | { readonly kind: 'notFound' | 'keyReused' | 'tooLarge' | 'unsupportedMediaType' | 'internal' }
  | { readonly kind: 'answerTooLarge' | 'persistedQuery' }
  /** With a message of its own. */
  | {
      readonly kind:
        | 'noGraphQLRequest'
        | 'unparsedDocument'
        | 'invalidDocument'
        | 'unknownOperation';
      readonly message: string;
    };

export type FailureKind = Failure['kind'];

/** The exception of a failure; it rolls back its operation's transaction. */
export class OperationFailure extends Error {
  override readonly name = 'OperationFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The failure of an exception; undefined for an unexpected one. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof OperationFailure) return error.failure;
  return isUnavailable(error) ? unavailable(error) : undefined;
}

export const notFound = () => new OperationFailure({ kind: 'notFound' });
export const forbidden = (permission?: Permission) =>
  new OperationFailure({ kind: 'forbidden', ...(permission && { permission }) });
export const invalid = (errors: readonly FieldError[]) =>
  new OperationFailure({ kind: 'invalid', errors });
export const conflict = (revision: number) => new OperationFailure({ kind: 'conflict', revision });

/** A single field error, for errors that end the validation of a request immediately. */
export const invalidField = (field: string, code: FieldErrorCode, message: string) =>
  invalid([{ path: [field], code, message }]);

/** Clients retry after two seconds if the database doesn't respond. */
export const UNAVAILABLE: Failure = { kind: 'unavailable', retryAfterSeconds: 2 };

/** Causes of a 503 other than the database. */
export type BusyCause = 'user_slots' | 'body_room' | 'sign_ins' | 'searches';

export const unavailable = (cause: unknown): Failure => ({ ...UNAVAILABLE, cause });
export const busy = (cause: BusyCause) => new OperationFailure(unavailable(cause));
