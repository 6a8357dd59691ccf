// Who holds the locks that a migration waits for, in words, as far as the role of the migration may see it.
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { holderInWords } from '../postgres/lock-holders.ts';
import { query } from './applied-migrations.ts';

/** Of the sessions whose process ids an expression has; that of a prepared transaction is 0. */
const holders = (pids: string): string => `
  SELECT pid::int, application_name, usename::text, query,
    extract(epoch FROM clock_timestamp() - coalesce(xact_start, state_change, backend_start))::int
  FROM unnest(${pids}) WITH ORDINALITY AS holder (pid, place) LEFT JOIN pg_stat_activity USING (pid) ORDER BY place`;

/** PostgreSQL shows the first bytes of a statement, so that it is found by its text; a pooler hides its process id. */
const RUNNING = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query <> '' AND starts_with($1, query) AND pid <> pg_backend_pid()`;

/** Empty for a statement that does not wait. */
export const holdersBefore = async (database: SqlDriverAdapter, sql: string): Promise<string> =>
  inWords(
    await query(database, holders(`ARRAY(SELECT unnest(pg_blocking_pids(pid)) FROM (${RUNNING}) AS running)`), [sql]),
  );

/** Ends a statement. */
export const cancel = (database: SqlDriverAdapter, sql: string) =>
  query(database, `SELECT pg_cancel_backend(pid) FROM (${RUNNING}) AS running`, [sql]);

export const holdersOfAdvisoryLock = async (database: SqlDriverAdapter, key: number): Promise<string> =>
  inWords(
    await query(
      database,
      holders(`ARRAY(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = ${key}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`),
    ),
  );

const inWords = (rows: readonly (readonly unknown[])[]): string => rows.map(holderInWords).join('; ');
