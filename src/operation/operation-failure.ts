// A failure as an exception, and what the table of failures says about it.
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { cut } from '../text.ts';
import {
  type Description,
  FAILURES,
  type Failure,
  type FailureKind,
  type OperationParts,
} from './failures.ts';
import type { FieldError } from './field-error.ts';

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

/** In place of a value or a result. */
export interface Failed {
  readonly failure: Failure;
}

/** An exception as a value. Throws an unexpected one. */
export function failed(error: unknown): Failed {
  const failure = failureOf(error);
  if (!failure) throw error;
  return { failure };
}

export const notFound = () => new OperationFailure({ kind: 'notFound' });
export const forbidden = (permission?: Permission) =>
  new OperationFailure({ kind: 'forbidden', permission });
export const invalid = (errors: readonly FieldError[]) =>
  new OperationFailure({ kind: 'invalid', errors });
export const conflict = (revision: number) =>
  new OperationFailure({ kind: 'conflict', revision });

export const rateLimited = (retryAfterSeconds: number) =>
  new OperationFailure({ kind: 'throttled', retryAfterSeconds });

/** The owner of what would be written is disabled or erased since the request was let in. */
export const ownerDisabled = () =>
  new OperationFailure({ kind: 'unauthenticated', reason: 'disabled' });

/** A single malformed field, for errors that end the validation of a request immediately. */
export const invalidField = (field: string, message: string) =>
  invalid([{ path: [field], code: 'INVALID_FORMAT', message }]);

/** The header that says how a body is encoded has a value that isn't supported. */
export const unsupportedMedia = (header: string, rule: string, value: string) =>
  new OperationFailure({
    kind: 'unsupportedMediaType',
    message: headerMessage(header, rule, value),
  });

/** `Content-Type must be application/json, not text/csv`. */
export const headerMessage = (header: string, rule: string, value: string) =>
  `${header} must be ${rule}, not ${cut(value)}`;

/** A failure's own message, or else the one in the table. */
export const messageOf = (failure: Failure): string =>
  'message' in failure ? failure.message : FAILURES[failure.kind].message;

/** Clients retry after two seconds if the database doesn't respond. */
export const UNAVAILABLE: Failure = { kind: 'unavailable', retryAfterSeconds: 2 };

/** Causes of a 503 other than the database. */
export type BusyReason = 'user_slots' | 'body_room' | 'sign_ins' | 'pages';

export const unavailable = (cause: unknown): Failure => ({ ...UNAVAILABLE, cause });
export const busy = (cause: BusyReason) => new OperationFailure(unavailable(cause));

/** The failures an operation can end in over both APIs, in table order. */
export const possibleFailures = (operation: OperationParts) =>
  (Object.keys(FAILURES) as FailureKind[]).filter((kind) => {
    const { reach } = FAILURES[kind];
    return reach === undefined || (reach !== 'GRAPHQL' && operation[reach] !== undefined);
  });

/** The code of the failures with a status, if any. */
export const codeOfStatus = (status: number) =>
  Object.values(FAILURES).find(
    (failure) => failure.status === status && failure.reach !== 'GRAPHQL',
  )?.code;

export function headersOfFailure(failure: Failure): Record<string, string> {
  const { headers = {} } = FAILURES[failure.kind] as Description<FailureKind>;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, headerOf]) => {
      const value = headerOf(failure as never);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
