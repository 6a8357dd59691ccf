// Deletes old rows (usage, failed requests, sessions, sign-in links, idempotency records, budgets), and checks how many
// IDs are left.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { IDLE_MINUTES } from '../accounts/sessions.ts';
import { LINK_MINUTES } from '../accounts/sign-in-links.ts';
import { KEY_DAYS } from '../operation/idempotency.ts';
import { HOUR_MILLISECONDS } from '../time.ts';
import { FAILED_REQUEST_DAYS, FLUSH_DAYS, USAGE_DAYS } from './retention.ts';

const FIRST_MILLISECONDS = 60_000;
const ROWS_AT_ONCE = 5_000;

const ago = (time: string) => `now() - interval '${time}'`;

/** Each table with old rows, its time column (indexed if the table grows), and the time before which rows are old. */
const OLD_ROWS = [
  ['token_usage', 'day', `(now() AT TIME ZONE 'UTC')::date - ${USAGE_DAYS - 1}`],
  ['usage_flushes', 'at', ago(`${FLUSH_DAYS} days`)],
  ['failed_requests', 'at', ago(`${FAILED_REQUEST_DAYS} days`)],
  // They are deleted within an hour after that.
  ['idempotency_records', 'created_at', ago(`${KEY_DAYS} days`)],
  ['sessions', 'seen_at', ago(`${IDLE_MINUTES} minutes`)],
  ['sign_in_links', 'created_at', ago(`${LINK_MINUTES} minutes`)],
  // An hour after their window ends; as rate-limiter-flexible stores it.
  ['budgets', 'expire', `(extract(epoch FROM ${ago('1 hour')}) * 1000)::bigint`],
] as const;

function rethrow(error: unknown): never {
  throw error;
}

/**
 * Deletes a limited number of rows at a time until `signal` ends it, skipping those that another node is deleting. A
 * table that fails doesn't stop the others. The order makes PostgreSQL use the index: after a large deletion its
 * statistics are out of date, and it would read the whole table.
 */
export async function dropOldRows(
  db: PrismaClient,
  onError: (error: unknown) => void = rethrow,
  signal?: AbortSignal,
) {
  for (const names of OLD_ROWS) {
    const [table, column, time] = names.map(Prisma.raw);
    const deleteSome = () => db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${column} < ${time}
        ORDER BY ${column} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
    let deleted = ROWS_AT_ONCE;
    while (deleted === ROWS_AT_ONCE && !signal?.aborted)
      deleted = await deleteSome().catch((error) => {
        onError(error);
        return 0;
      });
  }
}

/** Deletes old rows and checks used IDs, soon after startup and then every hour. Returns a function that stops it. */
export function startHousekeeping(
  db: PrismaClient,
  onUsedIds: (ids: UsedIds) => void,
  onError: (error: unknown) => void,
) {
  let running = Promise.resolve();
  const stopping = new AbortController();
  async function work() {
    await dropOldRows(db, onError, stopping.signal);
    for (const ids of await readUsedIds(db)) onUsedIds(ids);
  }
  const begin = () => {
    running = running.then(work).catch(onError);
  };
  const timers = [
    setTimeout(begin, FIRST_MILLISECONDS).unref(),
    setInterval(begin, HOUR_MILLISECONDS).unref(),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
    stopping.abort();
    return running;
  };
}

/** When this share of its IDs (int4 by contract) is used, a sequence has few left. */
export const MOST_USED = 0.8;

export interface UsedIds {
  readonly sequence: string;
  /** A share of 1. */
  readonly used: number;
}

/** The used sequences. `last_value` is NULL if one was never used, or the role may not read it. */
export const readUsedIds = (db: PrismaClient) => db.$queryRaw<UsedIds[]>`
  SELECT sequencename::text AS sequence, (last_value - start_value + 1)::float8 / (max_value - start_value + 1) AS used
  FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL
  ORDER BY 1`;
