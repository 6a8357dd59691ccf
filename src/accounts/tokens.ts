// The rows of API tokens (section 5): create, list, find, rename, revoke.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import type { VersionName } from '../operation/versions.ts';
import { type Actor, act } from './security-events.ts';
import { createTokenValue, type Environment, hashToken, tokenPrefix } from './token-format.ts';
import { checkedName } from './token-rules.ts';

export interface NewToken {
  readonly userId: number;
  readonly name: string;
  readonly environment: Environment;
  /** The newest version, to which the token stays tied (section 9.3). */
  readonly version: VersionName;
  /** The key of the form; unique, so that a form sent twice creates one token. */
  readonly formKey?: string;
  /** The first instant at which the token is refused; null or absent: never. */
  readonly expiresAt?: Date | null;
  /** The token that a roll replaces; unique, so that a token is rolled once. */
  readonly predecessorId?: number;
}

/** The columns of a value that a roll has replaced, or made. */
const VALUE_COLUMNS = {
  id: true,
  prefix: true,
  lastFour: true,
  lastUsedAt: true,
  lastSurface: true,
  lastAddress: true,
  lastAgent: true,
  revokedAt: true,
  expiresAt: true,
} as const;

/** The columns for pages: all but the hash. */
export const TOKEN_COLUMNS = {
  ...VALUE_COLUMNS,
  userId: true,
  name: true,
  version: true,
  createdAt: true,
  lastSentInUrlAt: true,
  predecessor: { select: VALUE_COLUMNS },
  successor: { select: VALUE_COLUMNS },
} as const;

/** A new value, which is not stored, and the row of its token. */
export function newTokenRow({ environment, ...columns }: NewToken) {
  const value = createTokenValue(environment);
  const [hash, prefix, lastFour] = [hashToken(value), tokenPrefix(environment), value.slice(-4)];
  return { value, row: { ...columns, hash, prefix, lastFour } };
}

/** Stores a token without the rules of `issueToken`. Only the result has the value. */
export async function createToken(db: Prisma.TransactionClient, token: NewToken) {
  const { value, row } = newTokenRow(token);
  return { ...(await db.apiToken.create({ data: row, select: TOKEN_COLUMNS })), value };
}

/** The tokens of a user that meet a condition, newest first; without one also expired and revoked ones. */
export const listTokens = (db: PrismaClient, userId: number, where: Prisma.ApiTokenWhereInput = {}) =>
  db.apiToken.findMany({ where: { ...where, userId }, select: TOKEN_COLUMNS, orderBy: { id: 'desc' } });

/** A token of this user in any state, or null. */
export const findToken = (db: Prisma.TransactionClient, userId: number, tokenId: number) =>
  db.apiToken.findUnique({ where: { id: tokenId, userId }, select: TOKEN_COLUMNS });

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

/** The token that a form has created; the unique key refuses one of two concurrent requests. */
export const findTokenOfForm = (db: PrismaClient, formKey: string) =>
  db.apiToken.findUnique({ where: { formKey }, select: { id: true } });

/** Sets the name of a token of this user, if there is one. @throws {TokenRefusedError} */
export async function renameToken(actor: Actor, userId: number, tokenId: number, given: string): Promise<void> {
  const name = checkedName(given);
  await act(actor, async (tx, note) => {
    const { count } = await tx.apiToken.updateMany({ where: { id: tokenId, userId }, data: { name } });
    if (count > 0) await note({ action: 'token-renamed', userId, token: { id: tokenId, name } });
  });
}

/** Revokes a token of this user for good; false if the user has no such token, or has revoked it. */
export const revokeToken = (actor: Actor, userId: number, tokenId: number): Promise<boolean> =>
  act(actor, async (tx, note) => {
    const name = await markRevoked(tx, userId, tokenId);
    if (name === undefined) return false;
    await note({ action: 'token-revoked', userId, token: { id: tokenId, name } });
    return true;
  });

/** Revokes a token as a part of an act; returns its name, or undefined without a token that is not revoked. */
export async function markRevoked(tx: Prisma.TransactionClient, userId: number, tokenId: number) {
  const [revoked] = await tx.$queryRaw<{ name: string }[]>`
    UPDATE api_tokens SET revoked_at = now() WHERE id = ${tokenId} AND user_id = ${userId} AND revoked_at IS NULL
    RETURNING name`;
  return revoked?.name;
}
