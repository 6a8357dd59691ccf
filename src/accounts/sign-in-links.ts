// Links that sign a user in once, for evaluation and support: operators print them.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import { newValue } from './random-value.ts';
import { type Actor, logEvent } from './security-events.ts';
import { hashToken } from './token-format.ts';

/** Also the age at which unused links are deleted. */
export const LINK_MINUTES = 10;

/** Returns the link's value, which is not stored. */
export async function createSignInLink(actor: Actor, userId: number) {
  const value = newValue();
  const data = { hash: hashToken(value), userId };
  await actor.db.signInLink.create({ data, select: { userId: true } });
  logEvent(actor, { action: 'sign-in-link-created', userId });
  return value;
}

export const signInLinkUrl = (origin: string, value: string) =>
  `${origin}${DASHBOARD_PATHS.signInLink}?key=${value}`;

const isUsable = (value: string) => Prisma.sql`links.hash = ${hashToken(value)}
  AND links.created_at > now() - make_interval(mins => ${LINK_MINUTES}::int)`;

/** Whom a link would sign in. The link stays usable, because programs that preview links open them too. */
export async function findLinkUser(db: PrismaClient, value: string) {
  const [user] = await db.$queryRaw<{ name: string; email: string }[]>`
    SELECT name, email FROM sign_in_links links JOIN users ON users.id = user_id
    WHERE ${isUsable(value)} AND disabled_at IS NULL`;
  return user;
}

/** The statement that uses up a link and returns its user, for the one that starts the session. */
export const takeSignInLink = (value: string) =>
  Prisma.sql`DELETE FROM sign_in_links links WHERE ${isUsable(value)} RETURNING user_id`;
