// Authenticates the caller of a request by its token (section 5): one read by unique key per request.
import { Permission } from '../../prisma/generated/client/enums.ts';
import type { Db } from '../database/db.ts';
import { rowLoader } from '../database/loader.ts';
import type { Caller } from '../operation/context.ts';
import type { VersionName } from '../operation/versions.ts';
import { hashToken } from './token-format.ts';

export interface AuthenticatedCaller extends Caller {
  readonly pinnedVersion: VersionName;
  /** When the token stops working; null: never. */
  readonly expiresAt: Date | null;
}

export interface Ends {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Whether a token works at a time of the database. */
export function stateOf({ revokedAt, expiresAt }: Ends, now: Date) {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'usable';
}

/** A token without a caller; the ID is set if the token was usable once. */
interface RejectedToken {
  readonly reason: Exclude<ReturnType<typeof stateOf>, 'usable'> | 'unknown' | 'disabled';
  readonly tokenId?: number;
}

export interface Credential {
  readonly value: string;
  /** The dashboard warns of a token in the query. */
  readonly source: 'header' | 'query';
}

const BEARER = /^bearer(?: |$)/i;

/** The request's Bearer token, valid or not, otherwise its query token; or why there isn't exactly one. */
export function readCredential({ headers }: Request, url: URL) {
  const authorization = headers.get('authorization');
  if (authorization !== null && BEARER.test(authorization)) {
    const value = authorization.slice('bearer '.length).trim();
    return value === '' ? 'missing' : ({ value, source: 'header' } as const);
  }
  const values = new Set(url.searchParams.getAll('token').map((one) => one.trim()));
  if (values.size > 1) return 'several';
  const [value] = values;
  if (value) return { value, source: 'query' } as const;
  if (authorization) return 'notBearer';
  return headers.has('x-api-key') ? 'otherHeader' : 'missing';
}

const loadToken = rowLoader('SELECT FROM api_tokens', 'hash', (db, hashes: string[]) =>
  db.reads.apiToken.findMany({
    where: { hash: { in: hashes } },
    select: {
      id: true,
      hash: true,
      userId: true,
      version: true,
      revokedAt: true,
      expiresAt: true,
      user: { select: { permissions: true, disabledAt: true } },
    },
  }),
);

/**
 * Finds the caller whose token has a value; the row is read for each request, so that a revoked token stops working at
 * once.
 */
export const createAuthenticate =
  (db: Db) =>
  async (value: string): Promise<AuthenticatedCaller | RejectedToken> => {
    const token = await loadToken(db, hashToken(value));
    if (token === null) return { reason: 'unknown' };
    const { id: tokenId, userId, version, expiresAt } = token;
    const state = stateOf(token, new Date());
    if (state !== 'usable') return { reason: state, tokenId };
    const { disabledAt, permissions } = token.user;
    if (disabledAt) return { reason: 'disabled', tokenId };
    return { tokenId, userId, permissions, pinnedVersion: version, expiresAt };
  };

/** What a caller sees of its token, by ID; null if the owner was erased meanwhile. */
export const loadTokenOfCaller = rowLoader(
  'SELECT FROM api_tokens',
  'id',
  (db, ids: number[]) =>
    db.reads.apiToken.findMany({
      where: { id: { in: ids } },
      select: {
        id: true,
        prefix: true,
        name: true,
        version: true,
        createdAt: true,
        expiresAt: true,
        user: { select: { name: true } },
      },
    }),
);

const PERMISSIONS = Object.values(Permission);

/** A user's permissions, which all the user's tokens inherit (D5), such as `read, write`; empty for none. */
export const permissionNames = (permissions: readonly Permission[]) =>
  PERMISSIONS.filter((one) => permissions.includes(one))
    .join(', ')
    .toLowerCase();

/** The user's current permissions; the token's expiry, if any, as an HTTP date (RFC 9110, section 5.6.7). */
export const callerHeaders = ({
  permissions,
  expiresAt,
}: AuthenticatedCaller): Record<string, string> => ({
  'Token-Permissions': permissionNames(permissions),
  ...(expiresAt && { 'Token-Expires': expiresAt.toUTCString() }),
});
