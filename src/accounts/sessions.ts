// Sessions of the dashboard: a random value in the cookie, its hash in the database; they end by idleness and by age.
import { createHash, randomBytes } from 'node:crypto';
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, act } from './security-events.ts';

export const IDLE_MINUTES = 30;
const MAX_AGE_HOURS = 12;
const VALUE_BYTES = 32;

/** At most one write of `seen_at` in this time. */
const SEEN_EVERY_SECONDS = 60;

const hashSessionValue = (value: string) => createHash('sha256').update(value).digest('hex');

/** Starts a session, by the clock of the database, and returns its value, which is not stored. */
export async function startSession(actor: Actor, userId: number): Promise<string> {
  const value = randomBytes(VALUE_BYTES).toString('base64url');
  await act(actor, async (tx, note) => {
    const [{ id: sessionId } = {}] = await tx.$queryRaw<{ id?: number }[]>`
      INSERT INTO sessions (hash, user_id) VALUES (${hashSessionValue(value)}, ${userId}) RETURNING id`;
    await note({ action: 'signed-in', userId, sessionId });
  });
  return value;
}

/** The condition of an open session, by the clock of the database. */
const isOpen = () => Prisma.sql`seen_at >= now() - make_interval(mins => ${IDLE_MINUTES}::int)
  AND created_at >= now() - make_interval(hours => ${MAX_AGE_HOURS}::int)`;

/** The user and the id of an open session, and the time of the database; sets `seen_at`. */
export async function findSessionUser(db: PrismaClient, value: string) {
  const [session] = await db.$queryRaw<{ id: number; userId: number; now: Date; isNoted: boolean }[]>`
    SELECT id, user_id AS "userId", now(), seen_at > now() - make_interval(secs => ${SEEN_EVERY_SECONDS}::int) AS "isNoted"
    FROM sessions
    WHERE hash = ${hashSessionValue(value)} AND ${isOpen()}`;
  if (!session) return undefined;
  if (!session.isNoted) await db.$executeRaw`UPDATE sessions SET seen_at = now() WHERE id = ${session.id}`;
  const columns = { id: true, name: true, email: true, permissions: true };
  const user = await db.user.findUnique({ where: { id: session.userId, disabledAt: null }, select: columns });
  return user ? { user, sessionId: session.id, now: session.now } : undefined;
}

/** Ends the session of a value, if there is one. */
export const endSession = (actor: Actor, value: string): Promise<void> =>
  act(actor, async (tx, note) => {
    const [ended] = await tx.$queryRaw<{ userId: number; sessionId: number }[]>`
      DELETE FROM sessions WHERE hash = ${hashSessionValue(value)} RETURNING user_id AS "userId", id AS "sessionId"`;
    if (ended) await note({ action: 'signed-out', ...ended });
  });

/** The number of open sessions of a user, without that of the value `own`. */
export async function countOtherSessions(db: PrismaClient, userId: number, own: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM sessions WHERE user_id = ${userId} AND hash <> ${hashSessionValue(own)} AND ${isOpen()}`;
  return row?.count ?? 0;
}

/** Ends the sessions of a user except that of the value `kept`. */
export const endSessions = (actor: Actor, userId: number, kept: string): Promise<void> =>
  act(actor, async (tx, note) => {
    await deleteSessions(tx, userId, kept);
    await note({ action: 'sessions-ended', userId });
  });

/** Ends the sessions of a user as a part of an act. */
export const deleteSessions = (tx: Prisma.TransactionClient, userId: number, kept?: string) =>
  tx.session.deleteMany({ where: { userId, ...(kept !== undefined && { hash: { not: hashSessionValue(kept) } }) } });
