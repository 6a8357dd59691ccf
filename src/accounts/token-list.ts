// Finds tokens: pages of a user's tokens, operators' searches, and the tokens that a token replaced.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { matchingIds, matchingParts } from './matching-ids.ts';
import { hashToken } from './token-format.ts';
import { expiringTokens, listedTokens, type TokenState, tokensIn } from './token-rules.ts';
import { TOKEN } from './tokens.ts';

export const TOKENS_PER_PAGE = 20;

export interface TokenFilter {
  /** A part of the name, case-insensitive. */
  readonly name?: string;
  /** `expiring`: usable, with a warning. */
  readonly state?: TokenState | 'expiring';
  readonly version?: string;
}

/** `newest` is the tiebreaker of each. */
const ORDERS = {
  newest: [],
  used: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }],
  expires: [{ expiresAt: { sort: 'asc', nulls: 'last' } }],
  name: [{ name: 'asc' }],
} as const satisfies Record<string, readonly Prisma.ApiTokenOrderByWithRelationInput[]>;

interface Wanted extends TokenFilter {
  readonly sort?: keyof typeof ORDERS;
  readonly page?: number;
}

/** The number of pages, and the wanted page, or the last if it is beyond. */
function placeOf(count: number, wanted: number) {
  const pages = Math.max(1, Math.ceil(count / TOKENS_PER_PAGE));
  return { page: Math.min(wanted, pages), pages };
}

export function pageOf<Row>(rows: readonly Row[], wanted: number) {
  const place = placeOf(rows.length, wanted);
  return {
    ...place,
    rows: rows.slice((place.page - 1) * TOKENS_PER_PAGE, place.page * TOKENS_PER_PAGE),
  };
}

/** `now` is a database time. */
export const tokensMatching = (
  { name, state, version }: TokenFilter,
  now: Date,
): Prisma.ApiTokenWhereInput => ({
  AND: [
    listedTokens(now),
    (state === 'expiring' ? expiringTokens(now) : state && tokensIn(state, now)) || {},
  ],
  // Prisma puts the string into a LIKE pattern, in which `%`, `_` and backslash are special.
  ...(name && { name: { contains: name.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } }),
  ...(version && { version }),
});

/** A page of a user's tokens: usable ones first, of which there are few, then those that ended. `counts` is by kind. */
export async function readTokenPage(
  db: PrismaClient,
  userId: number,
  { sort = 'newest', page: wanted = 1, ...filter }: Wanted,
  now: Date,
) {
  const isUsable = tokensIn('usable', now);
  const matching = (...conditions: Prisma.ApiTokenWhereInput[]) => ({
    AND: [{ userId }, tokensMatching(filter, now), ...conditions],
  });
  const [usable, ended, counts] = await Promise.all([
    db.apiToken.findMany({
      where: matching(isUsable),
      ...TOKEN,
      orderBy: [...ORDERS[sort], { id: 'desc' }],
    }),
    db.apiToken.count({ where: matching({ NOT: isUsable }) }),
    countTokens(db, userId, now),
  ]);
  const all = usable.length + ended;
  const place = placeOf(all, wanted);
  const from = (place.page - 1) * TOKENS_PER_PAGE;
  const tokens = usable.slice(from, from + TOKENS_PER_PAGE);
  const room = TOKENS_PER_PAGE - tokens.length;
  const others =
    room > 0 && ended > 0
      ? await db.apiToken.findMany({
          where: matching({ NOT: isUsable }),
          ...TOKEN,
          orderBy: [
            { revokedAt: { sort: 'desc', nulls: 'first' } },
            ...ORDERS[sort],
            { id: 'desc' },
          ],
          skip: Math.max(0, from - usable.length),
          take: room,
        })
      : [];
  return { tokens: [...tokens, ...others], ...place, counts: { ...counts, matching: all } };
}

/** How many tokens a user has: listed, usable, and expiring soon. */
async function countTokens(db: PrismaClient, userId: number, now: Date) {
  const count = (where: Prisma.ApiTokenWhereInput) =>
    db.apiToken.count({ where: { userId, ...where } });
  const [all, usable, expiring] = await Promise.all([
    count(listedTokens(now)),
    count(tokensIn('usable', now)),
    count(expiringTokens(now)),
  ]);
  return { all, usable, expiring };
}

/** Any user's tokens, for operators, latest first. */
export const findTokens = (db: PrismaClient, where: Prisma.ApiTokenWhereInput) =>
  db.apiToken.findMany({
    where,
    ...TOKEN,
    include: { ...TOKEN.include, user: { select: { email: true, disabledAt: true } } },
    orderBy: { id: 'desc' },
  });

export type FoundToken = Awaited<ReturnType<typeof findTokens>>[number];

export const findTokensByValue = (db: PrismaClient, value: string): Promise<FoundToken[]> =>
  findTokens(db, { hash: hashToken(value) });

/** Scans every token for its last four characters, which pages and other systems' logs show: no index has them. */
export async function findTokensByEnd(db: PrismaClient, lastFour: string): Promise<FoundToken[]> {
  const ids = await matchingIds(
    db,
    { table: 'api_tokens', column: 'last_four' },
    Prisma.sql`last_four = ${lastFour}`,
  );
  return findTokens(db, { id: { in: ids } });
}

/** Rows in memory. */
const READ_AT_ONCE = 500;

interface UsableTokens {
  readonly version?: string | undefined;
  readonly expiresBefore?: Date | undefined;
}

/** All users' usable tokens, by ID, some at a time. */
export async function* findUsableTokens(
  db: PrismaClient,
  { version, expiresBefore }: UsableTokens,
) {
  const condition = Prisma.sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
    ${version === undefined ? Prisma.empty : Prisma.sql`AND version = ${version}`}
    ${expiresBefore === undefined ? Prisma.empty : Prisma.sql`AND expires_at < ${expiresBefore}`}`;
  const rows = { table: 'api_tokens', column: 'version, revoked_at, expires_at' };
  for await (const ids of matchingParts(db, rows, condition)) {
    for (let at = 0; at < ids.length; at += READ_AT_ONCE)
      yield (await findTokens(db, { id: { in: ids.slice(at, at + READ_AT_ONCE) } })).reverse();
  }
}

/** Values replaced more rolls ago are left out. */
const MAX_ROLLS = 100;

/**
 * A relation for FROM: `head`, a token that meets a condition on `api_tokens`, and `id`, that token and those it
 * replaced by rolls. A token's activity includes that of its old values.
 */
export const withReplaced = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  WITH RECURSIVE chain(head, id, predecessor_id, rolls) AS (
    SELECT id, id, predecessor_id, 0 FROM api_tokens WHERE ${condition}
    UNION ALL
    SELECT head, older.id, older.predecessor_id, rolls + 1
    FROM chain JOIN api_tokens AS older ON older.id = chain.predecessor_id
    WHERE rolls < ${Prisma.raw(`${MAX_ROLLS}`)})
  SELECT head, id FROM chain)`;
