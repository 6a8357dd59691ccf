// The list of a user's tokens in pages, filtered by name and state.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { expiringTokens, type TokenState, tokensIn } from './token-state.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

export const TOKENS_PER_PAGE = 20;

export interface TokenFilter {
  /** A part of the name, in any case. */
  readonly name?: string;
  /** `expiring`: usable, with a warning. */
  readonly state?: TokenState | 'expiring';
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

/** Tokens that are not revoked first, the newest first; then those that were revoked last. `now` is a time of the database. */
export async function readTokenPage(
  db: PrismaClient,
  userId: number,
  { name, state, page: wanted = 1 }: TokenFilter,
  now: Date,
) {
  const count = (where: Prisma.ApiTokenWhereInput) => db.apiToken.count({ where: { userId, ...where } });
  const inState = state === 'expiring' ? expiringTokens(now) : state && tokensIn(state, now);
  const where = { ...(name && named(name)), ...inState };
  const [all, usable, expiring, matching] = await Promise.all([
    count({}),
    count(tokensIn('usable', now)),
    count(expiringTokens(now)),
    count(where),
  ]);
  const place = placeOf(matching, wanted);
  const tokens = await db.apiToken.findMany({
    where: { userId, ...where },
    select: TOKEN_COLUMNS,
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    skip: (place.page - 1) * TOKENS_PER_PAGE,
    take: TOKENS_PER_PAGE,
  });
  return { tokens, ...place, counts: { all, usable, expiring, matching } };
}

export type TokenPage = Awaited<ReturnType<typeof readTokenPage>>;

/** Prisma puts the text into a LIKE pattern, in which `%`, `_` and the backslash are not themselves. */
const named = (name: string): Prisma.ApiTokenWhereInput => ({
  name: { contains: name.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' },
});
