// The records of writes with an idempotency key, which triggers of products keep: the look-up of a key.
import { hasOneOf, isDuplicate } from './database-errors.ts';
import type { Db } from './records/extension.ts';

/** The new keys of a user in 24 hours: each leaves a row for a day. A trigger counts and refuses them. */
export const MAX_NEW_KEYS = 100_000;
/** SQLSTATE of the refusal. */
const TOO_MANY_KEYS = 'OA429';

export interface StoredRecord {
  readonly operation: string;
  readonly inputHash: string;
  readonly resultId: number;
}

/** The record of the key, or the seconds until a user without new keys has some again. */
const LOOK_UP = `
  SELECT operation, input_hash, product_id, NULL FROM idempotency_records WHERE user_id = $1 AND key_hash = $2
  UNION ALL
  SELECT NULL, NULL, NULL, ceil(expire / 1000.0 - extract(epoch FROM clock_timestamp()))::int FROM budgets
  WHERE key = 'idempotency-keys:' || $1 AND points >= ${MAX_NEW_KEYS}
    AND expire > extract(epoch FROM clock_timestamp()) * 1000`;

/** The record of a key; undefined for a new one, the seconds to wait for one that is too many. */
export async function findRecord(db: Db, userId: number, keyHash: string): Promise<StoredRecord | number | undefined> {
  const rows = await db.$read(LOOK_UP, [userId, keyHash]);
  const [row] = rows.toSorted(([one], [other]) => Number(one === null) - Number(other === null));
  if (!row) return undefined;
  // The column keeps its old name for nodes of earlier releases, which may run beside this one.
  const [operation, inputHash, resultId, waitSeconds] = row as [string | null, string, number, number | null];
  return operation === null ? Math.max(1, Number(waitSeconds)) : { operation, inputHash, resultId };
}

/** Whether another request has written with the same key, or the last new key, after the look-up. */
export const isKeyRefused = (error: unknown): boolean => isDuplicate(error) || hasOneOf(error, [TOO_MANY_KEYS]);
