// Dashboard sessions: a random value in a cookie, its hash in the database.
import {
  Prisma,
  type PrismaClient,
  type Session,
} from '../../prisma/generated/client/client.ts';
import { newValue } from './random-value.ts';
import { type Actor, logEvent } from './security-events.ts';
import { takeSignInLink } from './sign-in-links.ts';
import { hashToken } from './token-format.ts';

/** Sessions end when idle and by age. */
export const IDLE_MINUTES = 30;
export const MAX_AGE_HOURS = 12;

/** `seen_at` is written at most once in this time. */
const SEEN_EVERY_SECONDS = 60;

/** If the sign-in is older, users have to sign in again before they can create a token. */
export const RECENT_MINUTES = 15;

/** An account at a provider, by the `iss` and `sub` of its ID token. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** What a user signs in with. */
export type SignIn =
  | ProviderSignIn
  | { readonly method: 'link'; readonly link: string }
  | { readonly method: 'demo'; readonly userId: number };

export interface ProviderSignIn {
  readonly method: 'provider';
  readonly userId: number;
  readonly account: Account;
  /** When the user signed in there, in seconds since 1970; undefined: now, or the provider doesn't say. */
  readonly at?: number | undefined;
}

/**
 * The user, if the identity still exists; a link is used up. Removing an identity or a link ends the sessions
 * afterwards; the lock makes this wait, so that no session starts in between.
 */
function signedInUser(signIn: SignIn) {
  if (signIn.method === 'link') return takeSignInLink(signIn.link);
  const { userId } = signIn;
  if (signIn.method === 'demo') return Prisma.sql`SELECT ${userId}::int AS user_id`;
  const { issuer, subject } = signIn.account;
  return Prisma.sql`SELECT user_id FROM identities
    WHERE issuer = ${issuer} AND subject = ${subject} AND user_id = ${userId} FOR SHARE`;
}

/**
 * Starts a session, by the database's clock, and returns its value, which is not stored; undefined if the user is
 * disabled, the link is used up, or the identity has ended meanwhile.
 */
export async function startSession(actor: Actor, signIn: SignIn) {
  const value = newValue();
  const at = signIn.method === 'provider' ? (signIn.at ?? null) : null;
  const [started] = await actor.db.$queryRaw<{ sessionId: number; userId: number }[]>`
    WITH signed_in AS (${signedInUser(signIn)}), enabled AS (
      SELECT id FROM users WHERE id IN (SELECT user_id FROM signed_in) AND disabled_at IS NULL FOR SHARE)
    INSERT INTO sessions (hash, user_id, method, authenticated_at)
    SELECT ${hashToken(value)}, id, ${signIn.method},
      CASE WHEN ${at}::float8 IS NOT NULL
        THEN to_timestamp(least(${at}::float8, extract(epoch FROM now())::float8)) END
    FROM enabled RETURNING id AS "sessionId", user_id AS "userId"`;
  if (!started) return undefined;
  logEvent(actor, { action: 'signed-in', ...started });
  return value;
}

interface OpenSession extends Pick<Session, 'id' | 'userId' | 'method'> {
  /** Whether the sign-in is at most RECENT_MINUTES old. */
  readonly isRecent: boolean;
  /** Whether the provider didn't say when the user signed in. */
  readonly isUntimed: boolean;
  readonly isNoted: boolean;
  readonly now: Date;
}

/** An open session with its user, and the database's time; sets `seen_at`. */
export async function findSessionUser(db: PrismaClient, value: string) {
  const [found] = await db.$queryRaw<OpenSession[]>`
    SELECT id, user_id AS "userId", method, now(),
      coalesce(authenticated_at, created_at) > now() - make_interval(mins => ${RECENT_MINUTES}::int) AS "isRecent",
      method = 'provider' AND authenticated_at IS NULL AS "isUntimed",
      seen_at > now() - make_interval(secs => ${SEEN_EVERY_SECONDS}::int) AS "isNoted"
    FROM sessions
    WHERE hash = ${hashToken(value)}
      AND seen_at >= now() - make_interval(mins => ${IDLE_MINUTES}::int)
      AND created_at >= now() - make_interval(hours => ${MAX_AGE_HOURS}::int)`;
  if (!found) return undefined;
  const { userId, now, isNoted, ...session } = found;
  if (!isNoted)
    await db.$executeRaw`UPDATE sessions SET seen_at = now() WHERE id = ${session.id}`;
  const user = await db.user.findUnique({
    where: { id: userId, disabledAt: null },
    select: { id: true, name: true, email: true, permissions: true },
  });
  return user ? { user, session, now } : undefined;
}

/**
 * Gives a session a new value and returns it, because its user signed in again; the old value stops working. Undefined
 * if the session has ended meanwhile.
 */
export async function confirmSignIn(actor: Actor, userId: number, id: number) {
  const value = newValue();
  const count = await actor.db.$executeRaw`
    UPDATE sessions SET hash = ${hashToken(value)}, authenticated_at = now() WHERE id = ${id}`;
  if (count === 0) return undefined;
  logEvent(actor, { action: 'sign-in-confirmed', userId });
  return value;
}

export async function endSession(actor: Actor, value: string) {
  const [ended] = await actor.db.$queryRaw<{ userId: number; sessionId: number }[]>`
    DELETE FROM sessions WHERE hash = ${hashToken(value)} RETURNING user_id AS "userId", id AS "sessionId"`;
  if (ended) logEvent(actor, { action: 'signed-out', ...ended });
}

export async function endSessions(actor: Actor, userId: number) {
  await actor.db.$transaction((tx) => deleteSessions(tx, userId));
  logEvent(actor, { action: 'sessions-ended', userId });
}

/** Links first: if one is being used, this waits for the session that it starts. */
export async function deleteSessions(tx: Prisma.TransactionClient, userId: number) {
  await tx.signInLink.deleteMany({ where: { userId } });
  await tx.session.deleteMany({ where: { userId } });
}
