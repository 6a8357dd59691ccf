// Repeats a transaction that PostgreSQL rolled back because of a concurrent one.
import { setTimeout as delay } from 'node:timers/promises';
import { isRetryable } from './database-errors.ts';

/** Another request has changed rows since they were read; handled like a conflict that PostgreSQL finds. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  /** SQLSTATE of a serialisation failure. */
  readonly code = '40001';

  constructor() {
    super('a row has changed since it was read');
  }
}

/**
 * `work` is a whole transaction; it is repeated only after a deadlock or a serialisation failure, until the deadline of the
 * request at most.
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>, attempts = 4): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt >= attempts) throw error;
    }
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}
