// The statements that write token usage: deltas, so that each node adds its own.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Surface } from '../../prisma/generated/client/enums.ts';
import { type FailedRequests, MAX_LENGTH, type TokenUse } from './failure-entry.ts';
import type { UsageTotals } from './reads.ts';
import { KINDS_KEPT, REQUESTS_KEPT } from './retention.ts';

/** How often a token was used on one API on one day; `at` is the last time. */
export type Count = UsageTotals & TokenUse;

export interface LastUse extends TokenUse {
  /** The client's address, as in the log. */
  readonly address: string;
  readonly agent: string | undefined;
  /** The last call with the token in the URL, where logs and browser histories keep it. */
  readonly sentInUrlAt: Date | null;
}

/** Rows for a statement, with the database's name of the API. */
const jsonRows = (items: readonly { surface: Surface }[]) =>
  Prisma.sql`${JSON.stringify(items.map((item) => ({ ...item, surface: item.surface.toLowerCase() })))}::jsonb`;

/** The difference that converts this node's time to the database's clock. */
const toDatabaseClock = () => Prisma.sql`(now() - ${new Date().toISOString()}::timestamptz)`;

/** Empty if a batch with this ID was written before. */
const flushOf = (id: string) => Prisma.sql`
  flush AS (INSERT INTO usage_flushes (id) VALUES (${id}::uuid) ON CONFLICT DO NOTHING RETURNING true)`;

/**
 * Adds the counts of tokens that still exist, unless a batch with this ID was added before. Locks rows in one order, so
 * that such statements only wait for each other. A new row's foreign key locks its token (KEY SHARE), so a statement
 * also waits for the deletion of a token, and a deadlock ends one of both.
 */
export async function writeCounts(
  db: PrismaClient,
  counts: readonly Count[],
  id: string,
): Promise<undefined> {
  await db.$executeRaw`
    WITH ${flushOf(id)}
    INSERT INTO token_usage (token_id, day, surface, calls, failed, rate_limited)
    SELECT id, ((at + ${toDatabaseClock()}) AT TIME ZONE 'UTC')::date, batch.surface::surface,
      sum(calls), sum(failed), sum("rateLimited")
    FROM jsonb_to_recordset(${jsonRows(counts)}) AS batch(
      "tokenId" int, surface text, at timestamptz, calls int, failed int, "rateLimited" int)
    JOIN api_tokens ON id = "tokenId"
    WHERE EXISTS (SELECT FROM flush)
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    ON CONFLICT (token_id, day, surface) DO UPDATE SET
      calls = token_usage.calls + EXCLUDED.calls,
      failed = token_usage.failed + EXCLUDED.failed,
      rate_limited = token_usage.rate_limited + EXCLUDED.rate_limited`;
}

/** Seconds between two writes of a token's last use, by all nodes together. */
const LAST_USE_SECONDS = 60;

/**
 * Sets the last use of each token that is older than `seconds` and not locked by anything else. Returns the other
 * tokens' uses, to be written later.
 */
export async function writeLastUses(
  db: PrismaClient,
  uses: readonly LastUse[],
  seconds = LAST_USE_SECONDS,
) {
  const later = await db.$queryRaw<{ id: number }[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, sent.surface::surface AS surface, at + clock AS at, "sentInUrlAt" + clock AS sent_in_url_at,
        left(address, 100) AS address, agent,
        last_used_at > now() - make_interval(secs => ${seconds}::float8) AS is_fresh
      FROM (SELECT ${toDatabaseClock()} AS clock) AS difference, jsonb_to_recordset(${jsonRows(uses)}) AS sent(
        "tokenId" int, surface text, at timestamptz, address text, agent text, "sentInUrlAt" timestamptz)
      JOIN api_tokens ON id = "tokenId"
      WHERE last_used_at IS NULL OR last_used_at < at + clock
        OR "sentInUrlAt" + clock > COALESCE(last_sent_in_url_at, '-infinity')
    ), free AS MATERIALIZED (
      SELECT batch.* FROM batch JOIN api_tokens USING (id) WHERE is_fresh IS NOT TRUE
      ORDER BY id FOR NO KEY UPDATE OF api_tokens SKIP LOCKED
    ), updated AS (
      UPDATE api_tokens SET
        last_surface = CASE WHEN last_used_at > free.at THEN last_surface ELSE free.surface END,
        last_address = CASE WHEN last_used_at > free.at THEN last_address ELSE free.address END,
        last_agent = CASE WHEN last_used_at > free.at THEN last_agent ELSE free.agent END,
        last_used_at = GREATEST(last_used_at, free.at),
        last_sent_in_url_at = GREATEST(last_sent_in_url_at, free.sent_in_url_at)
      FROM free WHERE api_tokens.id = free.id
      RETURNING api_tokens.id
    )
    SELECT id FROM batch WHERE id NOT IN (SELECT id FROM updated)`;
  const ids = new Set(later.map(({ id }) => id));
  return uses.filter(({ tokenId }) => ids.has(tokenId));
}

/** Adds failed requests like `writeCounts`, and keeps the latest kinds of each token. */
export async function writeFailedRequests(
  db: PrismaClient,
  failed: readonly FailedRequests[],
  id: string,
): Promise<undefined> {
  const added = db.$executeRaw`
    WITH ${flushOf(id)}
    INSERT INTO failed_requests AS kept (token_id, kind, times, since, at, surface, operation, status, sent_status,
      errors, path, method, version, requests)
    SELECT id, kind, times, since + clock, at + clock, batch.surface::surface, operation, status, "sentStatus", errors,
      path, method, batch.version, requests
    FROM (SELECT ${toDatabaseClock()} AS clock) AS difference, jsonb_to_recordset(${jsonRows(failed)}) AS batch(
      "tokenId" int, kind text, times int, since timestamptz, at timestamptz, surface text, operation text, status int,
      "sentStatus" int, errors jsonb, path text, method text, version text, requests jsonb)
    JOIN api_tokens ON id = "tokenId"
    WHERE EXISTS (SELECT FROM flush)
    ORDER BY 1, 2
    ON CONFLICT (token_id, kind) DO UPDATE SET
      times = kept.times + EXCLUDED.times,
      since = LEAST(kept.since, EXCLUDED.since),
      at = GREATEST(kept.at, EXCLUDED.at),
      errors = EXCLUDED.errors,
      path = CASE WHEN kept.path = EXCLUDED.path THEN kept.path
        ELSE left(regexp_replace(EXCLUDED.path, '/[0-9]+(?=/|$)', '/{id}', 'g'), ${MAX_LENGTH.path}) END,
      requests = jsonb_path_query_array(EXCLUDED.requests || kept.requests, ${LAST_REQUESTS}::jsonpath)`;
  const tokenIds = [...new Set(failed.map(({ tokenId }) => tokenId))];
  const cut = db.$executeRaw`
    DELETE FROM failed_requests WHERE (token_id, kind) IN (
      SELECT token_id, kind FROM failed_requests WHERE (token_id, kind) IN (
        SELECT token_id, kind FROM (
          SELECT token_id, kind, row_number() OVER (PARTITION BY token_id ORDER BY at DESC) AS place
          FROM failed_requests WHERE token_id = ANY(${tokenIds}::int[])) AS ranked
        WHERE place > ${KINDS_KEPT})
      FOR UPDATE SKIP LOCKED)`;
  await db.$transaction([added, cut]);
}

const LAST_REQUESTS = `$[0 to ${REQUESTS_KEPT - 1}]`;
