// The rules of the name and the last day of a token.
import { z } from 'zod';
import { DAY_MILLISECONDS } from '../time.ts';

/** In code points. */
export const TOKEN_NAME_MAX_LENGTH = 100;

/** The last day of a token is at most so many days from today. */
const LIFETIME_MAX_DAYS = 3_650;

const CONTROL_CHARACTER = /\p{Cc}/u;
const DATE = z.iso.date();

/** The rules refuse a token; the message is for a person. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
  /** Absent for an error of no single field. */
  readonly field: 'name' | 'lastDay' | undefined;

  constructor(message: string, field?: 'name' | 'lastDay') {
    super(message);
    this.field = field;
  }
}

/** The name without white space around it. @throws {TokenRefusedError} */
export function checkedName(given: string): string {
  const name = given.trim();
  const refused = (message: string) => new TokenRefusedError(message, 'name');
  if (name === '') throw refused('Give the token a name.');
  if ([...name].length > TOKEN_NAME_MAX_LENGTH) throw refused(`Use at most ${TOKEN_NAME_MAX_LENGTH} characters.`);
  if (CONTROL_CHARACTER.test(name) || !name.isWellFormed()) throw refused('Use no control characters.');
  return name;
}

/**
 * The first instant at which a token is refused: the end of its last day, `YYYY-MM-DD` in UTC; null for an empty text.
 * `now` is a time of the database. @throws {TokenRefusedError}
 */
export function expiryAfter(lastDay: string, now: Date): Date | null {
  const text = lastDay.trim();
  if (text === '') return null;
  const refused = (message: string) => new TokenRefusedError(message, 'lastDay');
  if (!DATE.safeParse(text).success) throw refused('Write the last day as YYYY-MM-DD, such as 2030-12-31.');
  const expiresAt = new Date(Date.parse(text) + DAY_MILLISECONDS);
  if (expiresAt <= now) throw refused('The last day is over, in UTC. Choose today or a later day.');
  if (expiresAt.getTime() - now.getTime() > LIFETIME_MAX_DAYS * DAY_MILLISECONDS) {
    throw refused(`Choose a day within the next ${LIFETIME_MAX_DAYS} days, or none.`);
  }
  return expiresAt;
}

/** The last day of a token, `YYYY-MM-DD`; undefined for one that expires within a day, as a roll makes it. */
export function lastDayOf(expiresAt: Date): string | undefined {
  const isMidnight = expiresAt.getTime() % DAY_MILLISECONDS === 0;
  const lastInstant = new Date(expiresAt.getTime() - 1);
  return isMidnight ? lastInstant.toISOString().slice(0, 'YYYY-MM-DD'.length) : undefined;
}
