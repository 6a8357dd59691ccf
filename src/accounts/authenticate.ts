// From the credential of a request to its caller (section 5, D1 to D5): one read by unique key, on every request.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Caller } from '../operation/operation.ts';
import type { VersionName } from '../operation/versions.ts';
import { hashToken } from './token-format.ts';

export interface AuthenticatedCaller extends Caller {
  /** The version that the token is tied to. */
  readonly pinnedVersion: VersionName;
}

export interface Credential {
  readonly value: string;
  /** Where it stood: a token in the URL works, but is worth a warning. */
  readonly source: 'header' | 'query';
}

const BEARER = /^bearer(?: |$)/i;

/** The credential of a request, if it has one: the Bearer header wins, valid or not (D3). */
export function credentialOf(request: Request, url: URL): Credential | undefined {
  const authorization = request.headers.get('authorization');
  if (authorization !== null && BEARER.test(authorization)) {
    return { value: authorization.slice('bearer '.length).trim(), source: 'header' };
  }
  const values = new Set(url.searchParams.getAll('token'));
  const [value] = values;
  return value === undefined || values.size > 1 ? undefined : { value, source: 'query' };
}

/** The caller behind a token, or undefined where there is none or it was revoked (D4). */
export async function authenticate(db: PrismaClient, value: string): Promise<AuthenticatedCaller | undefined> {
  const token = await db.apiToken.findUnique({
    where: { hash: hashToken(value) },
    select: { id: true, userId: true, version: true, revokedAt: true, user: { select: { permissions: true } } },
  });
  if (!token || token.revokedAt) return undefined;
  return {
    tokenId: token.id,
    userId: token.userId,
    permissions: token.user.permissions,
    pinnedVersion: token.version,
  };
}
