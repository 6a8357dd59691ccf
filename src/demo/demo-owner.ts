// The demo users at startup: demo data in an empty database, and fresh tokens.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import { PEOPLE, PERSON_NAMES, type Person } from './demo-data.ts';
import { seedEmptyDatabase } from './seed-demo-data.ts';

export interface DemoOwner {
  readonly id: number;
  readonly email: string;
  readonly tokens: Readonly<Partial<Record<Person | 'expired' | 'revoked', string>>>;
  /** The value of a sign-in link. */
  readonly link?: string;
}

type DemoToken = Pick<NewToken, 'environment' | 'version' | 'name'>;

/** Undefined for a database with users but without the demo owner. `origin` serves the images. */
export async function prepareDemoOwner(
  db: PrismaClient,
  token: DemoToken,
  now = new Date(),
  origin?: string,
): Promise<DemoOwner | undefined> {
  if (!(await db.user.findFirst({ select: { id: true } })))
    await seedEmptyDatabase(db, now, origin);
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

/** The printed tokens' last day is this many days after the start. */
const LIFETIME_DAYS = 7;

/**
 * A fresh token for each user, and two of the owner's that don't work: one expired, one revoked. Removes those of
 * earlier starts that were never used.
 */
async function issueDemoTokens(
  db: PrismaClient,
  users: Partial<Record<Person, number>> & { readonly owner: number },
  token: DemoToken,
) {
  const now = new Date();
  const { owner: userId } = users;
  const expiresAt = midnight(now, LIFETIME_DAYS + 1);
  // The start of the previous day in UTC is in the past by the database's clock too.
  const ended = midnight(now, -1);
  const rows = [
    ...Object.entries(users).map(([kind, id]) => ({
      kind,
      userId: id,
      name: token.name,
      expiresAt,
    })),
    { kind: 'expired', userId, name: `${token.name}, expired`, expiresAt: ended },
    { kind: 'revoked', userId, name: `${token.name}, revoked`, expiresAt, revokedAt: now },
  ];
  const made = rows.map(({ kind, ...columns }) => ({
    kind,
    ...newTokenRow({ ...token, ...columns }),
  }));
  await retryOnConflict(() =>
    db.$transaction(async (tx) => {
      // Nodes that start together print a token each.
      await tx.$executeRaw`
        DELETE FROM api_tokens WHERE user_id = ANY(${rows.map((row) => row.userId)}::int[])
          AND name = ANY(${rows.map(({ name }) => name)})
          AND last_used_at IS NULL AND created_at < now() - interval '10 minutes'`;
      await tx.apiToken.createMany({ data: made.map(({ row }) => row) });
    }),
  );
  return Object.fromEntries(made.map(({ kind, value }) => [kind, value]));
}

/** The start of the day in UTC that is so many days after `now`. */
const midnight = (now: Date, days: number) =>
  new Date(new Date(now).setUTCHours(24 * days, 0, 0, 0));
