// What a failed call to the database means, told from what Prisma, its adapters and the drivers throw.

/** The database can't be opened; the message is meant for the operator. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';
}

/** The same may succeed at another time: the database is down, slow, full or busy, and the request is not to blame. */
export function isUnavailable(error: unknown): boolean {
  return isRetryable(error) || evidence(error).some((one) => unavailable.has(one) || unavailableState.test(one));
}

/** The transaction lost against a concurrent one and was rolled back; repeated as a whole it may succeed at once. */
export function isRetryable(error: unknown): boolean {
  return evidence(error).some((one) => retryable.has(one));
}

/** The name of the check constraint that refused a row, such as `products_sku_check`. */
export function violatedCheck(error: unknown): string | undefined {
  const found = evidence(error);
  // The adapters keep only the message, in the language of the server; every check of ours ends alike.
  return found.includes('23514') ? found.map((one) => /\w+_check\b/.exec(one)?.[0]).find(Boolean) : undefined;
}

/** Prisma found no record that an update asks for. */
export const isRecordGone = (error: unknown): boolean => evidence(error).includes('P2025');

/** What the server or the driver said, without what Prisma puts around it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { originalMessage } = (error.cause ?? {}) as { originalMessage?: string };
  return originalMessage ?? error.message;
}

/** Codes, kinds and messages along the causes: Prisma's error, its adapter's, the driver's or the socket's. */
function evidence(error: unknown): string[] {
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

/** SQLSTATE: deadlock and serialisation failure; then how the adapter and Prisma call them. */
const retryable = new Set(['40P01', '40001', 'TransactionWriteConflict', 'P2034']);

/**
 * SQLSTATE: connection lost, out of disk, memory or connections, shutting down or starting up, statement or lock wait
 * too long, idle too long within a transaction, failing disk, a server that became a read-only replica.
 */
const unavailableState = /^(08\w{3}|53\w{3}|57P0\w|57014|55P03|25P0[34]|58030|25006)$/;

const unavailable = new Set([
  // Prisma: not reachable, timed out, closed, no connection free, no transaction in time, too many connections.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
  // The socket, or the name of the server.
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOSPC', 'EMFILE'],
  // pg and its pool, which give no code.
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  // The embedded database on its way out.
  'PGlite is closing',
  'PGlite is closed',
]);
