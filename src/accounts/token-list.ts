// Lists of tokens: a user's usable and ended ones, all users' for operators, and the tokens that a token replaced.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { inParts } from './in-parts.ts';
import { usableTokens } from './token-rules.ts';
import { MAX_USABLE_TOKENS, TOKEN, type TokenRow } from './tokens.ts';

const LATEST_FIRST = { ...TOKEN, orderBy: { id: 'desc' } } as const;

/** A user's usable tokens, current and rolled ones, latest first. `now` is a database time. */
export const listUsableTokens = (db: PrismaClient, userId: number, now: Date) =>
  db.apiToken.findMany({
    where: { userId, ...usableTokens(now) },
    ...LATEST_FIRST,
    take: 2 * MAX_USABLE_TOKENS,
  });

const TOKENS_PER_PAGE = 50;

/** A page of a user's expired and revoked tokens, with IDs below `before`, latest first; whether more exist. */
export async function listEndedTokens(
  db: PrismaClient,
  userId: number,
  now: Date,
  before: number | undefined,
) {
  const found = await db.apiToken.findMany({
    where: {
      userId,
      NOT: usableTokens(now),
      ...(before !== undefined && { id: { lt: before } }),
    },
    ...LATEST_FIRST,
    take: TOKENS_PER_PAGE + 1,
  });
  return {
    tokens: found.slice(0, TOKENS_PER_PAGE),
    hasOlder: found.length > TOKENS_PER_PAGE,
  };
}

/** With what operators see of its user. */
const WITH_USER = {
  omit: TOKEN.omit,
  include: { user: { select: { email: true, disabledAt: true } } },
} as const;

/**
 * Any user's tokens, by ID. Prisma splits a statement for more IDs than it has parameters, but only one without an
 * order.
 */
export async function findTokens(db: PrismaClient, where: Prisma.ApiTokenWhereInput) {
  const found = await db.apiToken.findMany({ where, ...WITH_USER });
  return found.toSorted((one, other) => one.id - other.id);
}

/** All tokens, or those of a user, by ID. */
export const listTokens = (db: PrismaClient, owner: { readonly userId?: number }) =>
  inParts(({ where, ...part }) =>
    db.apiToken.findMany({ ...part, where: { ...where, ...owner }, ...WITH_USER }),
  );

export type FoundToken = Awaited<ReturnType<typeof findTokens>>[number];

/** Values replaced more rolls ago are left out. */
const MAX_ROLLS = 100;

/**
 * A relation for FROM: `head`, a token that meets a condition on `api_tokens`, and `id`, that token and those it
 * replaced when it was rolled. Its usage and failed requests include those of its old values.
 */
export const withReplaced = (condition: Prisma.Sql) => Prisma.sql`(
  WITH RECURSIVE chain(head, id, predecessor_id, rolls) AS (
    SELECT id, id, predecessor_id, 0 FROM api_tokens WHERE ${condition}
    UNION ALL
    SELECT head, older.id, older.predecessor_id, rolls + 1
    FROM chain JOIN api_tokens AS older ON older.id = chain.predecessor_id
    WHERE rolls < ${Prisma.raw(`${MAX_ROLLS}`)})
  SELECT head, id FROM chain)`;

/** The IDs of a token and of those that it replaced. */
export async function idsOfValues(db: PrismaClient, id: number) {
  const chain = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${withReplaced(Prisma.sql`id = ${id}`)} AS token`;
  return chain.map((one) => one.id);
}

/** The values that a token replaced and that still work, latest first. `now` is a database time. */
export async function listUsableOldValues(db: PrismaClient, token: TokenRow, now: Date) {
  if (!token.predecessor) return [];
  const ids = await idsOfValues(db, token.id);
  return db.apiToken.findMany({
    where: { id: { in: ids, not: token.id }, ...usableTokens(now) },
    ...LATEST_FIRST,
  });
}
