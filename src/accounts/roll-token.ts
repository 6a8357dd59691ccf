// Rolls a token: another token with its name and version replaces it, and the old value ends at once or a day later.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { lockTokens, requireRoom } from './issue-token.ts';
import { type Actor, act } from './security-events.ts';
import type { Environment } from './token-format.ts';
import { expiryAfter, TokenRefusedError } from './token-rules.ts';
import { stateOf } from './token-state.ts';
import { createToken, findToken, markRevoked, type TokenRow } from './tokens.ts';

/** The longest use of the old value. */
export const ROLL_OVERLAP_HOURS = 24;
const HOUR_MILLISECONDS = 3_600_000;

interface Roll {
  readonly userId: number;
  readonly tokenId: number;
  readonly environment: Environment;
  /** Whether the old value is usable for ROLL_OVERLAP_HOURS, or ends at once. */
  readonly overlaps: boolean;
  /** Of the new token, as of `issueToken`. */
  readonly lastDay: string;
}

/**
 * The new token with its value. A token is rolled once at most, and never after its revocation, also by concurrent requests.
 * @throws {TokenRefusedError}
 */
export function rollToken(actor: Actor, { userId, tokenId, environment, overlaps, lastDay }: Roll) {
  return act(actor, async (tx, note) => {
    const now = await lockTokens(tx, userId);
    // A revocation of the token ends before this statement, or waits for the end of the transaction.
    await tx.$queryRaw`SELECT 1 FROM api_tokens WHERE id = ${tokenId} FOR NO KEY UPDATE`;
    const old = await findToken(tx, userId, tokenId);
    if (!old || old.revokedAt) throw new TokenRefusedError('The token is revoked. Create another one.');
    if (old.successor) throw new TokenRefusedError('The token was rolled before.');
    const expiresAt = expiryAfter(lastDay, now);
    if (stateOf(old, now) === 'expired') await requireRoom(tx, userId, 'current', now);
    else if (overlaps) await endLater(tx, old, now);
    else await markRevoked(tx, userId, old.id);
    const { name, version } = old;
    const predecessorId = old.id;
    const made = await createToken(tx, { userId, name, version, environment, expiresAt, predecessorId });
    await note({ action: 'token-rolled', userId, token: { id: made.id, name, predecessorId } });
    return made;
  });
}

/** An earlier expiry stays. */
async function endLater(tx: Prisma.TransactionClient, { id, userId, expiresAt }: TokenRow, now: Date): Promise<void> {
  await requireRoom(tx, userId, 'rolled', now);
  const end = new Date(now.getTime() + ROLL_OVERLAP_HOURS * HOUR_MILLISECONDS);
  if (expiresAt && expiresAt < end) return;
  await tx.apiToken.update({ where: { id }, data: { expiresAt: end }, select: { id: true } });
}
