// Logs why requests return 503: each cause at most once every ten seconds, with the number of requests.
import { ProviderError } from '../accounts/provider-error.ts';
import { outageOf } from '../database/database-errors.ts';
import { outageMessage } from '../database/opening-outage.ts';
import type { Outage } from '../database/outages.ts';
import type { Log } from '../log.ts';
import type { BusyReason } from '../operation/operation-failure.ts';

type UnavailableReason = Outage | BusyReason | 'sign_in_provider';

export const CAUSES: Readonly<Record<UnavailableReason, string>> = {
  no_connection: 'no connection to the database',
  connection_lost: 'the database closed a connection',
  silent: 'the database does not respond',
  connections_busy: 'all database connections are busy',
  slow_statement: 'a statement took too long',
  table_locked: 'a table or row is locked',
  disk_full: 'the database disk is full',
  read_only: 'the database accepts no writes',
  right_missing: 'the role lacks a privilege on a table',
  ids_used_up: 'a table has run out of IDs',
  conflict: 'concurrent transactions conflict',
  database_failed: 'the database failed',
  deadline: 'a request ran out of time',
  user_slots: 'a user has too many concurrent requests',
  body_room: 'no room for another large body',
  sign_in_provider: 'the sign-in provider failed',
  sign_ins: 'too many concurrent sign-ins',
  pages: 'too many concurrent pages',
};

const TOGETHER_MILLISECONDS = 10_000;

/** This one doesn't recover by itself. */
const IDS_ADVICE =
  'Restart the sequence at a range of free IDs, see "IDs" in .deploy/mend.md';

function unavailableReason(cause: unknown): UnavailableReason {
  if (cause instanceof ProviderError) return 'sign_in_provider';
  if (typeof cause === 'string') return cause as BusyReason;
  return outageOf(cause) ?? 'database_failed';
}

export function createUnavailableLog(logger: Pick<Log, 'warn' | 'error'>) {
  /** By type, and by topic for the provider's, none of which hides another. */
  const counting = new Map<string, { requests: number; cause: unknown }>();

  function write(requests: number, cause: unknown) {
    const type = unavailableReason(cause);
    const text = typeof cause === 'string' ? undefined : outageMessage(cause);
    const isLasting = type === 'ids_used_up';
    const line = {
      'error.type': type,
      'exception.message': isLasting ? `${text}. ${IDS_ADVICE}` : text,
      'owner_api.requests': requests,
    };
    logger[isLasting ? 'error' : 'warn'](line, `503: ${CAUSES[type]}`);
  }

  /** Logs the first request of a cause immediately, and the number of further ones after ten seconds. */
  function begin(key: string) {
    counting.set(key, { requests: 0, cause: undefined });
    setTimeout(() => {
      const { requests = 0, cause } = counting.get(key) ?? {};
      counting.delete(key);
      if (requests === 0) return;
      write(requests, cause);
      begin(key);
    }, TOGETHER_MILLISECONDS).unref();
  }

  return {
    /** `cause`: a busy cause, or an error of the database or the sign-in provider. Returns its type. */
    note(cause: unknown): UnavailableReason {
      const type = unavailableReason(cause);
      const key = cause instanceof ProviderError ? `${type} ${cause.topic}` : type;
      const counted = counting.get(key);
      if (counted) {
        counted.requests += 1;
        counted.cause = cause;
      } else {
        write(1, cause);
        begin(key);
      }
      return type;
    },
    /** Logs the requests counted since the last line of each cause. */
    close(): void {
      for (const { requests, cause } of counting.values())
        if (requests > 0) write(requests, cause);
      counting.clear();
    },
  };
}
