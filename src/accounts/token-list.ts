// The list of a user's tokens in pages, filtered by name, state and version, in several orders.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { expiringTokens, listedTokens, type TokenState, tokensIn } from './token-state.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

export const TOKENS_PER_PAGE = 20;

export interface TokenFilter {
  /** A part of the name, in any case. */
  readonly name?: string;
  /** `expiring`: usable, with a warning. */
  readonly state?: TokenState | 'expiring';
  readonly version?: string;
}

/** Revoked tokens are last in each; `newest` is the rest of each. */
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

/** The number of pages, and a page of them; beyond the last, the last. */
function placeOf(count: number, wanted: number) {
  const pages = Math.max(1, Math.ceil(count / TOKENS_PER_PAGE));
  return { page: Math.min(wanted, pages), pages };
}

/** A page of rows in memory. */
export function pageOf<Row>(rows: readonly Row[], wanted: number) {
  const place = placeOf(rows.length, wanted);
  return { ...place, rows: rows.slice((place.page - 1) * TOKENS_PER_PAGE, place.page * TOKENS_PER_PAGE) };
}

/** `now` is a time of the database. */
export const tokensMatching = ({ name, state, version }: TokenFilter, now: Date): Prisma.ApiTokenWhereInput => ({
  AND: [listedTokens(now), (state === 'expiring' ? expiringTokens(now) : state && tokensIn(state, now)) || {}],
  ...(name && named(name)),
  ...(version && { version }),
});

/** Tokens that are not revoked first, the newest first unless sorted; then those that were revoked last. */
export async function readTokenPage(
  db: PrismaClient,
  userId: number,
  { sort = 'newest', page: wanted = 1, ...filter }: Wanted,
  now: Date,
) {
  const count = (where: Prisma.ApiTokenWhereInput) => db.apiToken.count({ where: { userId, ...where } });
  const where = tokensMatching(filter, now);
  const [all, usable, expiring, matching] = await Promise.all([
    count(listedTokens(now)),
    count(tokensIn('usable', now)),
    count(expiringTokens(now)),
    count(where),
  ]);
  const place = placeOf(matching, wanted);
  const tokens = await db.apiToken.findMany({
    where: { userId, ...where },
    select: TOKEN_COLUMNS,
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, ...ORDERS[sort], { id: 'desc' }],
    skip: (place.page - 1) * TOKENS_PER_PAGE,
    take: TOKENS_PER_PAGE,
  });
  return { tokens, ...place, counts: { all, usable, expiring, matching } };
}

/** Prisma puts the text into a LIKE pattern, in which `%`, `_` and the backslash are not themselves. */
const named = (name: string): Prisma.ApiTokenWhereInput => ({
  name: { contains: name.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' },
});
