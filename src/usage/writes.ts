// The statements that write how tokens are used: deltas, so that every node adds its own. Tokens that are gone are left out.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Surface } from '../../prisma/generated/client/enums.ts';
import { REFUSED_KEPT } from './housekeeping.ts';
import type { UsageEntry } from './usage-entry.ts';

/** How often a token was used on one surface within one hour. */
export interface Count {
  readonly tokenId: number;
  readonly surface: Surface;
  /** The last call of them. */
  readonly at: Date;
  readonly calls: number;
  readonly refused: number;
  readonly throttled: number;
}

/** The last use of a token. */
export interface Use {
  readonly tokenId: number;
  readonly surface: Surface;
  readonly at: Date;
  readonly sentInUrlAt: Date | null;
}

/** As the database names a surface. */
const rows = (items: readonly { surface: Surface }[]) =>
  JSON.stringify(items.map((item) => ({ ...item, surface: item.surface.toLowerCase() })));

/** The difference to add to a time of this node, which makes it one of the database's clock. */
const toDatabaseClock = () => Prisma.sql`(now() - ${new Date()}::timestamptz)`;

/** Rows are locked in one order, so that nodes that write at the same time wait for each other and no more. */
export async function writeCounts(db: PrismaClient, counts: readonly Count[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO token_usage (token_id, hour, surface, calls, refused, throttled)
    SELECT id, date_trunc('hour', at + ${toDatabaseClock()}, 'UTC'), batch.surface::surface,
      sum(calls), sum(refused), sum(throttled)
    FROM jsonb_to_recordset(${rows(counts)}::jsonb)
      AS batch("tokenId" int, at timestamptz, surface text, calls int, refused int, throttled int)
    JOIN api_tokens ON id = "tokenId"
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    ON CONFLICT (token_id, hour, surface) DO UPDATE SET
      calls = token_usage.calls + EXCLUDED.calls,
      refused = token_usage.refused + EXCLUDED.refused,
      throttled = token_usage.throttled + EXCLUDED.throttled`;
}

export async function writeUses(db: PrismaClient, uses: readonly Use[]): Promise<void> {
  await db.$executeRaw`
    WITH batch AS (
      SELECT api_tokens.id, at + clock AS at, batch.surface::surface, "sentInUrlAt" + clock AS "sentInUrlAt"
      FROM (SELECT ${toDatabaseClock()} AS clock) AS difference, jsonb_to_recordset(${rows(uses)}::jsonb)
        AS batch("tokenId" int, at timestamptz, surface text, "sentInUrlAt" timestamptz)
      JOIN api_tokens ON id = "tokenId"
      ORDER BY id
      FOR UPDATE OF api_tokens
    )
    UPDATE api_tokens SET
      last_surface = CASE WHEN last_used_at > batch.at THEN last_surface ELSE batch.surface END,
      last_used_at = GREATEST(last_used_at, batch.at),
      last_sent_in_url_at = GREATEST(last_sent_in_url_at, batch."sentInUrlAt")
    FROM batch WHERE api_tokens.id = batch.id`;
}

/** Writes refused requests and keeps the newest of each token. */
export async function writeRefusedRequests(db: PrismaClient, calls: readonly UsageEntry[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO refused_requests (request_id, token_id, at, surface, operation, status, errors)
    SELECT "requestId", id, at + ${toDatabaseClock()}, batch.surface::surface, operation, status, errors
    FROM jsonb_to_recordset(${rows(calls)}::jsonb)
      AS batch("requestId" text, "tokenId" int, at timestamptz, surface text, operation text, status int, errors jsonb)
    JOIN api_tokens ON id = "tokenId"
    ON CONFLICT (request_id) DO NOTHING`;
  await db.$executeRaw`
    DELETE FROM refused_requests USING (
      SELECT request_id, row_number() OVER (PARTITION BY token_id ORDER BY at DESC) AS place
      FROM refused_requests WHERE token_id = ANY(${[...new Set(calls.map(({ tokenId }) => tokenId))]}::int[])
    ) AS ranked
    WHERE refused_requests.request_id = ranked.request_id AND place > ${REFUSED_KEPT}`;
}
