// The records of writes with an idempotency key, which triggers of products keep: the look-up of a key.
import { hasOneOf, isDuplicate } from './database-errors.ts';
import type { Db } from './db.ts';

/** The new keys of a user in 24 hours: each leaves a row for a day. A trigger counts and refuses them. */
export const MAX_NEW_KEYS = 100_000;
/** SQLSTATE of the refusal. */
const TOO_MANY_KEYS = 'OA429';

export interface StoredRecord {
  readonly operation: string;
  readonly inputHash: string;
  readonly resultId: number;
}

interface FoundRecord {
  /** Null for a new key. */
  readonly record: StoredRecord | null;
  /** The seconds until a user who has used up all new keys has some again; 0 for any other user. */
  readonly retryAfterSeconds: number;
}

export async function findRecord({ reads }: Db, userId: number, keyHash: string): Promise<FoundRecord> {
  const [found, keys] = await Promise.all([
    reads.idempotencyRecord.findUnique({ where: { userId_keyHash: { userId, keyHash } } }),
    reads.budget.findUnique({ where: { key: `idempotency-keys:${userId}` } }),
  ]);
  const areUsedUp = keys !== null && keys.points >= MAX_NEW_KEYS;
  const secondsLeft = areUsedUp ? Math.ceil((Number(keys.expire) - Date.now()) / 1000) : 0;
  return {
    // The column keeps its old name for nodes of earlier releases, which may run beside this one.
    record: found && { operation: found.operation, inputHash: found.inputHash, resultId: found.productId },
    retryAfterSeconds: Math.max(0, secondsLeft),
  };
}

/** Whether another request has written with the same key, or the last new key, after the look-up. */
export const isKeyRefused = (error: unknown): boolean => isDuplicate(error) || hasOneOf(error, [TOO_MANY_KEYS]);
