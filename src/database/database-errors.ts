// What an error of a database call means, according to Prisma, its driver adapters, pg and PGlite.
import { setTimeout as delay } from 'node:timers/promises';

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

/** The error of a connection to a standby. */
export const STANDBY = 'the server is a standby';

/** SQLSTATE: the server, or the transaction, is read-only. */
const READ_ONLY_STATE = '25006';

/** A rejected login, a missing database, TLS, an unreadable certificate file. */
const REFUSED_CONNECTION = new RegExp(
  `^(${[
    '28\\w{3}|3D000|55000|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist|SASL: .*',
    'TlsConnectionError|CERT_\\w+|ERR_(TLS|SSL)_\\w+|UNABLE_TO_\\w+|(SELF_SIGNED|DEPTH_ZERO)_\\w+|The server does not support SSL.*',
    'ENOENT|EACCES',
  ].join('|')})$`,
);

/**
 * Why the database is unavailable, in the causes that operators distinguish. Each has the codes (SQLSTATE, Prisma,
 * Node), kinds (of the adapters) and messages (of pg and PGlite, whose errors have no code) to match. The first match
 * counts.
 */
const OUTAGES = [
  ['deadline', /^the request has no time left$/],
  ['connections_busy', /^(timeout exceeded when trying to connect|P2024|P2028|P2037)$/],
  [
    'silent',
    /^(timeout expired|Query read timeout|.* due to connection timeout|ETIMEDOUT|SocketTimeout)$/,
  ],
  ['read_only', new RegExp(`^(${READ_ONLY_STATE}|${STANDBY})$`)],
  ['no_connection', REFUSED_CONNECTION],
  [
    'no_connection',
    /^(DatabaseNotReachable|E(CONNREFUSED|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN)))$/,
  ],
  ['ids_used_up', /^2200H$/],
  ['disk_full', /^(53100|ENOSPC)$/],
  ['right_missing', /^42501$/],
  ['table_locked', /^55P03$/],
  ['slow_statement', /^57014$/],
  ['connection_lost', /^(08\w{3}|57P0\w|P10(01|02|08|17)|ConnectionClosed)$/],
  ['connection_lost', /^E(CONN(RESET|ABORTED)|PIPE|MFILE)$/],
  ['connection_lost', /^(Connection terminated( unexpectedly)?|PGlite is clos(ing|ed))$/],
  // Out of memory or connections, an idle transaction, a failing disk, an expired transaction.
  ['database_failed', /^(53\w{3}|25P0[34]|58030|TooManyConnections|TransactionAlreadyClosed)$/],
  [
    'database_failed',
    /^(Client .* is not queryable|Cannot use a pool after calling end on the pool)$/,
  ],
] as const;

export type Outage = (typeof OUTAGES)[number][0] | 'conflict';

const knownOutage = (error: unknown) => {
  const found = evidence(error);
  return OUTAGES.find(([, pattern]) => found.some((one) => pattern.test(one)))?.[0];
};

export const outageOf = (error: unknown): Outage =>
  knownOutage(error) ?? (isRetryable(error) ? 'conflict' : 'database_failed');

/** The database is down, slow, full, busy or inaccessible; a later retry may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  isRetryable(error) || knownOutage(error) !== undefined;

/** Only a configuration change fixes it. */
export const isLasting = (error: unknown): boolean =>
  knownOutage(error) === 'right_missing' ||
  evidence(error).some((one) => REFUSED_CONNECTION.test(one));

/** A concurrent transaction caused a rollback; retrying immediately may succeed. */
export const isRetryable = (error: unknown): boolean => hasOneOf(error, RETRYABLE);

/** PostgreSQL canceled a statement because of its time, a lock or a concurrent one; fewer rows may succeed. */
export const mayPassWithFewerRows = (error: unknown): boolean =>
  isRetryable(error) || ['slow_statement', 'table_locked'].includes(knownOutage(error) ?? '');

/** SQLSTATEs of a value that doesn't fit and of constraints; then the adapters' kinds, and Prisma's codes. */
const OF_ONE_ROW =
  /^(2[23]\w{3}|P20(0[0-9]|1[0-57]|20|2[236]|33)|LengthMismatch|ValueOutOfRange|\w+ConstraintViolation)$/;

/**
 * A statement for several rows failed because of one of them, or a concurrent one, and changed nothing: each alone may
 * succeed.
 */
export const maySucceedInParts = (error: unknown): boolean =>
  isRetryable(error) ||
  (!isUnavailable(error) && evidence(error).some((one) => OF_ONE_ROW.test(one)));

/** No response in time. */
export const isSilent = (error: unknown): boolean => knownOutage(error) === 'silent';

/** The server accepts no writes: after a failover it is the old primary. */
export const isReadOnly = (error: unknown): boolean => hasOneOf(error, [READ_ONLY_STATE]);

/** A row with the same unique values exists: unique violation as SQLSTATE, then as Prisma's code. */
export const isDuplicate = (error: unknown): boolean => hasOneOf(error, ['23505', 'P2002']);

/** The name of the check constraint that rejected a row, such as `products_sku_check`. */
export function violatedCheck(error: unknown): string | undefined {
  const found = evidence(error);
  // The adapters keep only the message, in the server's language; all check names end in `_check`.
  return found.includes('23514')
    ? found.map((one) => /\w+_check\b/.exec(one)?.[0]).find(Boolean)
    : undefined;
}

/** Turns the error of an unavailable database into a message for the operator; returns other errors unchanged. */
export const explainOutage = (error: unknown): unknown =>
  isUnavailable(error) && !(error instanceof DatabaseOpenError)
    ? new DatabaseOpenError(`The database failed: ${reasonOf(error)}.`, { cause: error })
    : error;

/**
 * The message of the server or driver, without Prisma's text around it; a kind such as `SocketTimeout` becomes words.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { originalMessage } = (error.cause ?? {}) as { originalMessage?: string };
  const reason = originalMessage ?? error.message;
  // For some socket errors, the adapters report only a kind.
  const isKind = /^(?:[A-Z][a-z]+)+$/.test(reason);
  return isKind ? reason.replaceAll(/(?!^)(?=[A-Z])/g, ' ').toLowerCase() : reason;
}

/**
 * Retries a whole transaction that PostgreSQL rolled back because of a concurrent one (a deadlock or serialization
 * failure, unless `isWorthIt` says otherwise), at most until the request's deadline.
 */
export async function retryOnConflict<Result>(
  work: () => Promise<Result>,
  { attempts = 4, isWorthIt = isRetryable } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error) || attempt >= attempts) throw error;
    }
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}

type Cause = Partial<
  Record<'code' | 'originalCode' | 'kind' | 'message' | 'originalMessage' | 'cause', unknown>
> & {
  meta?: { driverAdapterError?: unknown };
};

/** An error and its causes: Prisma's, the adapter's, the driver's, the socket's. */
export function causesOf(error: unknown): Cause[] {
  if (typeof error !== 'object' || error === null) return [];
  const { meta, cause }: Cause = error;
  return [error, ...causesOf(meta?.driverAdapterError ?? cause)];
}

/** Codes, kinds and messages of an error and its causes. */
export const evidence = (error: unknown): string[] =>
  causesOf(error)
    .flatMap((one) => [one.code, one.originalCode, one.kind, one.message, one.originalMessage])
    .filter((one) => typeof one === 'string');

export const hasOneOf = (error: unknown, codes: readonly string[]): boolean =>
  evidence(error).some((one) => codes.includes(one));

/** Deadlock and serialization failure as SQLSTATE, then as the codes of the adapter and of Prisma. */
const RETRYABLE = ['40P01', '40001', 'TransactionWriteConflict', 'P2034'];
