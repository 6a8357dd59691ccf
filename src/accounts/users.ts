// The users of the dashboard, who own tokens; operators create them.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { emailKey } from './email-key.ts';
import { forgetBrowsers } from './known-browsers.ts';
import { matchingIds } from './matching-ids.ts';
import { hashPassword } from './passwords.ts';
import { type Actor, act } from './security-events.ts';
import { deleteSessions, renewSession } from './sessions.ts';

const USER_COLUMNS = { id: true, name: true, email: true, permissions: true, disabledAt: true } as const;

export const findUserByEmail = (db: PrismaClient, email: string) =>
  db.user.findUnique({ where: { email: emailKey(email) }, select: USER_COLUMNS });

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/** The next users by their ids, whose e-mail addresses begin with a text. */
export async function listUsers(
  db: PrismaClient,
  { prefix, after, limit }: { readonly prefix: string; readonly after: number; readonly limit: number },
): Promise<UserRow[]> {
  const ids: number[] = [];
  const condition = Prisma.sql`starts_with(email, ${emailKey(prefix)})`;
  for await (const found of matchingIds(db, { table: 'users', column: 'email', after }, condition)) {
    ids.push(...found);
    if (ids.length >= limit) break;
  }
  return db.user.findMany({ where: { id: { in: ids.slice(0, limit) } }, select: USER_COLUMNS, orderBy: { id: 'asc' } });
}

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** Undefined: the user signs in at the provider alone. */
  readonly password: string | undefined;
}

/** Returns the id. The operator knows the password: it is to be changed at the first sign-in. */
export async function createUser(actor: Actor, { email, name, permissions, password }: NewUser): Promise<number> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const data = {
    email: emailKey(email),
    name,
    permissions: [...permissions],
    passwordHash,
    mustChangePassword: password !== undefined,
  };
  return act(actor, async (tx, note) => {
    const { id: userId } = await tx.user.create({ data, select: { id: true } });
    await note({ action: 'user-created', userId });
    return userId;
  });
}

interface PasswordChange {
  /** Whether an operator knows the password: the user has to change it before anything else. */
  readonly isTemporary?: boolean;
  /** The session in which the user changes it, and the values of its browser. */
  readonly sessionId?: number;
  readonly browserValues?: readonly string[];
}

/** Sets a password, ends every other session of the user and forgets every other browser. Returns the session's new value. */
export async function setPassword(
  actor: Actor,
  userId: number,
  password: string,
  { isTemporary: mustChangePassword = false, sessionId, browserValues }: PasswordChange = {},
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password);
  return act(actor, async (tx, note) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash, mustChangePassword }, select: { id: true } });
    await deleteSessions(tx, userId, sessionId);
    await forgetBrowsers(tx, userId, browserValues);
    await note({ action: 'password-changed', userId });
    return sessionId === undefined ? undefined : renewSession(tx, sessionId);
  });
}

/** Takes effect with the next request of every token of the user. */
export const setPermissions = (actor: Actor, userId: number, permissions: readonly Permission[]) =>
  act(actor, async (tx, note) => {
    await tx.user.update({ where: { id: userId }, data: { permissions: [...permissions] }, select: { id: true } });
    await note({ action: 'permissions-changed', userId });
  });

/** Tokens are refused from their next request on, and sessions end (D4). Another call keeps the first time. */
export const disableUser = (actor: Actor, userId: number) =>
  act(actor, async (tx, note) => {
    await tx.$executeRaw`UPDATE users SET disabled_at = now() WHERE id = ${userId} AND disabled_at IS NULL`;
    await deleteSessions(tx, userId);
    await note({ action: 'user-disabled', userId });
  });

export const enableUser = (actor: Actor, userId: number) =>
  act(actor, async (tx, note) => {
    await tx.user.update({ where: { id: userId }, data: { disabledAt: null }, select: { id: true } });
    await note({ action: 'user-enabled', userId });
  });
