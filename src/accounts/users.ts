// The users of the dashboard, who own tokens; operators create them.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** The stored form of an e-mail address; without NUL, which PostgreSQL refuses. */
export const emailKey = (email: string) => email.trim().toLowerCase().toWellFormed().replaceAll('\0', '');

export const findUserByEmail = (db: PrismaClient, email: string) =>
  db.user.findUnique({ where: { email: emailKey(email) }, select: { id: true, name: true, permissions: true } });

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly password: string;
}

export async function createUser(db: PrismaClient, { email, name, permissions, password }: NewUser): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.user.create({
    data: { email: emailKey(email), name, permissions: [...permissions], passwordHash },
    select: { id: true },
  });
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
