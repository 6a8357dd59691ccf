// The sessions of a PostgreSQL server that hold locks others wait for, described as far as the role may see them.

import { beforeDeadline, withDeadline } from '../../request-scope.ts';
import type { Session } from '../connection.ts';

const WITHIN_MILLISECONDS = { lookup: 4_000, statement: 1_000 };

/** A session: process ID (0 for a prepared transaction), names, statement, and the seconds of its transaction. */
const HOLDER = `pid::int, application_name AS application, usename::text AS role, query AS statement,
  extract(epoch FROM clock_timestamp() - coalesce(xact_start, state_change, backend_start))::int AS seconds`;

interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly role: string | null;
  readonly statement: string | null;
  readonly seconds: number | null;
}

const DATABASE = '(SELECT oid FROM pg_database WHERE datname = current_database())';

/** Modes that block all writes to a table. */
const STRONG = "('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')";

/**
 * A canceled statement no longer waits. So these are the sessions that hold or await a lock that blocks writes, those
 * that others are waiting for now, and those idle in a transaction that has written.
 */
const HOLDERS = `
  WITH blocking AS (
    SELECT DISTINCT unnest(pg_blocking_pids(pid)) AS pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
  ), locking AS (
    SELECT coalesce(pid, 0) AS pid, string_agg(DISTINCT relname, ', ' ORDER BY relname) AS tables,
      bool_or(mode IN ${STRONG}) AS is_strong, bool_or(pid IS NULL OR pid IN (SELECT pid FROM blocking)) AS is_blocking
    FROM pg_locks JOIN pg_class ON relation = pg_class.oid
    WHERE locktype = 'relation' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND database = ${DATABASE} AND pid IS DISTINCT FROM pg_backend_pid()
      AND (mode <> 'AccessShareLock' OR pid IN (SELECT pid FROM blocking))
    GROUP BY 1
  )
  SELECT tables, ${HOLDER} FROM locking LEFT JOIN pg_stat_activity USING (pid)
  WHERE is_strong OR is_blocking OR (state LIKE 'idle in transaction%' AND xact_start < now() - interval '1 second')
  ORDER BY is_strong DESC, xact_start LIMIT 3`;

export type HeldTable = Awaited<ReturnType<typeof lockHolders>>[number];

/** The oldest of the strongest locks first; empty if none is visible. Opens its own connection. */
export async function lockHolders(openSession: () => Promise<Session>) {
  const lookUp = async () => {
    const session = await openSession();
    try {
      await session.run(`SET statement_timeout = ${WITHIN_MILLISECONDS.statement}`);
      const rows = await session.query<Holder & { tables: string }>(HOLDERS);
      return rows.map(({ tables, ...holder }) => ({ tables, holder: describeHolder(holder) }));
    } finally {
      await session.close();
    }
  };
  return withDeadline(WITHIN_MILLISECONDS.lookup, () => beforeDeadline(lookUp()));
}

/** The sessions with the process IDs of an expression. */
const sessionsOf = (pids: string) => `
  SELECT ${HOLDER} FROM unnest(${pids}) WITH ORDINALITY AS holder (pid, place) LEFT JOIN pg_stat_activity USING (pid)
  ORDER BY place`;

/** PostgreSQL shows the start of a statement, so it is found by its text; a pooler hides its process ID. */
const RUNNING = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query <> '' AND starts_with($1, query) AND pid <> pg_backend_pid()`;

const BEFORE = sessionsOf(
  `ARRAY(SELECT unnest(pg_blocking_pids(pid)) FROM (${RUNNING}) AS running)`,
);

/** Empty for a statement that isn't waiting. */
export const holdersBefore = async (session: Session, sql: string): Promise<string> =>
  (await session.query<Holder>(BEFORE, [sql])).map(describeHolder).join('; ');

export const cancel = (session: Session, sql: string) =>
  session.query(`SELECT pg_cancel_backend(pid) FROM (${RUNNING}) AS running`, [sql]);

export async function holdersOfAdvisoryLock(session: Session, key: number): Promise<string> {
  const pids = `ARRAY(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = ${key} AND database = ${DATABASE})`;
  return (await session.query<Holder>(sessionsOf(pids))).map(describeHolder).join('; ');
}

const SHOWN_WORDS = 6;
/** From the first literal on, a statement may have values that must not be logged. */
const LITERAL = /['$].*/s;

/** Process, application, role, seconds of its transaction, start of its statement. */
function describeHolder({ pid, application, role, statement, seconds }: Holder): string {
  if (pid === 0) return 'a prepared transaction';
  const name = [application, role && `role ${role}`].filter(Boolean).join(', ');
  const age = seconds === null ? '' : ` for ${seconds} s`;
  const text = (statement ?? '').replace(LITERAL, '');
  const words = text.trim().split(/\s+/).slice(0, SHOWN_WORDS).join(' ');
  return `process ${pid}${name && ` (${name})`}${age}${words && `: ${words} …`}`;
}
