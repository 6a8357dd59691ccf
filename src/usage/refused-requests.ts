// Reads failed requests: similar ones grouped, filtered and in pages; and the values to filter by.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Surface } from '../../prisma/generated/client/enums.ts';
import { withReplaced } from '../accounts/token-list.ts';
import { REFUSED_KEPT } from './housekeeping.ts';
import type { Span } from './reads.ts';
import type { EntryError } from './usage-entry.ts';

export interface RefusedFilter {
  /** Including the values it replaced. */
  readonly token?: number | undefined;
  readonly id?: string | undefined;
  readonly status?: number | undefined;
  /** The code of one of a request's errors. */
  readonly code?: string | undefined;
  readonly time?: Span | undefined;
}

/** Requests of one token that differ only in time and numbers: IDs in the path, positions in a list. */
export interface Alike {
  readonly token: { readonly id: number; readonly name: string; readonly version: string };
  readonly surface: Surface;
  /** Null in rows of earlier releases, like path and version. */
  readonly method: string | null;
  /** With `{id}` for each number where the paths differ. */
  readonly path: string | null;
  readonly operation: string;
  readonly version: string | null;
  /** The status of the error, as REST sends it. */
  readonly status: number;
  /** The HTTP status that was sent: 200 for most GraphQL errors. */
  readonly sentStatus: number;
  readonly times: number;
  readonly first: Date;
  readonly last: Date;
  /** The last of them, latest first; never empty. `at` is ISO 8601. */
  readonly requests: readonly (Pick<Alike, 'path'> & {
    readonly requestId: string;
    readonly at: string;
    readonly errors: readonly EntryError[];
  })[];
}

const REQUESTS_OF_ALIKE = 10;

/** How many of a user's latest failed requests are read for a page, across all tokens. */
const MAX_READ = 5_000;

/** A page of groups of similar requests, latest first, and the number of all; beyond the last page, the first. */
export async function readRefusedRequests(
  db: PrismaClient,
  userId: number,
  filter: RefusedFilter,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly Alike[]; readonly page: number; readonly pages: number }> {
  const rows = await db.$queryRaw<(Alike & { readonly all: number })[]>`
    WITH newest AS (
      SELECT kept.*
      FROM api_tokens CROSS JOIN LATERAL (
        SELECT * FROM refused_requests WHERE token_id = id ORDER BY at DESC LIMIT ${REFUSED_KEPT}) AS kept
      WHERE user_id = ${userId} ${conditions(filter)}
      ORDER BY at DESC LIMIT ${MAX_READ}
    ), kept AS (
      SELECT *, regexp_replace(path, '/[0-9]+(?=/|$)', '/{id}', 'g') AS template FROM newest
    ), alike AS (
      SELECT token_id, surface, method, operation, version, status, sent_status,
        CASE WHEN min(path) = max(path) THEN min(path) ELSE template END AS path,
        count(*)::int AS times, min(at) AS first, max(at) AS last, array_agg(request_id ORDER BY at DESC) AS ids
      FROM kept
      GROUP BY token_id, surface, method, template, operation, version, status, sent_status,
        regexp_replace(errors::text, '[0-9]+', '0', 'g')
    ), shown AS (
      SELECT *, (count(*) OVER ())::int AS all FROM alike
      ORDER BY last DESC, ids LIMIT ${size} OFFSET ${(page - 1) * size}
    )
    SELECT upper(surface::text) AS surface, method, path, operation, shown.version, status,
      COALESCE(sent_status, status) AS "sentStatus", times, first, last, shown.all,
      jsonb_build_object('id', id, 'name', name, 'version', api_tokens.version) AS token, requests
    FROM shown JOIN api_tokens ON id = token_id CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('requestId', request_id, 'at', at, 'path', kept.path, 'errors', errors)
        ORDER BY at DESC) AS requests
      FROM refused_requests AS kept WHERE request_id = ANY(ids[1:${Prisma.raw(`${REQUESTS_OF_ALIKE}`)}])) AS last_ones
    ORDER BY last DESC, ids`;
  if (rows.length === 0 && page > 1)
    return readRefusedRequests(db, userId, filter, { page: 1, size });
  return { rows, page, pages: Math.max(1, Math.ceil((rows[0]?.all ?? 0) / size)) };
}

const conditions = ({ token, id, status, code, time }: RefusedFilter): Prisma.Sql => {
  const given = [
    token !== undefined &&
      Prisma.sql`AND token_id IN (SELECT id FROM ${withReplaced(Prisma.sql`id = ${token}`)} AS token)`,
    id !== undefined && Prisma.sql`AND request_id = ${id}`,
    status !== undefined && Prisma.sql`AND COALESCE(sent_status, status) = ${status}`,
    code !== undefined && Prisma.sql`AND errors @> ${JSON.stringify([{ code }])}::jsonb`,
    time !== undefined && Prisma.sql`AND at >= ${time.start} AND at < ${time.end}`,
  ].filter((condition) => condition !== false);
  return given.length > 0 ? Prisma.join(given, ' ') : Prisma.empty;
};

/** The tokens, statuses and codes of the stored failed requests, in order. */
export async function readRefusedFacets(db: PrismaClient, userId: number) {
  const rows = await db.$queryRaw<
    { id: number; name: string; lastFour: string; status: number; code: string | null }[]
  >`
    SELECT DISTINCT api_tokens.id, name, last_four AS "lastFour", COALESCE(sent_status, status) AS status,
      error ->> 'code' AS code
    FROM api_tokens JOIN refused_requests ON token_id = api_tokens.id
      LEFT JOIN LATERAL jsonb_array_elements(errors) AS error ON true
    WHERE user_id = ${userId}`;
  const tokens = new Map(rows.map(({ id, name, lastFour }) => [id, { id, name, lastFour }]));
  return {
    tokens: [...tokens.values()].toSorted((one, other) => other.id - one.id),
    statuses: [...new Set(rows.map(({ status }) => status))].toSorted((one, other) => one - other),
    codes: [...new Set(rows.flatMap(({ code }) => code ?? []))].toSorted(),
  };
}

export type RefusedFacets = Awaited<ReturnType<typeof readRefusedFacets>>;
