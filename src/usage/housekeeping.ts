// Deletes old rows (usage, failed requests, activity, sessions, known browsers, idempotency records, budgets, node
// marks), and checks how many IDs are left.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { BROWSER_DAYS, IDLE_MINUTES } from '../accounts/sessions.ts';
import { HOUR_MILLISECONDS } from '../time.ts';
import { REFUSED_REQUEST_DAYS, USAGE_DAYS } from './retention.ts';

const FIRST_MILLISECONDS = 60_000;
const ROWS_AT_ONCE = 5_000;

const daysOld = (days: number) => Prisma.sql`now() - make_interval(days => ${days}::int)`;

/** The condition that selects the old rows of each table. */
const OLD_ROWS = {
  token_usage: Prisma.sql`hour < ${daysOld(USAGE_DAYS)}`,
  token_usage_days: Prisma.sql`day < ${daysOld(USAGE_DAYS)}`,
  refused_requests: Prisma.sql`at < ${daysOld(REFUSED_REQUEST_DAYS)}`,
  // They are deleted within an hour after that.
  idempotency_records: Prisma.sql`created_at < ${daysOld(1)}`,
  sessions: Prisma.sql`seen_at < now() - make_interval(mins => ${IDLE_MINUTES}::int)`,
  known_browsers: Prisma.sql`seen_at < ${daysOld(BROWSER_DAYS)}`,
  // An hour after their window ends.
  budgets: Prisma.sql`expire < (extract(epoch FROM now() - interval '1 hour') * 1000)::bigint`,
  // Of nodes that were killed.
  usage_writers: Prisma.sql`seen_at < ${daysOld(1)}`,
};

/** Deletes a limited number of rows at a time, skipping those that another node is deleting. */
export async function dropOldRows(db: PrismaClient, activityDays: number): Promise<void> {
  for (const [name, isOld] of Object.entries(OLD_ROWS)) {
    const table = Prisma.raw(name);
    const deleteSome = () => db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
    while ((await deleteSome()) === ROWS_AT_ONCE);
  }
  while ((await dropOldActivity(db, activityDays)) === ROWS_AT_ONCE);
}

/** The service's role may not delete activity itself. */
async function dropOldActivity(db: PrismaClient, days: number): Promise<number> {
  const [row] = await db.$queryRaw<{ dropped: number }[]>`
    SELECT drop_old_activity(${days}::int, ${ROWS_AT_ONCE}::int) AS dropped`;
  return row?.dropped ?? 0;
}

/**
 * Deletes old rows soon after startup and then every hour; checks used IDs soon and then every day. Returns a function
 * that stops it.
 */
export function startHousekeeping(
  db: PrismaClient,
  activityDays: number,
  onUsedIds: (ids: UsedIds) => void,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const repeat = (everyMilliseconds: number, work: () => Promise<void>) => {
    const begin = () => {
      running = running.then(work).catch(onError);
    };
    return [
      setTimeout(begin, FIRST_MILLISECONDS).unref(),
      setInterval(begin, everyMilliseconds).unref(),
    ];
  };
  const timers = [
    ...repeat(HOUR_MILLISECONDS, () => dropOldRows(db, activityDays)),
    ...repeat(24 * HOUR_MILLISECONDS, async () => (await readUsedIds(db)).forEach(onUsedIds)),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
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
