// Authenticates the caller of a request by its token (section 5): one read by unique key for each request.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Statements } from '../database/connection.ts';
import { batchedReads } from '../database/records/batch.ts';
import { recordSql, tableOf } from '../database/records/record-sql.ts';
import type { Caller } from '../operation/context.ts';
import type { VersionName } from '../operation/versions.ts';
import { HASH_SQL, hashToken } from './token-format.ts';
import { stateOf, type TokenState } from './token-rules.ts';

export interface AuthenticatedCaller extends Caller {
  readonly pinnedVersion: VersionName;
  /** The first moment at which the token is refused; null: never. */
  readonly expiresAt: Date | null;
}

/** A token without a caller; the id is that of a token that was usable once. */
interface RefusedToken {
  readonly reason: Exclude<TokenState, 'usable'> | 'unknown' | 'disabled';
  readonly tokenId?: number;
}

export interface Credential {
  readonly value: string;
  /** The dashboard warns of a token in the query. */
  readonly source: 'header' | 'query';
}

const BEARER = /^bearer(?: |$)/i;

/** The Bearer token of a request, valid or not, else its query token; a fault without a token or with two. */
export function readCredential(request: Request, url: URL): Credential | 'missing' | 'several' {
  const authorization = request.headers.get('authorization');
  if (authorization !== null && BEARER.test(authorization)) {
    return { value: authorization.slice('bearer '.length).trim(), source: 'header' };
  }
  const values = new Set(url.searchParams.getAll('token'));
  const [value] = values;
  if (value === undefined) return 'missing';
  return values.size > 1 ? 'several' : { value, source: 'query' };
}

const CALLER = {
  select: {
    id: true,
    userId: true,
    version: true,
    revokedAt: true,
    expiresAt: true,
    user: { select: { permissions: true, disabledAt: true } },
  },
} as const satisfies Prisma.ApiTokenDefaultArgs;

type CallerToken = Prisma.ApiTokenGetPayload<typeof CALLER>;

const ROW = 'token';

export type Authenticate = (value: string) => Promise<AuthenticatedCaller | RefusedToken>;

/** Reads tokens by one prepared statement, which compares their expiry with the clock of the database. */
export function createAuthenticate(statements: Statements): Authenticate {
  const { sql, decode } = recordSql('ApiToken', CALLER.select, ROW);
  const tokens = batchedReads(
    statements,
    `SELECT hash, json_build_array((extract(epoch FROM now()) * 1000)::float8, ${sql})::text FROM ${tableOf('ApiToken')} AS ${ROW} WHERE ${HASH_SQL} = ANY(ARRAY(SELECT decode(wanted, 'hex') FROM unnest($1::text[]) AS wanted))`,
    (row): CallerToken | RefusedToken => {
      const [now, columns] = row as [number, unknown];
      const token = decode(columns) as CallerToken;
      const state = stateOf(token, new Date(now));
      return state === 'usable' ? token : { reason: state, tokenId: token.id };
    },
  );
  return async (value) => {
    const token = await tokens.ask(hashToken(value));
    if (token === null) return { reason: 'unknown' };
    if ('reason' in token) return token;
    const { id, userId, version, expiresAt } = token;
    const { disabledAt, ...user } = token.user;
    if (disabledAt) return { reason: 'disabled', tokenId: id };
    return { tokenId: id, userId, ...user, pinnedVersion: version, expiresAt };
  };
}
