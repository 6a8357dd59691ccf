// API tokens (section 5): stored, issued to users by the rules, rolled, renamed and revoked.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { HOUR_MILLISECONDS } from '../time.ts';
import { stateOf } from './authenticate.ts';
import { type Actor, logEvent } from './security-events.ts';
import {
  createTokenValue,
  type Environment,
  hashToken,
  tokenPrefix,
} from './token-format.ts';
import {
  checkedName,
  databaseTime,
  expiryAfter,
  TokenRuleError,
  usableTokens,
} from './token-rules.ts';

/** What the rest of a row is derived from; its version is the latest, which the token stays tied to (section 9.3). */
export interface NewToken
  extends Omit<Prisma.ApiTokenUncheckedCreateInput, 'hash' | 'prefix' | 'lastFour'> {
  readonly environment: Environment;
}

/** A row without the hash. */
const VALUE = { omit: { hash: true } } as const;

/** A row for pages, with the value it replaced by a roll, and the one that replaced it. */
export const TOKEN = { ...VALUE, include: { predecessor: VALUE, successor: VALUE } } as const;

const ID = { select: { id: true } } as const;

/** A new value, which is not stored, and its token's row. */
export function newTokenRow({ environment, ...columns }: NewToken) {
  const value = createTokenValue(environment);
  const row = {
    ...columns,
    hash: hashToken(value),
    prefix: tokenPrefix(environment),
    lastFour: value.slice(-4),
  };
  return { value, row };
}

/** Stores a token without the rules of `issueToken`. Only the result contains the value. */
export async function createToken(db: Prisma.TransactionClient, token: NewToken) {
  const { value, row } = newTokenRow(token);
  return { ...(await db.apiToken.create({ data: row, ...TOKEN })), value };
}

/** This user's token in any state, or null. */
export const findToken = (db: Prisma.TransactionClient, userId: number, id: number) =>
  db.apiToken.findUnique({ where: { id, userId }, ...TOKEN });

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

/** The token that a form created; the unique key rejects one of two concurrent requests. */
export const findTokenOfForm = (db: PrismaClient, formKey: string) =>
  db.apiToken.findUnique({ where: { formKey }, ...ID });

/** Renames this user's token, if it exists. @throws {TokenRuleError} */
export async function renameToken(actor: Actor, userId: number, id: number, given: string) {
  const name = checkedName(given);
  const { count } = await actor.db.apiToken.updateMany({
    where: { id, userId },
    data: { name },
  });
  if (count > 0) logEvent(actor, { action: 'token-renamed', userId, tokenId: id });
}

/** Revokes this user's token for good; false if it doesn't exist or is already revoked. */
export async function revokeToken(actor: Actor, userId: number, id: number) {
  const isRevoked = await markRevoked(actor.db, userId, id);
  if (isRevoked) logEvent(actor, { action: 'token-revoked', userId, tokenId: id });
  return isRevoked;
}

/** By the database's clock; false if there is no such token to revoke. */
async function markRevoked(db: Prisma.TransactionClient, userId: number, id: number) {
  const count = await db.$executeRaw`
    UPDATE api_tokens SET revoked_at = now() WHERE id = ${id} AND user_id = ${userId} AND revoked_at IS NULL`;
  return count > 0;
}

/** Tokens without a successor, and as many rolled ones that still work for a while. */
export const MAX_USABLE_TOKENS = 100;

const TOO_MANY = {
  current: `You can have ${MAX_USABLE_TOKENS} usable tokens. Revoke one first.`,
  rolled: `The old values of ${MAX_USABLE_TOKENS} tokens still work. Choose to end this one at once.`,
};

/**
 * Locks the user's row: other new tokens wait for the end of the transaction. Returns the database's time.
 * @throws {TokenRuleError} the user is disabled
 */
async function lockTokens(tx: Prisma.TransactionClient, userId: number) {
  // NO KEY UPDATE, so that inserts of rows that refer to the user, such as products, don't wait.
  const locked = await tx.$queryRaw<object[]>`
    SELECT 1 FROM users WHERE id = ${userId} AND disabled_at IS NULL FOR NO KEY UPDATE`;
  if (locked.length === 0) throw new TokenRuleError('This account is disabled.');
  return databaseTime(tx);
}

/** @throws {TokenRuleError} the user has too many usable tokens of this kind */
async function requireRoom(
  tx: Prisma.TransactionClient,
  userId: number,
  kind: keyof typeof TOO_MANY,
  now: Date,
) {
  const successor = kind === 'rolled' ? { isNot: null } : null;
  const usable = await tx.apiToken.count({
    where: { userId, successor, ...usableTokens(now) },
  });
  if (usable >= MAX_USABLE_TOKENS) throw new TokenRuleError(TOO_MANY[kind]);
}

/**
 * Creates a token with a trimmed name. Its last day is `YYYY-MM-DD` in UTC; empty or absent: it doesn't expire.
 * @throws {TokenRuleError}
 */
export async function issueToken(
  actor: Actor,
  { lastDay = '', ...token }: NewToken & { readonly lastDay?: string },
) {
  const name = checkedName(token.name);
  const made = await actor.db.$transaction(async (tx) => {
    const now = await lockTokens(tx, token.userId);
    const expiresAt = expiryAfter(lastDay, now);
    await requireRoom(tx, token.userId, 'current', now);
    return createToken(tx, { ...token, name, expiresAt });
  });
  logEvent(actor, { action: 'token-created', userId: made.userId, tokenId: made.id });
  return made;
}

/** How long the old value may still be used. */
export const ROLL_OVERLAP_HOURS = 24;

interface Roll {
  readonly userId: number;
  readonly tokenId: number;
  readonly environment: Environment;
  /** Whether the old value works for ROLL_OVERLAP_HOURS, or stops at once. */
  readonly overlaps: boolean;
  /** The new token's, as for `issueToken`. */
  readonly lastDay: string;
}

/**
 * Returns another token with the same name and version, with its value. A token is rolled at most once and never after
 * its revocation, even by concurrent requests. @throws {TokenRuleError}
 */
export async function rollToken(
  actor: Actor,
  { userId, tokenId, environment, overlaps, lastDay }: Roll,
) {
  const { made, predecessorEnds } = await actor.db.$transaction(async (tx) => {
    const now = await lockTokens(tx, userId);
    // A revocation of the token commits before this statement, or waits for the end of the transaction.
    await tx.$queryRaw`SELECT 1 FROM api_tokens WHERE id = ${tokenId} FOR NO KEY UPDATE`;
    const old = await findToken(tx, userId, tokenId);
    if (!old || old.revokedAt)
      throw new TokenRuleError('This token is revoked. Create a new one.');
    if (old.successor) throw new TokenRuleError('This token was already rolled.');
    const expiresAt = expiryAfter(lastDay, now);
    const predecessorEnds = overlaps ? overlapEnd(old, now) : now;
    if (stateOf(old, now) === 'expired') await requireRoom(tx, userId, 'current', now);
    else if (overlaps) {
      await requireRoom(tx, userId, 'rolled', now);
      const data = { expiresAt: predecessorEnds };
      await tx.apiToken.update({ where: { id: tokenId }, data, ...ID });
    } else await markRevoked(tx, userId, tokenId);
    const made = await createToken(tx, {
      userId,
      name: old.name,
      version: old.version,
      environment,
      expiresAt,
      predecessorId: tokenId,
    });
    return { made, predecessorEnds };
  });
  logEvent(actor, {
    action: 'token-rolled',
    userId,
    tokenId: made.id,
    predecessorId: tokenId,
    predecessorEnds,
  });
  return made;
}

/** An earlier expiry stays. */
function overlapEnd({ expiresAt }: TokenRow, now: Date) {
  const end = new Date(now.getTime() + ROLL_OVERLAP_HOURS * HOUR_MILLISECONDS);
  return expiresAt && expiresAt < end ? expiresAt : end;
}
