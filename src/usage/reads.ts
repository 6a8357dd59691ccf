// Reads how a user's tokens are used: a series for the chart, and totals by token.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { withReplaced } from '../accounts/token-list.ts';
import { DAY_MILLISECONDS, isoDay } from '../time.ts';

/** UTC days up to today. */
export const DAYS = 30;

export interface UsageTotals {
  readonly calls: number;
  /** Including rate limited ones. */
  readonly rejected: number;
  readonly rateLimited: number;
}

export interface UsageDay extends UsageTotals {
  /** Its start in UTC. */
  readonly day: Date;
}

export const NONE: UsageTotals = { calls: 0, rejected: 0, rateLimited: 0 };

export const plus = (one: UsageTotals, other: UsageTotals): UsageTotals => ({
  calls: one.calls + other.calls,
  rejected: one.rejected + other.rejected,
  rateLimited: one.rateLimited + other.rateLimited,
});

const firstDay = (now: Date) =>
  new Date((Math.floor(now.getTime() / DAY_MILLISECONDS) - (DAYS - 1)) * DAY_MILLISECONDS);

const SUMS = Prisma.sql`
  sum(calls)::float8 AS calls, sum(rejected)::float8 AS rejected, sum(rate_limited)::float8 AS "rateLimited"`;

/**
 * The days up to a database time, oldest first, of all of a user's tokens, or of one of them with the values it
 * replaced.
 */
export async function readSeries(
  db: PrismaClient,
  { userId, tokenId }: { readonly userId: number; readonly tokenId?: number },
  now: Date,
): Promise<UsageDay[]> {
  const tokens =
    tokenId === undefined
      ? Prisma.sql`(SELECT id FROM api_tokens WHERE user_id = ${userId})`
      : withReplaced(Prisma.sql`user_id = ${userId} AND id = ${tokenId}`);
  const first = firstDay(now);
  const found = await db.$queryRaw<UsageDay[]>`
    SELECT day, ${SUMS} FROM ${tokens} AS token JOIN token_usage ON token_id = token.id
    WHERE day >= ${isoDay(first)}::date GROUP BY 1`;
  const sums = new Map(found.map((one) => [one.day.getTime(), one]));
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(first.getTime() + index * DAY_MILLISECONDS);
    return { ...NONE, ...sums.get(day.getTime()), day };
  });
}

export interface TokenTotals extends UsageTotals {
  readonly id: number;
  readonly name: string;
  readonly lastFour: string;
}

const MOST_TOKENS = 100;

/** The totals of a user's most used tokens, each with the values it replaced, in the days up to a database time. */
export function readTotals(
  db: PrismaClient,
  userId: number,
  now: Date,
): Promise<TokenTotals[]> {
  const tokens = withReplaced(Prisma.sql`user_id = ${userId}
    AND NOT EXISTS (SELECT FROM api_tokens AS successor WHERE successor.predecessor_id = api_tokens.id)`);
  return db.$queryRaw`
    SELECT head AS id, name, last_four AS "lastFour", ${SUMS}
    FROM ${tokens} AS token JOIN token_usage ON token_id = token.id
      JOIN api_tokens ON api_tokens.id = head
    WHERE day >= ${isoDay(firstDay(now))}::date
    GROUP BY 1, 2, 3 ORDER BY calls DESC, 1 DESC LIMIT ${MOST_TOKENS}`;
}
