// Erases a user. What the rentals of others refer to stays, without a name.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { deleteIdentities } from './identities.ts';
import { forgetBrowsers } from './known-browsers.ts';
import { type Actor, act } from './security-events.ts';
import { deleteSessions } from './sessions.ts';
import { databaseTime, tokensIn } from './token-state.ts';
import { disableUser } from './users.ts';

/** The rows of a user that a disablement or an erasure concerns. */
export async function countRowsOf(db: PrismaClient, userId: number) {
  const now = await databaseTime(db);
  const [usableTokens, tokens, sessions, products, rentals] = await Promise.all([
    db.apiToken.count({ where: { userId, ...tokensIn('usable', now) } }),
    db.apiToken.count({ where: { userId } }),
    db.session.count({ where: { userId } }),
    db.product.count({ where: { ownerId: userId } }),
    db.rental.count({ where: { OR: [{ tenantId: userId }, { ownerId: userId }] } }),
  ]);
  return { usableTokens, tokens, sessions, products, rentals };
}

/** In place of the name, in the rentals of others. */
export const ERASED_NAME = 'Erased user';

/** Unique, and of a domain that never gets mail (RFC 2606). */
export const erasedEmail = (userId: number): string => `erased-${userId}@erased.invalid`;

/**
 * Erases name, e-mail address, password, sessions, activity, and tokens with their usage and refused requests. Products stay,
 * offline and archived: rentals refer to them. Rows go a few at a time; an erasure that was interrupted leaves a disabled user,
 * whom another one erases whole.
 */
export async function eraseUser(actor: Actor, userId: number): Promise<void> {
  const { db } = actor;
  await disableUser(actor, userId);
  // The usage of a token goes with it: some thousand rows of each.
  await untilNone(
    () => db.$executeRaw`
      DELETE FROM api_tokens WHERE id = ANY(ARRAY(SELECT id FROM api_tokens WHERE user_id = ${userId} LIMIT 5))`,
  );
  await untilNone(
    () => db.$executeRaw`
      UPDATE products SET online = false, archived = true, updated_at = now()
      WHERE id = ANY(ARRAY(SELECT id FROM products WHERE owner_id = ${userId} AND (online OR NOT archived) LIMIT 1000))`,
  );
  await untilNone(
    () => db.$executeRaw`
      DELETE FROM idempotency_records WHERE (user_id, key_hash) IN (
        SELECT user_id, key_hash FROM idempotency_records WHERE user_id = ${userId} LIMIT 1000)`,
  );
  await untilNone(
    () => db.$executeRaw`
      DELETE FROM activity WHERE id = ANY(ARRAY(SELECT id FROM activity WHERE user_id = ${userId} LIMIT 1000))`,
  );
  const nameless = { name: ERASED_NAME, email: erasedEmail(userId), passwordHash: null, permissions: [] };
  await act(actor, async (tx, note) => {
    await deleteSessions(tx, userId);
    await forgetBrowsers(tx, userId);
    await deleteIdentities(tx, userId);
    // A request that was under way may have made one.
    await tx.apiToken.deleteMany({ where: { userId } });
    await tx.activity.deleteMany({ where: { userId } });
    await tx.user.update({ where: { id: userId }, data: nameless, select: { id: true } });
    await note({ action: 'user-erased', userId });
  });
}

async function untilNone(change: () => Promise<number>): Promise<void> {
  while ((await change()) > 0);
}
