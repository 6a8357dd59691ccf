// An operator who acts on a test's database, as a command does, and sessions of its users.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, commandOrigin } from '../../src/accounts/security-events.ts';
import { startSession } from '../../src/accounts/sessions.ts';
import { silentLog } from './log.ts';

export const operator = (db: PrismaClient): Actor => ({
  db,
  log: silentLog(),
  origin: commandOrigin(),
});

/** The value of a new session, without the pages of a sign-in. */
export const newSession = async (actor: Actor, userId: number): Promise<string> =>
  String(await startSession(actor, { method: 'demo', userId }));
