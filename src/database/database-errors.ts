// What a failed call of the database means, by the errors of Prisma, its driver adapters, pg and PGlite.
import { setTimeout as delay } from 'node:timers/promises';

/** The database can't be opened; the message is for the operator. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';
}

/** Another request has changed rows since they were read; handled like a conflict that PostgreSQL finds. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  /** SQLSTATE of a serialisation failure. */
  readonly code = '40001';

  constructor() {
    super('a row has changed since it was read');
  }
}

/** The error of a connection to a standby. */
export const STANDBY = 'the server is a standby';

/** SQLSTATE: the server, or the transaction, is read-only. */
const READ_ONLY_STATE = '25006';

/** A refused sign-in, a database that does not exist, TLS, a file with a certificate that can't be read. */
const REFUSED_CONNECTION = new RegExp(
  `^(${[
    '28\\w{3}|3D000|55000|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist|SASL: .*',
    'TlsConnectionError|CERT_\\w+|ERR_(TLS|SSL)_\\w+|UNABLE_TO_\\w+|(SELF_SIGNED|DEPTH_ZERO)_\\w+|The server does not support SSL.*',
    'ENOENT|EACCES',
  ].join('|')})$`,
);

/**
 * Why the database answers no request at present: the causes that an operator tells apart, each with the codes (SQLSTATE, Prisma,
 * Node), kinds (of the adapters) and messages (of pg and PGlite, whose errors have no code). The first that an error has holds.
 */
const OUTAGES = [
  ['deadline', /^the request has no time left$/],
  ['connections_busy', /^(timeout exceeded when trying to connect|P2024|P2028|P2037)$/],
  ['silent', /^(timeout expired|Query read timeout|.* due to connection timeout|ETIMEDOUT|SocketTimeout)$/],
  ['read_only', new RegExp(`^(${READ_ONLY_STATE}|${STANDBY})$`)],
  ['no_connection', REFUSED_CONNECTION],
  ['no_connection', /^(DatabaseNotReachable|E(CONNREFUSED|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN)))$/],
  ['ids_used_up', /^2200H$/],
  ['disk_full', /^(53100|ENOSPC)$/],
  ['right_missing', /^42501$/],
  ['slow_statement', /^(57014|55P03)$/],
  ['connection_lost', /^(08\w{3}|57P0\w|P10(01|02|08|17)|ConnectionClosed)$/],
  ['connection_lost', /^E(CONN(RESET|ABORTED)|PIPE|MFILE)$/],
  ['connection_lost', /^(Connection terminated( unexpectedly)?|PGlite is clos(ing|ed))$/],
  // Out of memory or connections, an idle transaction, a failing disk, an expired transaction.
  ['database_failed', /^(53\w{3}|25P0[34]|58030|TooManyConnections|TransactionAlreadyClosed)$/],
  ['database_failed', /^(Client .* is not queryable|Cannot use a pool after calling end on the pool)$/],
] as const;

export type Outage = (typeof OUTAGES)[number][0] | 'conflict';

const knownOutage = (error: unknown) => {
  const found = evidence(error);
  return OUTAGES.find(([, pattern]) => found.some((one) => pattern.test(one)))?.[0];
};

export const outageOf = (error: unknown): Outage =>
  knownOutage(error) ?? (isRetryable(error) ? 'conflict' : 'database_failed');

/** The database is down, slow, full or busy, or keeps the service out; a repeated request may succeed later. */
export const isUnavailable = (error: unknown): boolean => isRetryable(error) || knownOutage(error) !== undefined;

/** Only a change of the configuration mends it. */
export const isLasting = (error: unknown): boolean =>
  knownOutage(error) === 'right_missing' || evidence(error).some((one) => REFUSED_CONNECTION.test(one));

/** A concurrent transaction caused a rollback; a repeated transaction may succeed at once. */
export const isRetryable = (error: unknown): boolean => hasOneOf(error, RETRYABLE);

/** PostgreSQL has ended a statement for its time, its wait for a lock or a concurrent one; one of fewer rows may succeed. */
export const mayPassWithFewerRows = (error: unknown): boolean =>
  isRetryable(error) || knownOutage(error) === 'slow_statement';

/** SQLSTATE: a value that does not fit, a constraint; then their kinds, and the codes of Prisma. */
const OF_ONE_ROW =
  /^(2[23]\w{3}|P20(0[0-9]|1[0-57]|20|2[236]|33)|LengthMismatch|ValueOutOfRange|\w+ConstraintViolation)$/;

/** A statement for several rows has changed nothing and failed for one of them, or for a concurrent one: each alone may succeed. */
export const maySucceedInParts = (error: unknown): boolean =>
  isRetryable(error) || (!isUnavailable(error) && evidence(error).some((one) => OF_ONE_ROW.test(one)));

/** No answer came in time. */
export const isSilent = (error: unknown): boolean => knownOutage(error) === 'silent';

/** The server takes no writes: after a failover it is the old primary. */
export const isReadOnly = (error: unknown): boolean => hasOneOf(error, [READ_ONLY_STATE]);

/** A row with the same unique values exists already: unique violation as SQLSTATE, then as the code of Prisma. */
export const isDuplicate = (error: unknown): boolean => hasOneOf(error, ['23505', 'P2002']);

/** The name of the check constraint that refused a row, such as `products_sku_check`. */
export function violatedCheck(error: unknown): string | undefined {
  const found = evidence(error);
  // The adapters keep only the message, in the language of the server; the names of all checks end in `_check`.
  return found.includes('23514') ? found.map((one) => /\w+_check\b/.exec(one)?.[0]).find(Boolean) : undefined;
}

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
  // The adapters know some errors of a socket by their kind alone.
  const isKind = /^(?:[A-Z][a-z]+)+$/.test(reason);
  return isKind ? reason.replaceAll(/(?!^)(?=[A-Z])/g, ' ').toLowerCase() : reason;
}

/**
 * Repeats a whole transaction that PostgreSQL rolled back because of a concurrent one: after a deadlock or a serialisation
 * failure alone, until the deadline of the request at most.
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>, attempts = 4): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt >= attempts) throw error;
    }
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}

type Cause = Partial<Record<'code' | 'originalCode' | 'kind' | 'message' | 'originalMessage' | 'cause', unknown>> & {
  meta?: { driverAdapterError?: unknown };
};

/** An error and its causes: of Prisma, the adapter, the driver, the socket. */
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

/** Deadlock and serialisation failure as SQLSTATE, then as the codes of the adapter and of Prisma. */
const RETRYABLE = ['40P01', '40001', 'TransactionWriteConflict', 'P2034'];
