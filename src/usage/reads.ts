// Reads how a user's tokens are used: a series for the chart, and totals by token.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { withReplaced } from '../accounts/token-list.ts';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '../time.ts';

/** 24 h: clock hours up to the current one. 30 d: UTC days up to today. `start` is the hour or day in UTC. */
const PERIODS = {
  '24h': {
    bucketMilliseconds: HOUR_MILLISECONDS,
    buckets: 24,
    rows: Prisma.sql`(SELECT *, hour AS start FROM token_usage)`,
  },
  '30d': {
    bucketMilliseconds: DAY_MILLISECONDS,
    buckets: 30,
    rows: Prisma.sql`(SELECT *, day AS start FROM token_usage_days)`,
  },
};
export type Period = keyof typeof PERIODS;

export interface UsageTotals {
  readonly calls: number;
  /** Including rate limited ones. */
  readonly refused: number;
  readonly throttled: number;
}

export interface Bucket extends UsageTotals {
  readonly start: Date;
}

export const NONE: UsageTotals = { calls: 0, refused: 0, throttled: 0 };

export const plus = (one: UsageTotals, other: UsageTotals): UsageTotals => ({
  calls: one.calls + other.calls,
  refused: one.refused + other.refused,
  throttled: one.throttled + other.throttled,
});

function periodStart(period: Period, now: Date): Date {
  const { bucketMilliseconds, buckets } = PERIODS[period];
  const current = Math.floor(now.getTime() / bucketMilliseconds) * bucketMilliseconds;
  return new Date(current - (buckets - 1) * bucketMilliseconds);
}

const SUMS = Prisma.sql`
  sum(calls)::float8 AS calls, sum(refused)::float8 AS refused, sum(throttled)::float8 AS throttled`;

/** All of a user's tokens, or one of them with the values it replaced. */
interface Owned {
  readonly userId: number;
  readonly tokenId?: number;
}

/** One bucket per hour or day of the period up to a database time, oldest first. */
export async function readSeries(
  db: PrismaClient,
  { userId, tokenId }: Owned,
  period: Period,
  now: Date,
): Promise<Bucket[]> {
  const { bucketMilliseconds, buckets, rows } = PERIODS[period];
  const tokens =
    tokenId === undefined
      ? Prisma.sql`(SELECT id FROM api_tokens WHERE user_id = ${userId})`
      : withReplaced(Prisma.sql`user_id = ${userId} AND id = ${tokenId}`);
  const first = periodStart(period, now);
  const found = await db.$queryRaw<Bucket[]>`
    SELECT start, ${SUMS}
    FROM ${tokens} AS token JOIN ${rows} AS usage ON token_id = token.id
    WHERE start >= ${first} GROUP BY 1`;
  const sums = new Map(found.map((bucket) => [bucket.start.getTime(), bucket]));
  return Array.from({ length: buckets }, (_, index) => {
    const start = new Date(first.getTime() + index * bucketMilliseconds);
    return { ...NONE, ...sums.get(start.getTime()), start };
  });
}

export interface TokenTotals extends UsageTotals {
  readonly id: number;
  readonly name: string;
  readonly lastFour: string;
}

const MOST_TOKENS = 100;

/** The totals of a user's most used tokens, each with the values it replaced, in the period up to a database time. */
export function readTotals(
  db: PrismaClient,
  userId: number,
  period: Period,
  now: Date,
): Promise<TokenTotals[]> {
  const tokens = withReplaced(Prisma.sql`user_id = ${userId}
    AND NOT EXISTS (SELECT FROM api_tokens AS successor WHERE successor.predecessor_id = api_tokens.id)`);
  return db.$queryRaw`
    SELECT head AS id, name, last_four AS "lastFour", ${SUMS}
    FROM ${tokens} AS token JOIN ${PERIODS[period].rows} AS usage ON token_id = token.id
      JOIN api_tokens ON api_tokens.id = head
    WHERE start >= ${periodStart(period, now)}
    GROUP BY 1, 2, 3 ORDER BY calls DESC, 1 DESC LIMIT ${MOST_TOKENS}`;
}
