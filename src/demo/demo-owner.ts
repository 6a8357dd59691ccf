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
) {
  if (!(await db.user.findFirst({ select: { id: true } })))
    await seedEmptyDatabase(db, now, origin);
  const emails = PERSON_NAMES.map((person) => PEOPLE[person].email);
  const users = await db.user.findMany({
    where: { email: { in: emails } },
    select: { id: true, email: true },
  });
  const owner = users.find(({ email }) => email === PEOPLE.owner.email);
  return owner && { ...owner, tokens: await issueDemoTokens(db, users, owner.id, token) };
}

/** The printed tokens' last day is this many days after the start. */
const LIFETIME_DAYS = 7;

/**
 * A fresh token for each user, and two of the owner's that don't work: one expired, one revoked. Removes those of
 * earlier starts that were never used or rolled; forms and rolls create tokens with the same names.
 */
async function issueDemoTokens(
  db: PrismaClient,
  users: readonly Pick<DemoOwner, 'id' | 'email'>[],
  userId: number,
  token: DemoToken,
) {
  const expiresAt = midnight(LIFETIME_DAYS + 1);
  // The start of the previous day in UTC is in the past by the database's clock too.
  const ended = midnight(-1);
  const rows = [
    ...users.map(({ id, email }) => ({
      kind: PERSON_NAMES.find((person) => PEOPLE[person].email === email),
      userId: id,
      name: token.name,
      expiresAt,
    })),
    { kind: 'expired', userId, name: `${token.name}, expired`, expiresAt: ended },
    {
      kind: 'revoked',
      userId,
      name: `${token.name}, revoked`,
      expiresAt,
      revokedAt: new Date(),
    },
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
          AND last_used_at IS NULL AND created_at < now() - interval '10 minutes'
          AND form_key IS NULL AND predecessor_id IS NULL
          AND NOT EXISTS (SELECT FROM api_tokens AS successor WHERE successor.predecessor_id = api_tokens.id)`;
      await tx.apiToken.createMany({ data: made.map(({ row }) => row) });
    }),
  );
  return Object.fromEntries(made.map(({ kind, value }) => [kind, value]));
}

/** The start of the day in UTC that is so many days after this one. */
const midnight = (days: number) => new Date(new Date().setUTCHours(24 * days, 0, 0, 0));
