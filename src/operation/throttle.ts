// The throttle on creates (section 8, D31): one budget per user, shared by both surfaces and by all nodes.
import type { Pool } from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { OperationFailure } from './failure.ts';
import { type Consumed, SharedBudgets } from './shared-budgets.ts';

/** A budget of one key at one moment. */
interface BudgetState {
  readonly budget: Budget;
  readonly remaining: number;
  /** Undefined: no window has begun. */
  readonly resetsInMilliseconds?: number;
}

export interface Throttle {
  /** Takes one point of the key's budget, or fails as throttled with whole seconds to wait. */
  consume(key: string | number): Promise<void>;
  /** Undoes one consume(). */
  giveBack(key: string | number): Promise<void>;
  /** The budget of the key, of which nothing is taken. */
  look(key: string | number): Promise<BudgetState>;
}

export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
}

/**
 * A throttle in PostgreSQL if there is a pool, so that nodes share each budget; otherwise in memory. When PostgreSQL
 * fails, each process counts alone: a fault of the throttle refuses no request within its budget.
 */
export function createThrottle(budget: Budget, pool?: Pool): Throttle {
  const { name, points, windowSeconds } = budget;
  const own = new RateLimiterMemory({ points, duration: windowSeconds });
  const shared = pool && new SharedBudgets(pool, { name, windowSeconds });
  const take = (key: string): Promise<Consumed> =>
    shared?.take(key, 1).catch(() => own.penalty(key)) ?? own.penalty(key);
  return {
    async consume(key) {
      const { consumedPoints, msBeforeNext } = await take(String(key));
      if (consumedPoints <= points) return;
      throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: wholeSeconds(msBeforeNext) });
    },
    async giveBack(key) {
      await (shared?.take(String(key), -1).catch(() => own.reward(key)) ?? own.reward(key));
    },
    async look(key) {
      const taken = await (shared?.look(String(key)).catch(() => own.get(key)) ?? own.get(key));
      if (!taken) return { budget, remaining: points };
      const remaining = Math.max(0, points - taken.consumedPoints);
      return { budget, remaining, resetsInMilliseconds: taken.msBeforeNext };
    },
  };
}

/** Whole seconds, rounded up: a request after them is accepted. */
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));
