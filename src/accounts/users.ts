// The users of the dashboard, who own tokens: operators create, disable and erase them.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { isHeldUp, retryOnConflict } from '../database/database-errors.ts';
import { emailKey } from './email-key.ts';
import { inParts } from './in-parts.ts';
import { type Actor, logEvent, type SecurityEvent } from './security-events.ts';
import { deleteSessions } from './sessions.ts';

export const findUserByEmail = (db: PrismaClient, email: string) =>
  db.user.findUnique({ where: { email: emailKey(email) } });

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/** All users by ID. */
export const listUsers = (db: PrismaClient) => inParts((part) => db.user.findMany(part));

/** Returns the ID. */
export async function createUser(
  actor: Actor,
  { email, name, permissions }: Pick<UserRow, 'email' | 'name' | 'permissions'>,
) {
  const data = { email: emailKey(email), name, permissions };
  const { id: userId } = await actor.db.user.create({ data, select: { id: true } });
  logEvent(actor, { action: 'user-created', userId });
  return userId;
}

async function updateUser(
  actor: Actor,
  userId: number,
  data: Prisma.UserUpdateInput,
  event: SecurityEvent,
) {
  await actor.db.user.update({ where: { id: userId }, data, select: { id: true } });
  logEvent(actor, { ...event, userId });
}

/** Takes effect with the next request of each of the user's tokens. */
export const setPermissions = (actor: Actor, userId: number, permissions: Permission[]) =>
  updateUser(actor, userId, { permissions }, { action: 'permissions-changed', permissions });

/** Sessions and tokens keep working. */
export const renameUser = (
  actor: Actor,
  userId: number,
  { name, email }: Readonly<Record<'name' | 'email', string | undefined>>,
) =>
  updateUser(
    actor,
    userId,
    { ...(name && { name }), ...(email && { email: emailKey(email) }) },
    { action: 'user-renamed' },
  );

/**
 * Tokens stop working with their next request, sessions end, and writes in progress are done or will fail. Calling it
 * again keeps the first time.
 */
export async function disableUser(actor: Actor, userId: number) {
  // Waits for no write and lets no new one begin, so that the lock below is free before long.
  await actor.db
    .$executeRaw`UPDATE users SET disabled_at = now() WHERE id = ${userId} AND disabled_at IS NULL`;
  await actor.db.$transaction(async (tx) => {
    // Before the user's row, as a sign-in by a link locks them.
    await tx.signInLink.deleteMany({ where: { userId } });
    // Waits for the writes that hold the row. After this lock, the update conflicts with theirs, so that a write whose
    // statement began earlier reads the row again; without it, such a write would use the version that it knows.
    await tx.$executeRaw`SELECT FROM users WHERE id = ${userId} FOR UPDATE`;
    await tx.$executeRaw`UPDATE users SET disabled_at = disabled_at WHERE id = ${userId}`;
    await deleteSessions(tx, userId);
  });
  logEvent(actor, { action: 'user-disabled', userId });
}

export const enableUser = (actor: Actor, userId: number) =>
  updateUser(actor, userId, { disabledAt: null }, { action: 'user-enabled' });

/** Replaces the name in other users' rentals. */
export const ERASED_NAME = 'Erased user';

/** Unique, in a domain that never gets mail (RFC 2606). */
export const erasedEmail = (userId: number) => `erased-${userId}@erased.invalid`;

/**
 * Erases name, e-mail address, sessions, tokens with their usage and failed requests, and products.
 * Products that a rental refers to, directly or through a bundle, stay offline and archived. Rows are deleted a few at
 * a time; an interrupted erasure leaves a disabled user, whom another run erases completely.
 */
export async function eraseUser(actor: Actor, userId: number) {
  await disableUser(actor, userId);
  for (const part of [
    // A token's usage is deleted with it: some thousand rows each.
    Prisma.sql`DELETE FROM api_tokens WHERE id = ANY(ARRAY(
      SELECT id FROM api_tokens WHERE user_id = ${userId} LIMIT 5))`,
    // Bundles first, then the products only they referred to.
    Prisma.sql`DELETE FROM products WHERE id = ANY(ARRAY(SELECT id FROM products WHERE owner_id = ${userId}
      AND NOT EXISTS (SELECT FROM rental_items WHERE product_id = products.id)
      AND NOT EXISTS (SELECT FROM bundle_items WHERE ad_id = products.id) LIMIT 500))`,
    Prisma.sql`UPDATE products SET online = false, archived = true, updated_at = now()
      WHERE id = ANY(ARRAY(
        SELECT id FROM products WHERE owner_id = ${userId} AND (online OR NOT archived) LIMIT 1000))`,
    Prisma.sql`DELETE FROM idempotency_records WHERE (user_id, key_hash) IN (
      SELECT user_id, key_hash FROM idempotency_records WHERE user_id = ${userId} LIMIT 1000)`,
  ]) {
    // May deadlock with a write of usage, which locks tokens and their usage in another order.
    const deleteSome = () =>
      retryOnConflict(() => actor.db.$executeRaw(part), { isWorthIt: isHeldUp });
    while ((await deleteSome()) > 0);
  }
  await actor.db.$transaction(async (tx) => {
    await deleteSessions(tx, userId);
    await tx.identity.deleteMany({ where: { userId } });
    const data = { name: ERASED_NAME, email: erasedEmail(userId), permissions: [] };
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
  });
  logEvent(actor, { action: 'user-erased', userId });
}
