// Tokens that are printed once: each time a fresh one, and only the newest unused ones are kept.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { createToken, type NewToken } from '../accounts/tokens.ts';

/** Unused tokens of one name, the fresh one included: several nodes that start together print one each. */
const UNUSED_TOKENS_KEPT = 10;

/** Creates a token and removes the oldest of the same name that were never used. */
export async function issueDemoToken(
  tx: Prisma.TransactionClient,
  token: NewToken,
): Promise<{ id: number; value: string }> {
  const { userId, name } = token;
  const surplus = await tx.apiToken.findMany({
    where: { userId, name, lastUsedAt: null },
    select: { id: true },
    orderBy: { id: 'desc' },
    skip: UNUSED_TOKENS_KEPT - 1,
  });
  if (surplus.length > 0) await tx.apiToken.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  return createToken(tx, token);
}
