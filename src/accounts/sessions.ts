// Sessions of the dashboard: a random value in a cookie, its hash in the database, an end by idleness and by age.
import { createHash, randomBytes } from 'node:crypto';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

export const IDLE_MINUTES = 30;
const LONGEST_HOURS = 12;

const MINUTE = 60_000;

/** The time of the last page is written no more often than this. */
const SEEN_EVERY = MINUTE;

const hashOf = (value: string) => createHash('sha256').update(value).digest('hex');

/** Starts a session and returns its value, which can be read only here. */
export async function startSession(db: PrismaClient, userId: number): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db.session.create({ data: { hash: hashOf(value), userId }, select: { id: true } });
  return value;
}

/** The user behind a session that has not ended, and notes that it was seen. */
export async function findSessionUser(db: PrismaClient, value: string, now = new Date()) {
  const session = await db.session.findUnique({
    where: { hash: hashOf(value) },
    select: {
      id: true,
      createdAt: true,
      seenAt: true,
      user: { select: { id: true, name: true, email: true, permissions: true } },
    },
  });
  if (!session || hasEnded(session, now)) return undefined;
  if (now.getTime() - session.seenAt.getTime() > SEEN_EVERY) {
    await db.session.updateMany({ where: { id: session.id }, data: { seenAt: now } });
  }
  return session.user;
}

const hasEnded = ({ createdAt, seenAt }: { createdAt: Date; seenAt: Date }, now: Date) =>
  now.getTime() - seenAt.getTime() > IDLE_MINUTES * MINUTE ||
  now.getTime() - createdAt.getTime() > LONGEST_HOURS * 60 * MINUTE;

export async function endSession(db: PrismaClient, value: string): Promise<void> {
  await db.session.deleteMany({ where: { hash: hashOf(value) } });
}
