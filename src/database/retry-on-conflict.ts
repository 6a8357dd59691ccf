// Repeats a transaction that PostgreSQL rolled back because of a concurrent one.
import { setTimeout as delay } from 'node:timers/promises';
import { isRetryable } from './database-errors.ts';

/** PostgreSQL takes a second to notice a deadlock; after this time no further attempt begins. */
const retryForMilliseconds = 1500;

/** `work` is a whole transaction; it runs again only after a deadlock or a serialisation failure. */
export async function retryOnConflict<Result>(work: () => Promise<Result>, attempts = 4): Promise<Result> {
  const lastStart = performance.now() + retryForMilliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || attempt >= attempts || performance.now() > lastStart) throw error;
    }
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}
