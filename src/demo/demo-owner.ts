// The demo users at startup: demo data in an empty database, fresh tokens, and no known password where others can reach
// it.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { hashPassword, randomPassword, verifyPassword } from '../accounts/passwords.ts';
import { commandOrigin, recordEvent } from '../accounts/security-events.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { DatabaseLog } from '../database/connection.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import { PEOPLE, PERSON_NAMES, type Person } from './demo-data.ts';
import { inDemoTransaction, seedEmptyDatabase } from './seed-demo-data.ts';

/** IDs; users other than the owner may be missing. */
type DemoUsers = Readonly<Partial<Record<Person, number>> & { owner: number }>;

type DemoTokens = Readonly<
  Partial<Record<Person, string>> & Record<'owner' | 'expired' | 'revoked', string>
>;

export interface DemoOwner {
  readonly email: string;
  /** Undefined if no longer known: it was printed when it was created. */
  readonly password: string | undefined;
  readonly productId: number;
  readonly tokens: DemoTokens;
}

/** Undefined for a database with users but without the demo owner or any of the owner's products. */
export async function prepareDemoOwner(
  db: PrismaClient,
  token: Pick<NewToken, 'environment' | 'version'>,
  now = new Date(),
  log?: DatabaseLog,
): Promise<DemoOwner | undefined> {
  if (!(await db.user.findFirst({ select: { id: true } }))) {
    log?.info('Writing the demo data …');
    await inDemoTransaction(db, (tx) => seedEmptyDatabase(tx, now));
  }
  const [owner, reader, rival] = await Promise.all(
    (['owner', 'reader', 'rival'] as const).map((one) => findPerson(db, one)),
  );
  const productId = owner?.products[0]?.id;
  if (!owner || !productId) return undefined;
  const users = {
    owner: owner.id,
    ...(reader && { reader: reader.id }),
    ...(rival && { rival: rival.id }),
  };
  const tokens = await issueDemoTokens(db, users, { ...token, name: 'Printed by npm start' });
  const { email, password } = PEOPLE.owner;
  return { email, password, productId, tokens };
}

const findPerson = (db: PrismaClient, person: Person) =>
  db.user.findUnique({
    where: { email: PEOPLE[person].email },
    select: { id: true, products: { select: { id: true }, orderBy: { id: 'asc' }, take: 1 } },
  });

/** Unused tokens per name, including the fresh one: nodes that start together print one each. */
const UNUSED_TOKENS_KEPT = 10;

type DemoToken = Pick<NewToken, 'environment' | 'version' | 'name'>;

/** A fresh token for each user, and two of the owner's that don't work: one expired, one revoked. */
export async function issueDemoTokens(
  db: PrismaClient,
  users: DemoUsers,
  token: DemoToken,
): Promise<DemoTokens> {
  const revokedAt = new Date();
  // The start of the previous day in UTC, which is in the past by the database's clock too.
  const expiresAt = new Date(new Date(revokedAt).setUTCHours(-24, 0, 0, 0));
  const fresh = Object.entries(users).map(([kind, userId]) => ({
    kind,
    userId,
    name: token.name,
    ended: {},
  }));
  const ended = [
    { kind: 'expired', userId: users.owner, name: `${token.name}, expired`, ended: { expiresAt } },
    { kind: 'revoked', userId: users.owner, name: `${token.name}, revoked`, ended: { revokedAt } },
  ];
  const made = [...fresh, ...ended].map(({ kind, userId, name, ended }) => {
    const { value, row } = newTokenRow({ ...token, userId, name });
    return { kind, value, row: { ...row, ...ended } };
  });
  await retryOnConflict(() =>
    db.$transaction((tx) => Promise.all(made.map(({ row }) => replaceUnused(tx, row)))),
  );
  return Object.fromEntries(made.map(({ kind, value }) => [kind, value])) as DemoTokens;
}

/** Stores a token, and removes the oldest unused ones of its name. */
async function replaceUnused(
  tx: Prisma.TransactionClient,
  row: Prisma.ApiTokenUncheckedCreateInput,
): Promise<void> {
  const { userId, name } = row;
  const unused = { userId, name, lastUsedAt: null };
  const old = await tx.apiToken.findMany({
    where: unused,
    select: { id: true },
    orderBy: { id: 'desc' },
    skip: UNUSED_TOKENS_KEPT - 1,
  });
  await tx.apiToken.deleteMany({ where: { ...unused, id: { in: old.map(({ id }) => id) } } });
  const { id } = await tx.apiToken.create({ data: row, select: { id: true } });
  await recordEvent(tx, commandOrigin(), { action: 'token-created', userId, token: { id, name } });
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
): Promise<boolean> =>
  db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: known },
      data: { passwordHash },
    });
    if (count === 0) return false;
    await tx.session.deleteMany({ where: { userId } });
    await tx.knownBrowser.deleteMany({ where: { userId } });
    await recordEvent(tx, commandOrigin(), { action: 'password-changed', userId });
    return true;
  });
