// Drops old rows (usage, refused requests, activity, sessions, known browsers, idempotency records, budgets, marks of nodes), and
// looks how many ids are left.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { BROWSER_DAYS, IDLE_MINUTES } from '../accounts/sessions.ts';
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

const daysOld = (days: number) => Prisma.sql`now() - make_interval(days => ${days}::int)`;

/** The tables with old rows, and the condition of those. */
const oldRows = ({ usageDays, refusedRequestDays }: Retention) => [
  [Prisma.sql`token_usage`, Prisma.sql`hour < ${daysOld(usageDays)}`],
  [Prisma.sql`token_usage_days`, Prisma.sql`day < ${daysOld(usageDays)}`],
  [Prisma.sql`refused_requests`, Prisma.sql`at < ${daysOld(refusedRequestDays)}`],
  // They are deleted within an hour after that.
  [Prisma.sql`idempotency_records`, Prisma.sql`created_at < ${daysOld(1)}`],
  [Prisma.sql`sessions`, Prisma.sql`seen_at < now() - make_interval(mins => ${IDLE_MINUTES}::int)`],
  [Prisma.sql`known_browsers`, Prisma.sql`seen_at < ${daysOld(BROWSER_DAYS)}`],
  // An hour after the end of their window.
  [Prisma.sql`budgets`, Prisma.sql`expire < (extract(epoch FROM now() - interval '1 hour') * 1000)::bigint`],
  // Of nodes that were killed.
  [Prisma.sql`usage_writers`, Prisma.sql`seen_at < ${daysOld(1)}`],
];

/** Deletes a bounded number of rows at a time, without those that another node is about to delete. */
export async function dropOldRows(db: PrismaClient, retention: Retention): Promise<void> {
  for (const [table, isOld] of oldRows(retention)) {
    const deleteSome = () => db.$executeRaw`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
    while ((await deleteSome()) === ROWS_AT_ONCE);
  }
  while ((await dropOldActivity(db, retention)) === ROWS_AT_ONCE);
}

/** The role of the service may not delete activity itself. */
async function dropOldActivity(db: PrismaClient, { activityDays }: Retention): Promise<number> {
  const [row] = await db.$queryRaw<{ dropped: number }[]>`
    SELECT drop_old_activity(${activityDays}::int, ${ROWS_AT_ONCE}::int) AS dropped`;
  return row?.dropped ?? 0;
}

/** Drops old rows soon after the start and then every hour; looks for used ids soon and then every day. Returns the stop. */
export function startHousekeeping(
  db: PrismaClient,
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
    ...repeat(HOUR_MILLISECONDS, () => dropOldRows(db, retention)),
    ...repeat(24 * HOUR_MILLISECONDS, async () => (await readUsedIds(db)).forEach(onUsedIds)),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
    return running;
  };
}

/** From this part of its ids on a sequence, int4 by contract, has few left. */
export const MOST_USED = 0.8;

export interface UsedIds {
  readonly sequence: string;
  /** The part of 1. */
  readonly used: number;
}

/** The sequences that were used. `last_value` is NULL for one that was never used, or that the role may not read. */
export const readUsedIds = (db: PrismaClient) => db.$queryRaw<UsedIds[]>`
  SELECT sequencename::text AS sequence, (last_value - start_value + 1)::float8 / (max_value - start_value + 1) AS used
  FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL
  ORDER BY 1`;
