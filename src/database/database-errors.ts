// What an error of a database call means, according to Prisma, its driver adapters, pg and PGlite.
import { setTimeout as delay } from 'node:timers/promises';
import { evidence, hasOneOf, reasonOf } from './error-evidence.ts';
import { findOutage } from './outages.ts';

/** The database can't be opened; the message is for the operator. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';
}

/** Another request changed rows since they were read; handled like a conflict that PostgreSQL detects. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  /** SQLSTATE of a serialization failure. */
  readonly code = '40001';

  constructor() {
    super('a row has changed since it was read');
  }
}

/** Why the database is unavailable; undefined for an error of a request or the code. */
export const outageOf = (error: unknown) => findOutage(error)?.outage;

/** The database is down, slow, full, busy or inaccessible; a later retry may succeed. */
export const isUnavailable = (error: unknown) => outageOf(error) !== undefined;

/** A concurrent transaction caused a rollback; retrying immediately may succeed. */
export const isRetryable = (error: unknown) => outageOf(error) === 'conflict';

/** A concurrent transaction, or one that holds a lock, is in the way; it may be gone soon. */
export const isHeldUp = (error: unknown) =>
  ['conflict', 'table_locked'].includes(outageOf(error) ?? '');

/** PostgreSQL canceled a statement because of its time, a lock or a concurrent one; fewer rows may succeed. */
export const mayPassWithFewerRows = (error: unknown) =>
  isHeldUp(error) || outageOf(error) === 'slow_statement';

/**
 * SQLSTATEs of a value that doesn't fit and of constraints; then the adapters' kinds, and Prisma's codes. P2010 isn't
 * one: it stands for any error of SQL, such as a pooler's, after which the statement may have been done.
 */
const OF_ONE_ROW =
  /^(2[23]\w{3}|P20(0[0-9]|1[1-57]|20|2[236]|33)|LengthMismatch|ValueOutOfRange|\w+ConstraintViolation)$/;

/**
 * A statement for several rows failed because of one of them, or a concurrent one, and changed nothing: each alone may
 * succeed.
 */
export const maySucceedInParts = (error: unknown) =>
  isRetryable(error) ||
  (!isUnavailable(error) && evidence(error).some((one) => OF_ONE_ROW.test(one)));

/** A row with the same unique values exists: unique violation as SQLSTATE, then as Prisma's code. */
export const isDuplicate = (error: unknown) => hasOneOf(error, ['23505', 'P2002']);

/** The name of the check constraint that rejected a row, such as `products_sku_check`. */
export function violatedCheck(error: unknown) {
  const found = evidence(error);
  // The adapters keep only the message, in the server's language; all check names end in `_check`.
  return found.includes('23514')
    ? found.map((one) => /\w+_check\b/.exec(one)?.[0]).find(Boolean)
    : undefined;
}

/** Turns the error of an unavailable database into a message for the operator; returns other errors unchanged. */
export const explainOutage = (error: unknown) =>
  isUnavailable(error) && !(error instanceof DatabaseOpenError)
    ? new DatabaseOpenError(`The database failed: ${reasonOf(error)}.`, { cause: error })
    : error;

/**
 * Retries a whole transaction that PostgreSQL rolled back because of a concurrent one (a deadlock or serialization
 * failure, unless `isWorthIt` says otherwise), at most until the request's deadline.
 */
export async function retryOnConflict<Result>(
  work: () => Promise<Result>,
  { attempts = 4, isWorthIt = isRetryable } = {},
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error) || attempt >= attempts) throw error;
    }
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}
