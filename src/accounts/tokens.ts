// The API tokens of a user (section 5): create, list, revoke.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import type { VersionName } from '../operation/versions.ts';
import { createTokenValue, type Environment, hashToken, tokenPrefix } from './token-format.ts';

/** How long a name may be, in code points. */
export const TOKEN_NAME_MAX_LENGTH = 100;

export interface NewToken {
  readonly userId: number;
  readonly name: string;
  readonly environment: Environment;
  /** The newest version, to which the token stays tied (section 9.3). */
  readonly version: VersionName;
  /** The form that asks for it: sent a second time, it makes no other. */
  readonly formKey?: string;
}

/** What may be shown of a token at any time: all of its row but the hash. */
const TOKEN_COLUMNS = {
  id: true,
  name: true,
  prefix: true,
  lastFour: true,
  version: true,
  createdAt: true,
  lastUsedAt: true,
  lastSurface: true,
  lastSentInUrlAt: true,
  revokedAt: true,
} as const;

/** Creates a token. The value in the answer can be read only here: what is stored is its hash. */
export async function createToken(
  db: Prisma.TransactionClient,
  { userId, name, environment, version, formKey }: NewToken,
) {
  const value = createTokenValue(environment);
  const token = await db.apiToken.create({
    data: {
      userId,
      name,
      version,
      formKey: formKey ?? null,
      hash: hashToken(value),
      prefix: tokenPrefix(environment),
      lastFour: value.slice(-4),
    },
    select: TOKEN_COLUMNS,
  });
  return { ...token, value };
}

/** The tokens of a user, revoked ones too, newest first. */
export const listTokens = (db: PrismaClient, userId: number) =>
  db.apiToken.findMany({ where: { userId }, select: TOKEN_COLUMNS, orderBy: { id: 'desc' } });

/** A token of this user, revoked ones too; null where there is none. */
export const findToken = (db: PrismaClient, userId: number, tokenId: number) =>
  db.apiToken.findUnique({ where: { id: tokenId, userId }, select: TOKEN_COLUMNS });

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export const countValidTokens = (db: PrismaClient, userId: number) =>
  db.apiToken.count({ where: { userId, revokedAt: null } });

/** Whether a form has made its token; of two that are sent at once, the unique key refuses one. */
export const isFormUsed = async (db: PrismaClient, formKey: string) =>
  (await db.apiToken.findUnique({ where: { formKey }, select: { id: true } })) !== null;

/** Revokes a token of this user, for good; false where there is no such token that was valid. */
export async function revokeToken(db: Prisma.TransactionClient, userId: number, tokenId: number): Promise<boolean> {
  const { count } = await db.apiToken.updateMany({
    where: { id: tokenId, userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return count > 0;
}
