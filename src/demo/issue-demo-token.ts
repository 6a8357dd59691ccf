// Tokens that are printed once: each time a fresh one; only the newest unused ones are kept.
import { commandOrigin } from '../accounts/security-events.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { Statements } from '../database/statements.ts';
import type { Person } from './demo-data.ts';

/** Unused tokens of one name, with the fresh one: several nodes that start together print one each. */
const UNUSED_TOKENS_KEPT = 10;

/** Ids; people other than the owner may be missing. */
type DemoUsers = Readonly<Partial<Record<Person, number>> & { owner: number }>;

export type DemoTokens = Readonly<Partial<Record<Person, string>> & Record<'owner' | 'expired' | 'revoked', string>>;

/** A token that is refused from the start. */
interface Ended {
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

type NamedToken = Pick<NewToken, 'environment' | 'version' | 'name'>;

/** A fresh token of each user, and two of the owner that are refused: one is expired, one revoked. */
export async function issueDemoTokens(
  statements: Statements,
  users: DemoUsers,
  token: NamedToken,
): Promise<DemoTokens> {
  const issue = (userId: number, kind = '', ended: Ended = {}) =>
    issueDemoToken(statements, { ...token, userId, name: token.name + kind }, ended);
  const tokens: Partial<Record<Person, string>> = {};
  for (const [user, userId] of Object.entries(users)) tokens[user as Person] = await issue(userId);
  const now = new Date();
  const expired = await issue(users.owner, ', expired', { expiresAt: dayBefore(now) });
  const revoked = await issue(users.owner, ', revoked', { revokedAt: now });
  return { ...tokens, owner: tokens.owner ?? '', expired, revoked };
}

/** The beginning of the day before, in UTC: in the past by the clock of the database too. */
function dayBefore(now: Date): Date {
  const day = new Date(now);
  day.setUTCHours(-24, 0, 0, 0);
  return day;
}

/** Creates a token and removes the oldest unused ones of the same name. It needs no query compiler, for a fast start. */
async function issueDemoToken(statements: Statements, token: NewToken, ended: Ended): Promise<string> {
  const { value, row } = newTokenRow(token);
  await statements.write(
    `DELETE FROM api_tokens WHERE id IN (
      SELECT id FROM api_tokens WHERE user_id = $1 AND name = $2 AND last_used_at IS NULL
      ORDER BY id DESC OFFSET ${UNUSED_TOKENS_KEPT - 1})`,
    [token.userId, token.name],
  );
  const [expiresAt, revokedAt] = [ended.expiresAt?.toISOString() ?? null, ended.revokedAt?.toISOString() ?? null];
  const { through, owner } = commandOrigin();
  await statements.write(
    `WITH made AS (
      INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version, expires_at, revoked_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id, user_id, name)
    INSERT INTO activity (user_id, action, through, process_owner, token_id, token_name)
    SELECT user_id, 'token-created', $9, $10, id, name FROM made`,
    [row.userId, row.name, row.hash, row.prefix, row.lastFour, row.version, expiresAt, revokedAt, through, owner],
  );
  return value;
}
