// Reads failed requests, similar ones grouped.
import {
  type ApiToken,
  type FailedRequest,
  Prisma,
  type PrismaClient,
} from '../../prisma/generated/client/client.ts';
import { withReplaced } from '../accounts/token-list.ts';
import type { EntryError } from './failure-entry.ts';
import { REFUSED_KEPT } from './retention.ts';

interface FailedRequestFilter {
  /** Including the values it replaced. */
  readonly token?: number | undefined;
  readonly requestIds?: readonly string[] | undefined;
}

/** Requests of one token that differ only in time and numbers: IDs in the path, positions in a list. */
export interface Alike
  extends Readonly<Pick<FailedRequest, 'surface' | 'method' | 'operation' | 'version'>> {
  readonly token: Readonly<Pick<ApiToken, 'id' | 'name' | 'lastFour' | 'version'>>;
  /** With `{id}` for each number where the paths differ. */
  readonly path: string;
  /** The status of the error, as REST sends it. */
  readonly status: number;
  /** The HTTP status that was sent: 200 for most GraphQL errors. */
  readonly sentStatus: number;
  readonly times: number;
  readonly last: Date;
  /** The last of them, latest first; never empty. `at` is ISO 8601. */
  readonly requests: readonly (Pick<Alike, 'path'> & {
    readonly requestId: string;
    readonly at: string;
    readonly errors: readonly EntryError[];
  })[];
}

const REQUESTS_OF_ALIKE = Prisma.raw('10');

/** How many of a user's latest failed requests are read for a page, across all tokens. */
const MAX_READ = 5_000;

/** At most `size` groups of similar requests, latest first. */
export const readFailedRequests = (
  db: PrismaClient,
  userId: number,
  filter: FailedRequestFilter,
  size: number,
): Promise<Alike[]> => db.$queryRaw`
  WITH newest AS (
    SELECT kept.*, regexp_replace(path, '/[0-9]+(?=/|$)', '/{id}', 'g') AS template
    FROM api_tokens CROSS JOIN LATERAL (
      SELECT * FROM failed_requests WHERE token_id = id ORDER BY at DESC LIMIT ${REFUSED_KEPT}) AS kept
    WHERE user_id = ${userId} ${conditions(filter)}
    ORDER BY at DESC LIMIT ${MAX_READ}
  ), alike AS (
    SELECT token_id, surface, method, operation, version, status, sent_status,
      CASE WHEN min(path) = max(path) THEN min(path) ELSE template END AS path,
      count(*)::int AS times, max(at) AS last, array_agg(request_id ORDER BY at DESC) AS ids
    FROM newest
    GROUP BY token_id, surface, method, template, operation, version, status, sent_status,
      regexp_replace(errors::text, '[0-9]+', '0', 'g')
    ORDER BY last DESC, ids LIMIT ${size}
  )
  SELECT upper(surface::text) AS surface, method, path, operation, alike.version, status,
    sent_status AS "sentStatus", times, last,
    jsonb_build_object('id', id, 'name', name, 'lastFour', last_four, 'version', api_tokens.version) AS token, requests
  FROM alike JOIN api_tokens ON id = token_id CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('requestId', request_id, 'at', at, 'path', kept.path, 'errors', errors)
      ORDER BY at DESC) AS requests
    FROM failed_requests AS kept WHERE request_id = ANY(ids[1:${REQUESTS_OF_ALIKE}])) AS last_ones
  ORDER BY last DESC, ids`;

const conditions = ({ token, requestIds }: FailedRequestFilter): Prisma.Sql => {
  if (requestIds !== undefined) return Prisma.sql`AND request_id = ANY(${requestIds})`;
  if (token === undefined) return Prisma.empty;
  return Prisma.sql`AND token_id IN (SELECT id FROM ${withReplaced(Prisma.sql`id = ${token}`)} AS token)`;
};
