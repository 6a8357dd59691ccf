// The state of a token by the clock of the database, which all nodes share: usable, expired or revoked.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { DAY_MILLISECONDS } from '../time.ts';

export const TOKEN_STATES = ['usable', 'expired', 'revoked'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

/** In the last days of a token the dashboard warns its owner. */
export const EXPIRY_WARNING_DAYS = 14;

/** The condition of a usable token, on columns of `api_tokens`. `expires_at` is the first instant at which it is refused. */
export const USABLE_SQL = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

/** The state of a token, on columns of `api_tokens`. */
export const STATE_SQL = `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN ${USABLE_SQL} THEN 'usable' ELSE 'expired' END`;

/** The condition of the tokens that lists have: a roll has replaced the others, and they are not usable any more. */
export const LISTED_SQL = `(${USABLE_SQL} OR NOT EXISTS (
  SELECT 1 FROM api_tokens AS successor WHERE successor.predecessor_id = api_tokens.id))`;

/** The time of the database, to which `tokensIn` and `stateOf` compare. */
export async function databaseTime(db: Prisma.TransactionClient): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT now()`;
  if (!row) throw new TypeError('SELECT without FROM has one row');
  return row.now;
}

/** The condition of the tokens in a state at a time of the database. */
export function tokensIn(state: TokenState, now: Date): Prisma.ApiTokenWhereInput {
  if (state === 'revoked') return { revokedAt: { not: null } };
  if (state === 'expired') return { revokedAt: null, expiresAt: { lte: now } };
  return { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

/** As `LISTED_SQL`. */
export const listedTokens = (now: Date): Prisma.ApiTokenWhereInput => ({
  OR: [{ successor: null }, tokensIn('usable', now)],
});

/** The condition of the usable tokens with a warning. A roll has replaced a token with a successor. */
export const expiringTokens = (now: Date): Prisma.ApiTokenWhereInput => ({
  revokedAt: null,
  expiresAt: { gt: now, lte: new Date(now.getTime() + EXPIRY_WARNING_DAYS * DAY_MILLISECONDS) },
  successor: null,
});

interface Ends {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

export function stateOf({ revokedAt, expiresAt }: Ends, now: Date): TokenState {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'usable';
}

/** Milliseconds until a usable token expires; undefined for a token without a warning. */
export function millisecondsLeft(token: Ends & { readonly successor: object | null }, now: Date): number | undefined {
  const left = token.expiresAt ? token.expiresAt.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  const isWarned =
    stateOf(token, now) === 'usable' && !token.successor && left <= EXPIRY_WARNING_DAYS * DAY_MILLISECONDS;
  return isWarned ? left : undefined;
}
