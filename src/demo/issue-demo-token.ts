// Tokens that are printed once: each time a fresh one; only the newest unused ones are kept.
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { Records } from '../database/records/records.ts';

/** Unused tokens of one name, with the fresh one: several nodes that start together print one each. */
const UNUSED_TOKENS_KEPT = 10;

/** Creates a token and removes the oldest unused ones of the same name. It needs no query compiler, for a fast start. */
export async function issueDemoToken(records: Records, token: NewToken): Promise<{ id: number; value: string }> {
  const { value, row } = newTokenRow(token);
  await records.write(
    `DELETE FROM api_tokens WHERE id IN (
      SELECT id FROM api_tokens WHERE user_id = $1 AND name = $2 AND last_used_at IS NULL
      ORDER BY id DESC OFFSET ${UNUSED_TOKENS_KEPT - 1})`,
    [token.userId, token.name],
  );
  const { id } = await records.create<{ id: number }>('ApiToken', row, { select: { id: true } });
  return { id, value };
}
