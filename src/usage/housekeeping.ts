// Drops old rows: usage counters, refused requests, ended sessions, idempotency records, budgets, marks of nodes.
import { IDLE_MINUTES } from '../accounts/sessions.ts';
import type { Statements } from '../database/statements.ts';

/** The last refused requests of each token are kept. */
export const REFUSED_KEPT = 100;
export const REFUSED_KEPT_DAYS = 7;

const FIRST_MILLISECONDS = 60_000;
const EVERY_MILLISECONDS = 3_600_000;
const ROWS_AT_ONCE = 5_000;

const OLD = {
  token_usage: "hour < now() - interval '31 days'",
  refused_requests: `at < now() - interval '${REFUSED_KEPT_DAYS} days'`,
  // They are dropped within an hour after that (D40).
  idempotency_records: "created_at < now() - interval '1 day'",
  sessions: `seen_at < now() - interval '${IDLE_MINUTES} minutes'`,
  // An hour after the end of their window.
  budgets: "expire < (extract(epoch FROM now() - interval '1 hour') * 1000)::bigint",
  // Of nodes that were killed.
  usage_writers: "seen_at < now() - interval '1 day'",
};

/** Drops a bounded number of rows at a time, without those that another node is about to drop. */
export async function dropOldRows(statements: Pick<Statements, 'write'>): Promise<void> {
  for (const [table, isOld] of Object.entries(OLD)) {
    const sql = `
      WITH dropped AS (
        DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${table} WHERE ${isOld}
          LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT count(*)::int FROM dropped`;
    let dropped: unknown;
    do {
      const [row] = await statements.write(sql, []);
      dropped = row?.[0];
    } while (dropped === ROWS_AT_ONCE);
  }
}

/** Drops old rows soon after the start and then every hour. Returns the stop. */
export function startHousekeeping(
  statements: Pick<Statements, 'write'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const drop = () => {
    running = running.then(() => dropOldRows(statements)).catch(onError);
  };
  const soon = setTimeout(drop, FIRST_MILLISECONDS).unref();
  const hourly = setInterval(drop, EVERY_MILLISECONDS).unref();
  return () => {
    clearTimeout(soon);
    clearInterval(hourly);
    return running;
  };
}
