// Drops old rows (usage, refused requests, activity, sessions, known browsers, idempotency records, budgets, marks of nodes), and
// looks how many ids are left.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { BROWSER_DAYS, IDLE_MINUTES } from '../accounts/sessions.ts';
import { databaseTime } from '../accounts/token-rules.ts';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS, MINUTE_MILLISECONDS } from '../time.ts';

/** The last refused requests of each token are kept. */
export const REFUSED_KEPT = 100;

export interface Retention {
  readonly usageDays: number;
  readonly refusedRequestDays: number;
  readonly activityDays: number;
}

const FIRST_MILLISECONDS = 60_000;
const ROWS_AT_ONCE = 5_000;

/** Deletes of a bounded number of old rows, one for each table. `now` is the time of the database, which wrote theirs. */
const deletesOf = (db: PrismaClient, { usageDays, refusedRequestDays }: Retention, now: Date) => {
  const limit = ROWS_AT_ONCE;
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const daysAgo = (days: number) => before(days * DAY_MILLISECONDS);
  const idle = before(IDLE_MINUTES * MINUTE_MILLISECONDS);
  const anHourAgo = before(HOUR_MILLISECONDS).getTime();
  return [
    () => db.tokenUsage.deleteMany({ where: { hour: { lt: daysAgo(usageDays) } }, limit }),
    () => db.tokenUsageDay.deleteMany({ where: { day: { lt: daysAgo(usageDays) } }, limit }),
    () => db.refusedRequest.deleteMany({ where: { at: { lt: daysAgo(refusedRequestDays) } }, limit }),
    () => db.idempotencyRecord.deleteMany({ where: { createdAt: { lt: daysAgo(1) } }, limit }),
    () => db.session.deleteMany({ where: { seenAt: { lt: idle } }, limit }),
    () => db.knownBrowser.deleteMany({ where: { seenAt: { lt: daysAgo(BROWSER_DAYS) } }, limit }),
    // An hour after the end of their window.
    () => db.budget.deleteMany({ where: { expire: { lt: anHourAgo } }, limit }),
    // Of nodes that were killed.
    () => db.usageWriter.deleteMany({ where: { seenAt: { lt: daysAgo(1) } }, limit }),
  ];
};

/** Deletes old rows, a bounded number at a time: writers of the same table wait for no long statement. */
export async function dropOldRows(db: PrismaClient, retention: Retention): Promise<void> {
  for (const deleteSome of deletesOf(db, retention, await databaseTime(db))) {
    while ((await deleteSome()).count === ROWS_AT_ONCE);
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
