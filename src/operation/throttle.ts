// The throttle on creates (section 8, D31): one budget per user, shared by both surfaces and by all nodes.
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DatabaseClockLimiter } from './database-clock-limiter.ts';
import { OperationFailure } from './failure.ts';

export interface Throttle {
  /** Takes one point of the key's budget, or fails as throttled with whole seconds to wait. */
  consume(key: string | number): Promise<void>;
  /** Undoes one consume(). */
  giveBack(key: string | number): Promise<void>;
}

export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
}

/**
 * A throttle in PostgreSQL when there is a pool, so that nodes share each budget; otherwise in memory. When PostgreSQL
 * fails, each process counts for itself, so a fault of the throttle never refuses a request that is within budget.
 */
export function createThrottle({ name, points, windowSeconds }: Budget, pool?: Pool): Throttle {
  const budget = { keyPrefix: name, points, duration: windowSeconds };
  const memory = new RateLimiterMemory(budget);
  const limiter = pool
    ? new DatabaseClockLimiter({
        ...budget,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'budgets',
        tableCreated: true,
        insuranceLimiter: memory,
      })
    : memory;
  return {
    async consume(key) {
      try {
        await limiter.consume(String(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: wholeSeconds(refusal.msBeforeNext) });
      }
    },
    async giveBack(key) {
      await limiter.reward(String(key));
    },
  };
}

/** Rounded up, so that a client which waits this long is let through. */
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));
