// What a failed call of the database means, by the errors of Prisma, its driver adapters, pg and PGlite.
import { setTimeout as delay } from 'node:timers/promises';
import { READ_ONLY_STATE, STANDBY } from './postgres/statement.ts';

/** The database can't be opened; the message is for the operator. */
export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';
}

/** No connection could be opened, whatever the reason: the network, TLS, a refused sign-in, a database that is gone. */
export class ConnectionFailure extends Error {
  override name = 'ConnectionFailure';
  readonly code = 'NO_CONNECTION';

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
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

/**
 * Why the database answers no request at present: the causes that an operator tells apart, each with the codes (SQLSTATE, Prisma,
 * Node), kinds (of the adapters) and messages (of pg and PGlite, whose errors have no code). The first that an error has holds.
 */
const OUTAGES = [
  ['deadline', /^the request has no time left$/],
  ['connections_busy', /^(timeout exceeded when trying to connect|P2024|P2028|P2037)$/],
  ['silent', /^(timeout expired|.* due to connection timeout|the database did not answer .*|ETIMEDOUT|SocketTimeout)$/],
  ['no_connection', /^NO_CONNECTION$/],
  ['ids_used_up', /^2200H$/],
  ['disk_full', /^(53100|ENOSPC)$/],
  ['right_missing', /^42501$/],
  ['read_only', new RegExp(`^(${READ_ONLY_STATE}|${STANDBY})$`)],
  ['slow_statement', /^(57014|55P03)$/],
  ['connection_lost', /^(08\w{3}|57P0\w|P10(01|02|08|17)|DatabaseNotReachable|ConnectionClosed)$/],
  ['connection_lost', /^E(CONN(REFUSED|RESET|ABORTED)|PIPE|NOTFOUND|AI_AGAIN|(HOST|NET)(UNREACH|DOWN)|MFILE)$/],
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

/** A concurrent transaction or an altered table caused a rollback; a repeated transaction may succeed at once. */
export const isRetryable = (error: unknown): boolean => hasOneOf(error, RETRYABLE);

/** PostgreSQL has ended a statement for its time, its wait for a lock or a concurrent one; one of fewer rows may succeed. */
export const isPassing = (error: unknown): boolean => isRetryable(error) || knownOutage(error) === 'slow_statement';

/** A row with the same unique values exists already: unique violation as SQLSTATE, then as the code of Prisma. */
export const isDuplicate = (error: unknown): boolean => hasOneOf(error, ['23505', 'P2002']);

/** A prepared statement was not executed; it can be sent again without a name, or on another connection. */
export const isStale = (error: unknown): boolean => STALE.includes(String((error as Cause | null)?.code));

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

/** SQLSTATE: a prepared statement is unknown to its connection, or does not fit an altered table. */
const STALE = ['26000', '0A000'];

/** Deadlock and serialisation failure as SQLSTATE, then as the codes of the adapter and of Prisma; and stale statements. */
const RETRYABLE = ['40P01', '40001', 'TransactionWriteConflict', 'P2034', ...STALE];
