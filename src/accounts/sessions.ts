// Sessions of the dashboard: a random value in a cookie, its hash in the database, an end by idleness and by age.
import { createHash, randomBytes } from 'node:crypto';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

export const IDLE_MINUTES = 30;
const LONGEST_HOURS = 12;

/** The time of the last page is written no more often than this. */
const SEEN_EVERY_SECONDS = 60;

const hashOf = (value: string) => createHash('sha256').update(value).digest('hex');

/** Starts a session and returns its value, which can be read only here. Its times are those of the database's clock. */
export async function startSession(db: PrismaClient, userId: number): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db.$executeRaw`INSERT INTO sessions (hash, user_id) VALUES (${hashOf(value)}, ${userId})`;
  return value;
}

/** The user of a session that has not ended by the database's clock; the time of this page is noted. */
export async function findSessionUser(db: PrismaClient, value: string) {
  const [session] = await db.$queryRaw<{ id: number; userId: number; isNoted: boolean }[]>`
    SELECT id, user_id AS "userId", seen_at > now() - make_interval(secs => ${SEEN_EVERY_SECONDS}::int) AS "isNoted"
    FROM sessions
    WHERE hash = ${hashOf(value)}
      AND seen_at >= now() - make_interval(mins => ${IDLE_MINUTES}::int)
      AND created_at >= now() - make_interval(hours => ${LONGEST_HOURS}::int)`;
  if (!session) return undefined;
  if (!session.isNoted) await db.$executeRaw`UPDATE sessions SET seen_at = now() WHERE id = ${session.id}`;
  const columns = { id: true, name: true, email: true, permissions: true };
  return (await db.user.findUnique({ where: { id: session.userId }, select: columns })) ?? undefined;
}

export async function endSession(db: PrismaClient, value: string): Promise<void> {
  await db.session.deleteMany({ where: { hash: hashOf(value) } });
}
