// The rules of tokens: name, last day, and state.
import { z } from 'zod';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { DAY_MILLISECONDS, isoDay } from '../time.ts';
import { type Ends, stateOf } from './authenticate.ts';

/** In code points. */
export const TOKEN_NAME_MAX_LENGTH = 100;

const LIFETIME_MAX_DAYS = 3_650;

/** The dashboard warns the owner during a token's last days. */
export const EXPIRY_WARNING_DAYS = 14;

/** The rules reject a token; the message is for the user. */
export class TokenRuleError extends Error {
  override readonly name = 'TokenRuleError';
  /** Absent if the error is not about a single field. */
  readonly field: 'name' | 'lastDay' | undefined;

  constructor(message: string, field?: 'name' | 'lastDay') {
    super(message);
    this.field = field;
  }
}

/** A character that pages show: neither a space nor one that only changes others, such as a soft hyphen. */
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The trimmed name. @throws {TokenRuleError} */
export function checkedName(given: string) {
  const name = given.trim();
  const error = (message: string) => new TokenRuleError(message, 'name');
  if (!VISIBLE.test(name)) throw error('Enter a name.');
  if ([...name].length > TOKEN_NAME_MAX_LENGTH)
    throw error(`Use at most ${TOKEN_NAME_MAX_LENGTH} characters.`);
  if (/\p{Cc}/u.test(name) || !name.isWellFormed())
    throw error('Remove the control characters.');
  return name;
}

/**
 * When a token stops working: the end of its last day, `YYYY-MM-DD` in UTC; null for an empty string. `now` is a
 * database time. @throws {TokenRuleError}
 */
export function expiryAfter(lastDay: string, now: Date) {
  const text = lastDay.trim();
  if (text === '') return null;
  const error = (message: string) => new TokenRuleError(message, 'lastDay');
  if (!z.iso.date().safeParse(text).success)
    throw error('Enter the last day as YYYY-MM-DD, such as 2030-12-31.');
  const expiresAt = new Date(Date.parse(text) + DAY_MILLISECONDS);
  if (expiresAt <= now)
    throw error('This day is already over in UTC. Choose today or a later day.');
  if (expiresAt > daysAfter(now, LIFETIME_MAX_DAYS)) {
    throw error(`Choose a day within the next ${LIFETIME_MAX_DAYS} days, or none.`);
  }
  return expiresAt;
}

const daysAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * DAY_MILLISECONDS);

/** A token's last day, `YYYY-MM-DD`; undefined if it expires within a day, as after a roll. */
export function lastDayOf(expiresAt: Date) {
  const isMidnight = expiresAt.getTime() % DAY_MILLISECONDS === 0;
  return isMidnight ? isoDay(daysAfter(expiresAt, -1)) : undefined;
}

/** The database's time, which `usableTokens` and `stateOf` compare to. */
export async function databaseTime(db: Prisma.TransactionClient) {
  const [row] = await db.$queryRaw<[{ now: Date }]>`SELECT now()`;
  return row.now;
}

export const usableTokens = (now: Date): Prisma.ApiTokenWhereInput => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

/** Milliseconds until a usable token expires; undefined for a token without a warning. */
export function millisecondsLeft(
  token: Ends & { readonly successor: object | null },
  now: Date,
) {
  const { expiresAt, successor } = token;
  if (!expiresAt || successor || stateOf(token, now) !== 'usable') return undefined;
  const left = expiresAt.getTime() - now.getTime();
  return left <= EXPIRY_WARNING_DAYS * DAY_MILLISECONDS ? left : undefined;
}
