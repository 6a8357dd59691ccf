// The demo users at startup: demo data in an empty database, and fresh tokens.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { commandOrigin, recordEvent } from '../accounts/security-events.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { DatabaseLog } from '../database/connection.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import { PEOPLE, PERSON_NAMES, type Person } from './demo-data.ts';
import { seedEmptyDatabase } from './seed-demo-data.ts';

type Tokens = Readonly<Partial<Record<Person | 'expired' | 'revoked', string>>>;

export interface DemoOwner {
  readonly id: number;
  readonly email: string;
  readonly tokens: Tokens;
  /** The value of a sign-in link. */
  readonly link?: string;
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
  return { id: owner, email: PEOPLE.owner.email, tokens };
}

/** Nodes that start together print a token each; a start removes older ones that were never used. */
const KEPT_MILLISECONDS = 600_000;

/** A fresh token for each user, and two of the owner's that don't work: one expired, one revoked. */
export async function issueDemoTokens(
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
      for (const { row } of made) await storeToken(tx, row);
    }),
  );
  return Object.fromEntries(made.map(({ kind, value }) => [kind, value]));
}

async function storeToken(
  tx: Prisma.TransactionClient,
  data: Prisma.ApiTokenUncheckedCreateInput,
): Promise<void> {
  const { id } = await tx.apiToken.create({ data, select: { id: true } });
  const { userId, name } = data;
  await recordEvent(tx, commandOrigin(), { action: 'token-created', userId, token: { id, name } });
}
