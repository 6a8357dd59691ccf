// The demo users at startup: demo data in an empty database, fresh tokens, and no known password where others can reach
// it.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { hashPassword, randomPassword, verifyPassword } from '../accounts/passwords.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { DatabaseLog } from '../database/connection.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import { PEOPLE, PERSON_NAMES, type Person } from './demo-data.ts';
import { seedEmptyDatabase } from './seed-demo-data.ts';

type Tokens = Readonly<Partial<Record<Person | 'expired' | 'revoked', string>>>;

export interface DemoOwner {
  readonly email: string;
  /** Undefined if no longer known: it was printed when it was created. */
  readonly password: string | undefined;
  readonly tokens: Tokens;
}

type DemoToken = Pick<NewToken, 'environment' | 'version' | 'name'>;

/** Undefined for a database with users but without the demo owner. */
export async function prepareDemoOwner(
  db: PrismaClient,
  token: DemoToken,
  now = new Date(),
  log?: DatabaseLog,
): Promise<DemoOwner | undefined> {
  if (!(await db.user.findFirst({ select: { id: true } }))) {
    log?.info('Writing the demo data …');
    await seedEmptyDatabase(db, now);
  }
  const users: Partial<Record<Person, number>> = {};
  for (const person of PERSON_NAMES) {
    const user = await db.user.findUnique({ where: { email: PEOPLE[person].email } });
    if (user) users[person] = user.id;
  }
  const { owner } = users;
  if (owner === undefined) return undefined;
  const tokens = await issueDemoTokens(db, { ...users, owner }, token);
  const { email, password } = PEOPLE.owner;
  return { email, password, tokens };
}

/** Nodes that start together print a token each; a start removes older ones that were never used. */
const KEPT_MILLISECONDS = 600_000;

/** A fresh token for each user, and two of the owner's that don't work: one expired, one revoked. */
async function issueDemoTokens(
  db: PrismaClient,
  users: Partial<Record<Person, number>> & { readonly owner: number },
  token: DemoToken,
): Promise<Tokens> {
  const now = new Date();
  // The start of the previous day in UTC, which is in the past by the database's clock too.
  const expiresAt = new Date(new Date(now).setUTCHours(-24, 0, 0, 0));
  const rows = [
    ...Object.entries(users).map(([kind, userId]) => ({ kind, userId, name: token.name })),
    { kind: 'expired', userId: users.owner, name: `${token.name}, expired`, expiresAt },
    { kind: 'revoked', userId: users.owner, name: `${token.name}, revoked`, revokedAt: now },
  ];
  const made = rows.map(({ kind, ...columns }) => {
    const { value, row } = newTokenRow({ ...token, ...columns });
    return { kind, value, row: { ...row, ...columns } };
  });
  await retryOnConflict(() =>
    db.$transaction(async (tx) => {
      await tx.apiToken.deleteMany({
        where: {
          userId: { in: Object.values(users) },
          name: { in: rows.map(({ name }) => name) },
          lastUsedAt: null,
          createdAt: { lt: new Date(now.getTime() - KEPT_MILLISECONDS) },
        },
      });
      await tx.apiToken.createMany({ data: made.map(({ row }) => row) });
    }),
  );
  return Object.fromEntries(made.map(({ kind, value }) => [kind, value]));
}

/**
 * Removes the demo users' known passwords and ends their sessions. The owner gets a random password, which is returned;
 * undefined if the owner already has another one. If nodes start together, only one returns it.
 */
export async function replaceKnownPasswords(db: PrismaClient): Promise<string | undefined> {
  let owners: string | undefined;
  for (const person of PERSON_NAMES) {
    const { email, password } = PEOPLE[person];
    const user = await db.user.findUnique({
      where: { email },
      select: { id: true, passwordHash: true },
    });
    if (!user?.passwordHash || !(await verifyPassword(password, user.passwordHash))) continue;
    const fresh = person === 'owner' ? randomPassword() : undefined;
    const passwordHash = fresh ? await hashPassword(fresh) : null;
    if (await replacePassword(db, { ...user, passwordHash: user.passwordHash }, passwordHash))
      owners = fresh ?? owners;
  }
  return owners;
}

/** False if another node has replaced it. */
const replacePassword = (
  db: PrismaClient,
  { id: userId, passwordHash: known }: { readonly id: number; readonly passwordHash: string },
  passwordHash: string | null,
) =>
  db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: known },
      data: { passwordHash },
    });
    if (count === 0) return false;
    await tx.session.deleteMany({ where: { userId } });
    await tx.knownBrowser.deleteMany({ where: { userId } });
    return true;
  });
