// Limits the number of usable tokens of a user, also for concurrent requests.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { TokenRefusedError } from './token-rules.ts';
import { databaseTime, tokensIn } from './token-state.ts';

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
