// An operator who acts on a test's database, as a command does, and sessions of its users.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, commandOrigin } from '../../src/accounts/security-events.ts';
import { startSession } from '../../src/accounts/sessions.ts';
import { createSignInLink } from '../../src/accounts/sign-in-links.ts';
import { silentLog } from './log.ts';

export const operator = (db: PrismaClient): Actor => ({
  db,
  log: silentLog(),
  origin: commandOrigin(),
});

/** A new sign-in link of a user, as an operator makes it. */
export const newLink = (db: PrismaClient, userId: number) =>
  createSignInLink(operator(db), userId);

/** Makes all sign-ins as old, by the database's clock. */
export const ageSignIns = (db: PrismaClient, minutes = 16) =>
  db.$executeRaw`UPDATE sessions SET created_at = now() - make_interval(mins => ${minutes}::int),
    authenticated_at = authenticated_at - (created_at - now() + make_interval(mins => ${minutes}::int))`;

/** The value of a new session, without the pages of a sign-in. */
export const newSession = async (actor: Actor, userId: number): Promise<string> =>
  String(await startSession(actor, { method: 'demo', userId }));
