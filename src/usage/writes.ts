// The statements that write how tokens are used: deltas, so that every node adds its own. Tokens that are gone are left out.
import type { Surface } from '../../prisma/generated/client/enums.ts';
import type { Statements } from '../database/statements.ts';
import { REFUSED_KEPT } from './housekeeping.ts';
import type { Totals } from './reads.ts';
import type { UsageEntry } from './usage-entry.ts';

/** How often a token was used on one surface within one hour. */
export interface Count extends Totals {
  readonly tokenId: number;
  readonly surface: Surface;
  /** The last call of them. */
  readonly at: Date;
  /** The last call with the token in the URL. */
  readonly sentInUrlAt: Date | null;
  readonly operations: ReadonlySet<string>;
}

/** As the database names a surface. */
const rows = (items: readonly { surface: Surface }[]) =>
  JSON.stringify(items.map((item) => ({ ...item, surface: item.surface.toLowerCase() })));

/** The parameters of a statement: the rows, and the time of this node. */
const parameters = (items: readonly { surface: Surface }[]) => [rows(items), new Date().toISOString()];

/** The difference to add to a time of this node, which makes it one of the database's clock. */
const TO_DATABASE_CLOCK = '(now() - $2::timestamptz)';

export type Writes = Pick<Statements, 'write'>;

/**
 * Adds the counts and sets the last use of each token. Tokens are locked in one order, so that nodes that write at the same
 * time wait for each other and no more.
 */
export async function writeCounts(statements: Writes, counts: readonly Count[]): Promise<void> {
  const sql = `
    WITH batch AS MATERIALIZED (
      SELECT id, batch.surface::surface, at + clock AS at, "sentInUrlAt" + clock AS sent_in_url_at,
        calls, refused, throttled, replayed, operations
      FROM (SELECT ${TO_DATABASE_CLOCK} AS clock) AS difference, jsonb_to_recordset($1::jsonb) AS batch(
        "tokenId" int, surface text, at timestamptz, "sentInUrlAt" timestamptz,
        calls int, refused int, throttled int, replayed int, operations text)
      JOIN api_tokens ON id = "tokenId"
      ORDER BY id
      FOR UPDATE OF api_tokens
    ), last_uses AS (
      SELECT DISTINCT ON (id) id, at, surface, max(sent_in_url_at) OVER (PARTITION BY id) AS sent_in_url_at
      FROM batch ORDER BY id, at DESC
    ), updated AS (
      UPDATE api_tokens SET
        last_surface = CASE WHEN last_used_at > last_uses.at THEN last_surface ELSE last_uses.surface END,
        last_used_at = GREATEST(last_used_at, last_uses.at),
        last_sent_in_url_at = GREATEST(last_sent_in_url_at, last_uses.sent_in_url_at)
      FROM last_uses WHERE api_tokens.id = last_uses.id
    )
    INSERT INTO token_usage (token_id, hour, surface, calls, refused, throttled, replayed, operations)
    SELECT id, date_trunc('hour', at, 'UTC'), surface, sum(calls), sum(refused), sum(throttled), sum(replayed),
      array_remove(string_to_array(string_agg(operations, ' '), ' '), '')
    FROM batch
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    ON CONFLICT (token_id, hour, surface) DO UPDATE SET
      calls = token_usage.calls + EXCLUDED.calls,
      refused = token_usage.refused + EXCLUDED.refused,
      throttled = token_usage.throttled + EXCLUDED.throttled,
      replayed = token_usage.replayed + EXCLUDED.replayed,
      operations = ARRAY(SELECT DISTINCT unnest(token_usage.operations || EXCLUDED.operations))`;
  const items = counts.map((count) => ({ ...count, operations: [...count.operations].join(' ') }));
  await statements.write(sql, parameters(items));
}

/** Writes refused requests and keeps the newest of each token. */
export async function writeRefusedRequests(statements: Writes, calls: readonly UsageEntry[]): Promise<void> {
  const insert = `
    INSERT INTO refused_requests (request_id, token_id, at, surface, operation, status, errors, method, path, version)
    SELECT "requestId", id, at + ${TO_DATABASE_CLOCK}, batch.surface::surface, operation, status, errors,
      method, path, batch.version
    FROM jsonb_to_recordset($1::jsonb) AS batch(
      "requestId" text, "tokenId" int, at timestamptz, surface text, operation text, status int, errors jsonb,
      method text, path text, version text)
    JOIN api_tokens ON id = "tokenId"
    ON CONFLICT (request_id) DO NOTHING`;
  await statements.write(insert, parameters(calls));
  const dropOlder = `
    DELETE FROM refused_requests USING (
      SELECT request_id, row_number() OVER (PARTITION BY token_id ORDER BY at DESC) AS place
      FROM refused_requests WHERE token_id = ANY($1::int[])
    ) AS ranked
    WHERE refused_requests.request_id = ranked.request_id AND place > ${REFUSED_KEPT}`;
  await statements.write(dropOlder, [[...new Set(calls.map(({ tokenId }) => tokenId))]]);
}
