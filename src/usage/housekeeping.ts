// Drops old rows (usage, refused requests, activity, sessions, known browsers, idempotency records, budgets, marks of nodes), and
// looks how many ids are left.
import { BROWSER_DAYS, IDLE_MINUTES } from '../accounts/sessions.ts';
import type { Statements } from '../database/connection.ts';
import { HOUR_MILLISECONDS } from '../time.ts';

/** The last refused requests of each token are kept. */
export const REFUSED_KEPT = 100;

export interface Retention {
  readonly usageDays: number;
  readonly refusedRequestDays: number;
  readonly activityDays: number;
}

const FIRST_MILLISECONDS = 60_000;
const ROWS_AT_ONCE = 5_000;

const oldRows = ({ usageDays, refusedRequestDays }: Retention) => ({
  token_usage: `hour < now() - interval '${usageDays} days'`,
  token_usage_days: `day < now() - interval '${usageDays} days'`,
  refused_requests: `at < now() - interval '${refusedRequestDays} days'`,
  // They are dropped within an hour after that.
  idempotency_records: "created_at < now() - interval '1 day'",
  sessions: `seen_at < now() - interval '${IDLE_MINUTES} minutes'`,
  known_browsers: `seen_at < now() - interval '${BROWSER_DAYS} days'`,
  // An hour after the end of their window.
  budgets: "expire < (extract(epoch FROM now() - interval '1 hour') * 1000)::bigint",
  // Of nodes that were killed.
  usage_writers: "seen_at < now() - interval '1 day'",
});

const dropping = (table: string, isOld: string) => `
  WITH dropped AS (
    DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE ${isOld}
      LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::int FROM dropped`;

/** Drops a bounded number of rows at a time, without those that another node is about to drop. */
export async function dropOldRows(statements: Pick<Statements, 'write'>, retention: Retention): Promise<void> {
  const drops = Object.entries(oldRows(retention)).map(([table, isOld]) => dropping(table, isOld));
  // The role of the service may not delete activity itself.
  const ofActivity = `SELECT drop_old_activity(${retention.activityDays}, ${ROWS_AT_ONCE})`;
  for (const sql of [...drops, ofActivity]) {
    let dropped: unknown;
    do {
      const [row] = await statements.write(sql, []);
      dropped = row?.[0];
    } while (dropped === ROWS_AT_ONCE);
  }
}

/** Drops old rows soon after the start and then every hour; looks for used ids soon and then every day. Returns the stop. */
export function startHousekeeping(
  statements: Pick<Statements, 'write'>,
  retention: Retention,
  onUsedIds: (ids: UsedIds) => void,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const repeat = (everyMilliseconds: number, work: () => Promise<void>) => {
    const begin = () => {
      running = running.then(work).catch(onError);
    };
    return [setTimeout(begin, FIRST_MILLISECONDS).unref(), setInterval(begin, everyMilliseconds).unref()];
  };
  const timers = [
    ...repeat(HOUR_MILLISECONDS, () => dropOldRows(statements, retention)),
    ...repeat(24 * HOUR_MILLISECONDS, async () => (await readUsedIds(statements)).forEach(onUsedIds)),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
    return running;
  };
}

/** From this part of its ids on a sequence, int4 by contract, has few left. */
export const MOST_USED = 0.8;

/** `last_value` is NULL for a sequence that was never used, or that the role may not read. */
const USED = `
  SELECT sequencename::text, (last_value - start_value + 1)::float8 / (max_value - start_value + 1)
  FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL
  ORDER BY 1`;

export type UsedIds = Awaited<ReturnType<typeof readUsedIds>>[number];

/** The sequences that were used, each by what part of 1. */
export async function readUsedIds(statements: Pick<Statements, 'write'>) {
  const rows = await statements.write(USED, []);
  return rows.map(([sequence, used]) => ({ sequence: String(sequence), used: Number(used) }));
}
