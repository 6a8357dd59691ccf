// Repeats work that lost against a concurrent transaction.
import { setTimeout as delay } from 'node:timers/promises';
import { isRetryable } from './database-errors.ts';

/** A deadlock alone takes PostgreSQL a second to notice, and nobody is to wait for long. */
const retryForMilliseconds = 1500;

/** `work` must be a whole transaction: it is run again after a deadlock or a serialisation failure, and only then. */
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
