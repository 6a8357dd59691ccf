// Reads how a user's tokens are used: a series for the chart, and totals by token.
import {
  type ApiToken,
  Prisma,
  type PrismaClient,
} from '../../prisma/generated/client/client.ts';
import { withReplaced } from '../accounts/token-list.ts';
import { isoDay } from '../time.ts';

/** UTC days up to today. */
export const DAYS = 30;

export interface UsageTotals {
  readonly calls: number;
  /** Including rate limited ones. */
  readonly failed: number;
  readonly rateLimited: number;
}

export interface UsageDay extends UsageTotals {
  /** Its start in UTC. */
  readonly day: Date;
}

export const NONE = { calls: 0, failed: 0, rateLimited: 0 };

const SUMS = Prisma.sql`
  coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(failed), 0)::float8 AS failed,
  coalesce(sum(rate_limited), 0)::float8 AS "rateLimited"`;

/**
 * The days up to a database time, oldest first, of all of a user's tokens, or of one of them with the values it
 * replaced.
 */
export function readSeries(
  db: PrismaClient,
  { userId, tokenId }: { readonly userId: number; readonly tokenId?: number },
  now: Date,
): Promise<UsageDay[]> {
  const tokens =
    tokenId === undefined
      ? Prisma.sql`(SELECT id FROM api_tokens WHERE user_id = ${userId})`
      : withReplaced(Prisma.sql`user_id = ${userId} AND id = ${tokenId}`);
  return db.$queryRaw`
    SELECT days.day, ${SUMS}
    FROM (SELECT ${isoDay(now)}::date - ago AS day FROM generate_series(0, ${DAYS - 1}::int) AS ago) AS days
      LEFT JOIN (${tokens} AS token JOIN token_usage ON token_id = token.id) ON token_usage.day = days.day
    GROUP BY 1 ORDER BY 1`;
}

export type TokenTotals = UsageTotals & Pick<ApiToken, 'id' | 'name' | 'lastFour'>;

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
    WHERE day > ${isoDay(now)}::date - ${DAYS}::int
    GROUP BY 1, 2, 3 ORDER BY calls DESC, 1 DESC LIMIT ${MOST_TOKENS}`;
}
