// Dashboard sessions, and the browsers that accounts know: a random value in a cookie, its hash in the database.
import { hash, randomBytes } from 'node:crypto';
import { Prisma, type PrismaClient, type Session } from '../../prisma/generated/client/client.ts';
import { type Actor, logEvent } from './security-events.ts';

/** Sessions end when idle and by age. */
export const IDLE_MINUTES = 30;
export const MAX_AGE_HOURS = 12;
const VALUE_BYTES = 32;

/** `seen_at` is written at most once in this time. */
const SEEN_EVERY_SECONDS = 60;

/** If the sign-in is older, users have to sign in again before they can create a token. */
export const RECENT_MINUTES = 15;

const MOST_LISTED = 50;

export const hashValue = (value: string) => hash('sha256', value, 'hex');

export const newValue = () => randomBytes(VALUE_BYTES).toString('base64url');

export interface SignIn {
  readonly method: 'password' | 'provider';
  /** When the user signed in at the provider, in seconds since 1970; undefined: now, or the provider doesn't say. */
  readonly at?: number | undefined;
  /** What the user signed in with; absent: nothing that could have ended meanwhile. */
  readonly by?:
    | { readonly passwordHash: string | null }
    | { readonly issuer: string; readonly subject: string };
}

/**
 * The user, if the password or identity still exists. Removing either ends the sessions afterwards; the lock makes this
 * wait, so that no session starts in between.
 */
function stillSignedIn(userId: number, by: SignIn['by']): Prisma.Sql {
  if (by && 'issuer' in by)
    return Prisma.sql`SELECT user_id FROM identities
      WHERE issuer = ${by.issuer} AND subject = ${by.subject} AND user_id = ${userId} FOR SHARE`;
  if (by?.passwordHash)
    return Prisma.sql`SELECT id AS user_id FROM users
      WHERE id = ${userId} AND password_hash = ${by.passwordHash} FOR SHARE`;
  return Prisma.sql`SELECT ${userId}::int AS user_id`;
}

/**
 * Starts a session, by the database's clock, and returns its value, which is not stored; undefined if the password or
 * identity has ended meanwhile.
 */
export async function startSession(
  actor: Actor,
  userId: number,
  { method, at, by }: SignIn = { method: 'password' },
): Promise<string | undefined> {
  const value = newValue();
  const { address = null, agent = null } = actor.origin.through === 'command' ? {} : actor.origin;
  const [started] = await actor.db.$queryRaw<{ id: number }[]>`
    WITH signed_in AS (${stillSignedIn(userId, by)})
    INSERT INTO sessions (hash, user_id, address, agent, method, authenticated_at)
    SELECT ${hashValue(value)}, user_id, left(${address}, 100), ${agent}, ${method},
      CASE WHEN ${at ?? null}::float8 < extract(epoch FROM now()) THEN to_timestamp(${at ?? null}::float8) END
    FROM signed_in RETURNING id`;
  if (!started) return undefined;
  logEvent(actor, { action: 'signed-in', userId, sessionId: started.id });
  return value;
}

const isOpen = () => Prisma.sql`seen_at >= now() - make_interval(mins => ${IDLE_MINUTES}::int)
  AND created_at >= now() - make_interval(hours => ${MAX_AGE_HOURS}::int)`;

interface OpenSession extends Pick<Session, 'id' | 'userId' | 'method'> {
  /** Whether the sign-in is at most RECENT_MINUTES old. */
  readonly isRecent: boolean;
  readonly isNoted: boolean;
  readonly now: Date;
}

/** An open session with its user, and the database's time; sets `seen_at`. */
export async function findSessionUser(db: PrismaClient, value: string) {
  const [found] = await db.$queryRaw<OpenSession[]>`
    SELECT id, user_id AS "userId", method, now(),
      coalesce(authenticated_at, created_at) > now() - make_interval(mins => ${RECENT_MINUTES}::int) AS "isRecent",
      seen_at > now() - make_interval(secs => ${SEEN_EVERY_SECONDS}::int) AS "isNoted"
    FROM sessions
    WHERE hash = ${hashValue(value)} AND ${isOpen()}`;
  if (!found) return undefined;
  const { userId, now, isNoted, ...session } = found;
  if (!isNoted) await db.$executeRaw`UPDATE sessions SET seen_at = now() WHERE id = ${session.id}`;
  const user = await db.user.findUnique({
    where: { id: userId, disabledAt: null },
    select: { id: true, name: true, email: true, permissions: true, mustChangePassword: true },
  });
  return user ? { user, session, now } : undefined;
}

/** Gives a session a new value and returns it, because its user signed in again; the old value stops working. */
export async function renewSession(db: Prisma.TransactionClient, id: number): Promise<string> {
  const value = newValue();
  await db.$executeRaw`UPDATE sessions SET hash = ${hashValue(value)}, authenticated_at = now() WHERE id = ${id}`;
  return value;
}

export async function confirmSignIn(actor: Actor, userId: number, id: number): Promise<string> {
  const value = await renewSession(actor.db, id);
  logEvent(actor, { action: 'sign-in-confirmed', userId });
  return value;
}

export async function endSession(actor: Actor, value: string): Promise<void> {
  const [ended] = await actor.db.$queryRaw<{ userId: number; sessionId: number }[]>`
    DELETE FROM sessions WHERE hash = ${hashValue(value)} RETURNING user_id AS "userId", id AS "sessionId"`;
  if (ended) logEvent(actor, { action: 'signed-out', ...ended });
}

export type ListedSession = Readonly<
  Pick<Session, 'id' | 'address' | 'agent' | 'createdAt' | 'seenAt'>
>;

/** A user's last seen open sessions, the one with ID `own` first. */
export const listSessions = (
  db: PrismaClient,
  userId: number,
  own: number,
): Promise<ListedSession[]> => db.$queryRaw`
  SELECT id, address, agent, created_at AS "createdAt", seen_at AS "seenAt"
  FROM sessions WHERE user_id = ${userId} AND ${isOpen()}
  ORDER BY id = ${own} DESC, seen_at DESC, id DESC LIMIT ${MOST_LISTED}`;

/** Ends a user's session by ID; false if there is none. */
export async function endSessionOf(actor: Actor, userId: number, sessionId: number) {
  const { count } = await actor.db.session.deleteMany({ where: { id: sessionId, userId } });
  if (count > 0) logEvent(actor, { action: 'session-ended', userId, sessionId });
  return count > 0;
}

/** Ends all sessions of the user except the one with ID `kept`. */
export async function endSessions(actor: Actor, userId: number, kept: number): Promise<void> {
  const { count } = await deleteSessions(actor.db, userId, kept);
  if (count > 0) logEvent(actor, { action: 'sessions-ended', userId });
}

export const deleteSessions = (tx: Prisma.TransactionClient, userId: number, kept?: number) =>
  tx.session.deleteMany({ where: { userId, ...(kept !== undefined && { id: { not: kept } }) } });

const MOST_BROWSERS = 20;
export const BROWSER_DAYS = 180;

/**
 * Records a sign-in by the browser with this value; of a user's browsers, the last ones to sign in are kept. Known
 * browsers have their own budget of attempts, which nobody else can use up (OWASP's device cookies).
 */
export async function rememberBrowser(
  db: PrismaClient,
  userId: number,
  value: string,
): Promise<void> {
  const hash = hashValue(value);
  await db.$executeRaw`
    WITH remembered AS (
      INSERT INTO known_browsers (user_id, hash) VALUES (${userId}, ${hash})
      ON CONFLICT (user_id, hash) DO UPDATE SET seen_at = now())
    DELETE FROM known_browsers WHERE user_id = ${userId} AND hash = ANY(ARRAY(
      SELECT hash FROM known_browsers WHERE user_id = ${userId} AND hash <> ${hash}
      ORDER BY seen_at DESC OFFSET ${MOST_BROWSERS - 1}))`;
}

/** Forgets a user's browsers except those with one of the values `kept`. */
export const forgetBrowsers = (
  db: Prisma.TransactionClient,
  userId: number,
  kept: readonly string[] = [],
) => db.knownBrowser.deleteMany({ where: { userId, hash: { notIn: kept.map(hashValue) } } });
