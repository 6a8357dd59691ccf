// Creates a token for a person (section 5.3), by the rules of its name, its last day and the number of usable tokens.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { type Actor, act } from './security-events.ts';
import { checkedName, expiryAfter, TokenRefusedError } from './token-rules.ts';
import { databaseTime, tokensIn } from './token-state.ts';
import { createToken, type NewToken } from './tokens.ts';

/** Tokens without a successor, and as many rolled ones that are usable for a while. */
const MAX_USABLE_TOKENS = 100;

/** Locks the row of the user: other new tokens wait for the end of the transaction. Returns the time of the database. */
export async function lockTokens(tx: Prisma.TransactionClient, userId: number): Promise<Date> {
  // NO KEY UPDATE: inserts of rows that refer to the user, such as products, need not wait.
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return databaseTime(tx);
}

const REFUSALS = {
  current: `A user can have ${MAX_USABLE_TOKENS} usable tokens. Revoke one of them first.`,
  rolled: `The old values of ${MAX_USABLE_TOKENS} tokens are still usable. End this one at once.`,
};

/** @throws {TokenRefusedError} the user has too many usable tokens, without a successor or rolled ones, for another one */
export async function requireRoom(
  tx: Prisma.TransactionClient,
  userId: number,
  kind: keyof typeof REFUSALS,
  now: Date,
): Promise<void> {
  const successor = kind === 'rolled' ? { isNot: null } : null;
  const usable = await tx.apiToken.count({ where: { userId, successor, ...tokensIn('usable', now) } });
  if (usable >= MAX_USABLE_TOKENS) throw new TokenRefusedError(REFUSALS[kind]);
}

interface AskedToken extends Omit<NewToken, 'expiresAt' | 'predecessorId'> {
  /** `YYYY-MM-DD` in UTC; empty or absent: the token does not expire. */
  readonly lastDay?: string;
}

/** Creates a token, its name without white space around it. @throws {TokenRefusedError} */
export async function issueToken(actor: Actor, { lastDay = '', ...token }: AskedToken) {
  const name = checkedName(token.name);
  return act(actor, async (tx, note) => {
    const now = await lockTokens(tx, token.userId);
    const expiresAt = expiryAfter(lastDay, now);
    await requireRoom(tx, token.userId, 'current', now);
    const made = await createToken(tx, { ...token, name, expiresAt });
    await note({ action: 'token-created', userId: made.userId, token: made });
    return made;
  });
}
