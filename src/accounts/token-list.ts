// The list of a user's tokens in pages, filtered by name and state.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { expiringTokens, type TokenState, tokensIn } from './token-state.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

export const TOKENS_PER_PAGE = 20;

export interface TokenFilter {
  /** A part of the name, in any case; empty: any name. */
  readonly name: string;
  /** `expiring`: usable, with a warning. Undefined: any state. */
  readonly state: TokenState | 'expiring' | undefined;
  /** From 1 on; beyond the last page, the last page. */
  readonly page: number;
}

/** Tokens that are not revoked first, the newest first; then those that were revoked last. `now` is a time of the database. */
export async function readTokenPage(
  db: PrismaClient,
  userId: number,
  { name, state, page: wanted }: TokenFilter,
  now: Date,
) {
  const count = (where: Prisma.ApiTokenWhereInput) => db.apiToken.count({ where: { userId, ...where } });
  const where = { ...named(name), ...(state && inState(state, now)) };
  const [all, usable, expiring, matching] = await Promise.all([
    count({}),
    count(tokensIn('usable', now)),
    count(expiringTokens(now)),
    count(where),
  ]);
  const pages = Math.max(1, Math.ceil(matching / TOKENS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const tokens = await db.apiToken.findMany({
    where: { userId, ...where },
    select: TOKEN_COLUMNS,
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    skip: (page - 1) * TOKENS_PER_PAGE,
    take: TOKENS_PER_PAGE,
  });
  return { tokens, page, pages, counts: { all, usable, expiring, matching } };
}

export type TokenPage = Awaited<ReturnType<typeof readTokenPage>>;

const inState = (state: TokenState | 'expiring', now: Date) =>
  state === 'expiring' ? expiringTokens(now) : tokensIn(state, now);

/** Prisma puts the text into a LIKE pattern, in which `%`, `_` and the backslash are not themselves. */
const named = (name: string): Prisma.ApiTokenWhereInput =>
  name === '' ? {} : { name: { contains: name.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } };
