// Creates a token for a person (section 5.3), by the rules of its name, its last day and the number of usable tokens.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { lockTokens, requireRoom } from './token-limit.ts';
import { checkedName, expiryAfter } from './token-rules.ts';
import { createToken, type NewToken } from './tokens.ts';

export interface AskedToken extends Omit<NewToken, 'expiresAt' | 'predecessorId'> {
  /** `YYYY-MM-DD` in UTC; empty or absent: the token does not expire. */
  readonly lastDay?: string;
}

/** Creates a token, its name without white space around it. @throws {TokenRefusedError} */
export async function issueToken(db: PrismaClient, { lastDay = '', ...token }: AskedToken) {
  const name = checkedName(token.name);
  return db.$transaction(async (tx) => {
    const now = await lockTokens(tx, token.userId);
    const expiresAt = expiryAfter(lastDay, now);
    await requireRoom(tx, token.userId, 'current', now);
    return createToken(tx, { ...token, name, expiresAt });
  });
}
