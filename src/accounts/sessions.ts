// Sessions of the dashboard: a random value for the cookie, its hash in the database; they end by idleness and by age.
import { createHash, randomBytes } from 'node:crypto';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

export const IDLE_MINUTES = 30;
const MAX_AGE_HOURS = 12;
const VALUE_BYTES = 32;

const MINUTE = 60_000;

/** At most one write of `seenAt` in this time. */
const SEEN_INTERVAL = MINUTE;

const hashOf = (value: string) => createHash('sha256').update(value).digest('hex');

/** Starts a session and returns its value, of which the database has only the hash. */
export async function startSession(db: PrismaClient, userId: number): Promise<string> {
  const value = randomBytes(VALUE_BYTES).toString('base64url');
  await db.session.create({ data: { hash: hashOf(value), userId }, select: { id: true } });
  return value;
}

/** The user of a session, undefined if it has ended; sets `seenAt`. */
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
  if (now.getTime() - session.seenAt.getTime() > SEEN_INTERVAL) {
    await db.session.updateMany({ where: { id: session.id }, data: { seenAt: now } });
  }
  return session.user;
}

const hasEnded = ({ createdAt, seenAt }: { createdAt: Date; seenAt: Date }, now: Date) =>
  now.getTime() - seenAt.getTime() > IDLE_MINUTES * MINUTE ||
  now.getTime() - createdAt.getTime() > MAX_AGE_HOURS * 60 * MINUTE;

export async function endSession(db: PrismaClient, value: string): Promise<void> {
  await db.session.deleteMany({ where: { hash: hashOf(value) } });
}
