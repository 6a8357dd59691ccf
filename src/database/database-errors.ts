// Classifies the errors of Prisma, its driver adapters, pg and PGlite: unavailable, retryable, a violated check.

/** The database can't be opened; the message is for the operator. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';
}

export const NO_CONNECTION = 'NO_CONNECTION';

/** No connection could be opened, whatever the reason: the network, TLS, a refused sign-in, a database that is gone (D52). */
export class ConnectionFailure extends Error {
  override name = 'ConnectionFailure';
  readonly code = NO_CONNECTION;

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** The database is down, slow, full or busy, or keeps the service out; a repeated request may succeed later (D52). */
export function isUnavailable(error: unknown): boolean {
  return isRetryable(error) || evidence(error).some((one) => UNAVAILABLE.has(one) || UNAVAILABLE_STATE.test(one));
}

/** A concurrent transaction or an altered table caused a rollback; a repeated transaction may succeed at once. */
export function isRetryable(error: unknown): boolean {
  return evidence(error).some((one) => RETRYABLE.has(one));
}

/** PostgreSQL has ended a statement for its time, its wait for a lock or a concurrent one; one of fewer rows may succeed. */
export const isPassing = (error: unknown): boolean =>
  isRetryable(error) || evidence(error).some((one) => PASSING_STATES.has(one));

/** The name of the check constraint that refused a row, such as `products_sku_check`. */
export function violatedCheck(error: unknown): string | undefined {
  const found = evidence(error);
  // The adapters keep only the message, in the language of the server; the names of all checks end in `_check`.
  return found.includes('23514') ? found.map((one) => /\w+_check\b/.exec(one)?.[0]).find(Boolean) : undefined;
}

/** A row with the same unique values exists already. */
export const isDuplicate = (error: unknown): boolean => evidence(error).some((one) => DUPLICATE.has(one));

/** An error of a database that is away, in a sentence for the operator; other errors stay as they are. */
export const failureInWords = (error: unknown): unknown =>
  isUnavailable(error) && !(error instanceof DatabaseOpenError)
    ? new DatabaseOpenError(`The database failed: ${reasonOf(error)}.`, { cause: error })
    : error;

/** The message of the server or the driver, without Prisma's text around it; a kind such as `SocketTimeout` becomes words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { originalMessage } = (error.cause ?? {}) as { originalMessage?: string };
  const reason = originalMessage ?? error.message;
  return KIND.test(reason) ? reason.replaceAll(/(?!^)(?=[A-Z])/g, ' ').toLowerCase() : reason;
}

/** The adapters know some errors of a socket by their kind alone. */
const KIND = /^(?:[A-Z][a-z]+)+$/;

/** Codes, kinds and messages of an error and its causes: of Prisma, the adapter, the driver, the socket. */
export function evidence(error: unknown): string[] {
  const found: unknown[] = [];
  for (let at = error as Cause | undefined; typeof at === 'object' && at !== null; at = next(at)) {
    found.push(at.code, at.originalCode, at.kind, at.message, at.originalMessage);
  }
  return found.filter((one) => typeof one === 'string');
}

type Cause = Partial<Record<'code' | 'originalCode' | 'kind' | 'message' | 'originalMessage' | 'cause', unknown>> & {
  meta?: { driverAdapterError?: unknown };
};

const next = (cause: Cause) => (cause.meta?.driverAdapterError ?? cause.cause) as Cause | undefined;

/** SQLSTATE: cancelled, lock not available. */
const PASSING_STATES = new Set(['57014', '55P03']);

/** Unique violation as SQLSTATE, then as the code of Prisma. */
const DUPLICATE = new Set(['23505', 'P2002']);

/** SQLSTATE: a prepared statement is unknown to its connection, or does not fit an altered table. */
const STALE = ['26000', '0A000'];

/** A prepared statement was not executed; it can be sent again without a name, or on another connection. */
export const isStale = (error: unknown): boolean => STALE.includes(String((error as Cause | null)?.code));

/** Deadlock and serialisation failure as SQLSTATE, then as the codes of the adapter and of Prisma; and stale statements. */
const RETRYABLE = new Set(['40P01', '40001', 'TransactionWriteConflict', 'P2034', ...STALE]);

/**
 * SQLSTATE: connection lost; out of disk, memory or connections; server shutting down or starting up; statement or
 * lock wait too long; transaction idle too long; failing disk; read-only server; a right of the role revoked; no id left.
 */
const UNAVAILABLE_STATE = /^(08\w{3}|53\w{3}|57P0\w|57014|55P03|25P0[34]|58030|25006|42501|2200H)$/;

const UNAVAILABLE = new Set([
  NO_CONNECTION,
  // Prisma: unreachable, timed out, closed, no free connection, transaction expired, too many connections.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'TransactionAlreadyClosed'],
  // Node: the socket, or the look-up of the server's name.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOSPC', 'EMFILE'],
  // Messages of pg and its pool, whose errors have no code.
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  // Messages of PGlite.
  'PGlite is closing',
  'PGlite is closed',
]);
