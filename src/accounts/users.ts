// The users of the dashboard, who own tokens; operators create them.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { matchingIds } from './matching-ids.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** The stored form of an e-mail address; without NUL, which PostgreSQL refuses. */
export const emailKey = (email: string) => email.trim().toLowerCase().toWellFormed().replaceAll('\0', '');

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
  readonly password: string;
}

/** Returns the id. */
export async function createUser(db: PrismaClient, { email, name, permissions, password }: NewUser): Promise<number> {
  const passwordHash = await hashPassword(password);
  const { id } = await db.user.create({
    data: { email: emailKey(email), name, permissions: [...permissions], passwordHash },
    select: { id: true },
  });
  return id;
}

/** Sets a password and ends every session of the user except that of the value `kept`. */
export async function setPassword(db: PrismaClient, userId: number, password: string, kept?: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.$transaction([
    db.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } }),
    endSessions(db, userId, kept),
  ]);
}

/** Takes effect with the next request of every token of the user. */
export async function setPermissions(db: PrismaClient, userId: number, permissions: readonly Permission[]) {
  await db.user.update({ where: { id: userId }, data: { permissions: [...permissions] }, select: { id: true } });
}

/** Tokens are refused from their next request on, and sessions end (D4). Another call keeps the first time. */
export async function disableUser(db: PrismaClient, userId: number): Promise<void> {
  await db.$transaction([
    db.$executeRaw`UPDATE users SET disabled_at = now() WHERE id = ${userId} AND disabled_at IS NULL`,
    endSessions(db, userId),
  ]);
}

export async function enableUser(db: PrismaClient, userId: number): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { disabledAt: null }, select: { id: true } });
}
