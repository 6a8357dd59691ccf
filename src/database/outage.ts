// Why the database answers no request at present: the causes that an operator tells apart, by the errors of the drivers (D51).
import { evidence, isRetryable, NO_CONNECTION, reasonOf } from './database-errors.ts';
import { whyClosed } from './opening-fault.ts';
import { READ_ONLY_STATE, STANDBY } from './postgres/statement.ts';

export type Outage = (typeof OUTAGES)[number][0] | 'conflict' | 'database_failed';

/** The first row with a code, kind or message of the error holds. */
const OUTAGES = [
  ['deadline', /^the request has no time left$/],
  ['connections_busy', /^(timeout exceeded when trying to connect|P2024|P2028|P2037)$/],
  ['silent', /^(timeout expired|.* due to connection timeout|the database did not answer .*|ETIMEDOUT|SocketTimeout)$/],
  ['no_connection', new RegExp(`^${NO_CONNECTION}$`)],
  ['ids_used_up', /^2200H$/],
  ['disk_full', /^(53100|ENOSPC)$/],
  ['right_missing', /^42501$/],
  ['read_only', new RegExp(`^(${READ_ONLY_STATE}|${STANDBY})$`)],
  ['slow_statement', /^(57014|55P03)$/],
  [
    'connection_lost',
    /^(08\w{3}|57P0\w|E[A-Z_]{4,}|P10\d\d|DatabaseNotReachable|ConnectionClosed|.*terminated.*|PGlite is .*)$/,
  ],
] as const;

export function outageOf(error: unknown): Outage {
  const found = evidence(error);
  const [outage] = OUTAGES.find(([, pattern]) => found.some((one) => pattern.test(one))) ?? [];
  return outage ?? (isRetryable(error) ? 'conflict' : 'database_failed');
}

/** What the server or the driver says; of a connection that can't be opened also what an operator does about it. */
export function outageInWords(error: unknown, outage = outageOf(error)): string {
  const first = innermost(error);
  return outage === 'no_connection' ? whyClosed(first) : reasonOf(first);
}

/** The error that was thrown first: the others have the words of Prisma around it. */
function innermost(error: unknown): unknown {
  const { cause, meta } = (error ?? {}) as { cause?: unknown; meta?: { driverAdapterError?: unknown } };
  const inner = meta?.driverAdapterError ?? cause;
  return inner instanceof Error ? innermost(inner) : error;
}
