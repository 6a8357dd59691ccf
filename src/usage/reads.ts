// Reads how a user's tokens are used: totals, chart series, the operations they ran, and the progress of a new user.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Surface } from '../../prisma/generated/client/enums.ts';
import { withReplaced } from '../accounts/token-list.ts';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '../time.ts';

/** Rows of usage; `start` is the hour or day in UTC. */
const HOURS = Prisma.sql`(SELECT *, hour AS start FROM token_usage)`;
const DAYS = Prisma.sql`(SELECT *, day AS start FROM token_usage_days)`;

/** 24 h: clock hours up to the current one. 30 d: UTC days up to today. Both are multiples of `BUCKETS_READ`. */
const PERIODS = {
  '24h': { bucketMilliseconds: HOUR_MILLISECONDS, buckets: 24, rows: HOURS },
  '30d': { bucketMilliseconds: DAY_MILLISECONDS, buckets: 30, rows: DAYS },
} as const;
export type Period = keyof typeof PERIODS;

export interface UsageTotals {
  readonly calls: number;
  /** Including rate limited ones. */
  readonly refused: number;
  readonly throttled: number;
  /** Calls that returned the result of an earlier request with the same idempotency key; none failed. */
  readonly replayed: number;
}

export interface Bucket extends UsageTotals {
  readonly start: Date;
}

/** From its start, inclusive, to its end, exclusive. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** All of a user's tokens, or one of them with the values it replaced. */
interface Owned {
  readonly userId: number;
  readonly tokenId?: number | undefined;
}

export const NONE: UsageTotals = { calls: 0, refused: 0, throttled: 0, replayed: 0 };

export const plus = (one: UsageTotals, other: UsageTotals): UsageTotals => ({
  calls: one.calls + other.calls,
  refused: one.refused + other.refused,
  throttled: one.throttled + other.throttled,
  replayed: one.replayed + other.replayed,
});

function periodStart(period: Period, now: Date): Date {
  const { bucketMilliseconds, buckets } = PERIODS[period];
  const current = Math.floor(now.getTime() / bucketMilliseconds) * bucketMilliseconds;
  return new Date(current - (buckets - 1) * bucketMilliseconds);
}

const tokensOf = ({ userId, tokenId }: Owned) =>
  tokenId === undefined
    ? Prisma.sql`(SELECT id FROM api_tokens WHERE user_id = ${userId})`
    : withReplaced(Prisma.sql`user_id = ${userId} AND id = ${tokenId}`);

const SUMS = Prisma.sql`sum(calls)::float8 AS calls, sum(refused)::float8 AS refused, sum(throttled)::float8 AS throttled,
  sum(replayed)::float8 AS replayed`;

/** The sums of the rows since a time by the values of a column, for a relation's tokens. */
async function readSums<Key>(
  db: PrismaClient,
  column: Prisma.Sql,
  { tokens, rows, start, end }: Summed,
) {
  const before = end === undefined ? Prisma.empty : Prisma.sql`AND start < ${end}`;
  const found = await db.$queryRaw<(UsageTotals & { key: Key })[]>`
    SELECT ${column} AS key, ${SUMS}
    FROM ${tokens} AS token JOIN ${rows} AS usage ON token_id = token.id
    WHERE start >= ${start} ${before}
    GROUP BY 1`;
  return found.map(({ key, ...sums }) => [key, sums] as const);
}

interface Summed {
  readonly tokens: Prisma.Sql;
  readonly rows: Prisma.Sql;
  readonly start: Date;
  readonly end?: Date;
}

/** The totals of tokens, each with the values it replaced, in the period up to a database time. */
export async function readTotals(
  db: PrismaClient,
  tokenIds: readonly number[],
  period: Period,
  now: Date,
) {
  const tokens = withReplaced(Prisma.sql`id = ANY(${tokenIds}::int[])`);
  const { rows } = PERIODS[period];
  const sums = await readSums<number>(db, Prisma.sql`head`, {
    tokens,
    rows,
    start: periodStart(period, now),
  });
  const totals = new Map(sums);
  return (tokenId: number): UsageTotals => totals.get(tokenId) ?? NONE;
}

/** The totals of all tokens, or of one, in a span of whole hours. */
export async function readTotalsOf(
  db: PrismaClient,
  owned: Owned,
  span: Span,
): Promise<UsageTotals> {
  const [sums] = await readSums(db, Prisma.sql`1`, {
    tokens: tokensOf(owned),
    rows: HOURS,
    ...span,
  });
  return sums?.[1] ?? NONE;
}

/** One bucket per hour or day of the period up to a database time, oldest first. */
export async function readSeries(
  db: PrismaClient,
  owned: Owned,
  period: Period,
  now: Date,
): Promise<Bucket[]> {
  const { bucketMilliseconds, buckets, rows } = PERIODS[period];
  const start = periodStart(period, now);
  const totals: UsageTotals[] = Array.from({ length: buckets }, () => NONE);
  for (const [time, sums] of await readSums<Date>(db, Prisma.sql`start`, {
    tokens: tokensOf(owned),
    rows,
    start,
  })) {
    const index = Math.min(
      Math.floor((time.getTime() - start.getTime()) / bucketMilliseconds),
      buckets - 1,
    );
    totals[index] = plus(totals[index] ?? NONE, sums);
  }
  return totals.map((total, index) => ({
    ...total,
    start: new Date(start.getTime() + index * bucketMilliseconds),
  }));
}

const BUCKETS_READ = 6;

/**
 * The sums of each token, with the values it replaced, by API and hour or day of the period, latest first; one list for
 * several hours or days, read on demand.
 */
export async function* readUsageRows(
  db: PrismaClient,
  tokenIds: readonly number[],
  period: Period,
  now: Date,
) {
  const { bucketMilliseconds, buckets, rows } = PERIODS[period];
  const first = periodStart(period, now).getTime();
  const startOf = (bucket: number) => new Date(first + bucket * bucketMilliseconds);
  for (let bucket = buckets - BUCKETS_READ; bucket >= 0; bucket -= BUCKETS_READ) {
    yield await db.$queryRaw<
      (UsageTotals & {
        readonly start: Date;
        readonly tokenId: number;
        readonly surface: Surface;
      })[]
    >`
      SELECT start, head AS "tokenId", upper(surface::text) AS surface, ${SUMS}
      FROM ${withReplaced(Prisma.sql`id = ANY(${tokenIds}::int[])`)} AS token JOIN ${rows} AS usage ON token_id = token.id
      WHERE start >= ${startOf(bucket)} AND start < ${startOf(bucket + BUCKETS_READ)}
      GROUP BY 1, 2, surface ORDER BY 1 DESC, 2 DESC, 3`;
  }
}

export interface TokenUse {
  readonly tokenId: number;
  /** In the last 31 days. */
  readonly used: readonly { readonly surface: Surface; readonly operation: string }[];
  /** The invalid fields in the stored failed requests. */
  readonly refused: readonly { readonly operation: string; readonly field: string }[];
}

/** `fields` are the ones to look for, without paths, in the names of either API. */
export const readTokenUses = (
  db: PrismaClient,
  tokenIds: readonly number[],
  fields: readonly string[],
): Promise<TokenUse[]> => db.$queryRaw`
  WITH tokens AS MATERIALIZED (SELECT * FROM ${withReplaced(Prisma.sql`id = ANY(${tokenIds}::int[])`)} AS token)
  SELECT wanted AS "tokenId",
    (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('surface', upper(surface::text), 'operation', ran)), '[]')
      FROM (SELECT DISTINCT surface, operations FROM token_usage_days
        WHERE token_id IN (SELECT id FROM tokens WHERE head = wanted) AND day > now() - interval '31 days') AS days,
        unnest(operations) AS ran) AS used,
    (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('operation', operation, 'field', field)), '[]')
      FROM (SELECT DISTINCT operation, errors FROM refused_requests
        WHERE token_id IN (SELECT id FROM tokens WHERE head = wanted)) AS requests,
        jsonb_array_elements(errors) AS error, split_part(rtrim(error ->> 'field', '[0123456789]'), '.', -1) AS field
      WHERE field = ANY(${fields})) AS refused
  FROM unnest(${tokenIds}::int[]) AS wanted`;

export interface FirstSteps {
  /** The API of the last call; null before the first one. */
  readonly surface: Surface | null;
  /** Whether a product or bundle is newer than the first token. */
  readonly hasProduct: boolean;
}

/** How many days after the first token a user counts as new. */
const NEW_DAYS = 30;

/** Undefined for a user without a token, and for one who is no longer new. */
export async function readFirstSteps(
  db: PrismaClient,
  userId: number,
): Promise<FirstSteps | undefined> {
  const [steps] = await db.$queryRaw<FirstSteps[]>`
    WITH first AS (SELECT min(created_at) AS made_at FROM api_tokens WHERE user_id = ${userId})
    SELECT
      (SELECT upper(last_surface::text) FROM api_tokens WHERE user_id = ${userId} AND last_used_at IS NOT NULL
        ORDER BY last_used_at DESC LIMIT 1) AS surface,
      EXISTS (SELECT 1 FROM products WHERE owner_id = ${userId} AND created_at > made_at) AS "hasProduct"
    FROM first WHERE made_at > now() - make_interval(days => ${NEW_DAYS}::int)`;
  return steps;
}
