// The throttle on creates (section 8): one budget per user, shared by both surfaces and by all nodes.
import type { Pool } from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Consumed, sharedBudgets } from '../database/shared-budgets.ts';
import { OperationFailure } from './failure.ts';

/** A budget of one key at one moment. */
export interface BudgetState {
  readonly budget: Budget;
  readonly remaining: number;
  /** Undefined: no window has begun. */
  readonly resetsInMilliseconds?: number;
}

export interface Throttle {
  readonly budget: Budget;
  /** Takes one point of the key's budget, or fails as throttled with whole seconds to wait; `note` gets the budget before. */
  consume(key: string | number, note?: (state: BudgetState) => void): Promise<void>;
  /** Undoes one consume(). */
  giveBack(key: string | number, note?: (state: BudgetState) => void): Promise<void>;
  /** Gives the key its whole budget. */
  clear(key: string | number): Promise<void>;
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
  const shared = pool && sharedBudgets(pool, { name, windowSeconds });
  const take = (key: string, count: number): Promise<Consumed> =>
    shared?.take(key, count).catch(() => own.penalty(key, count)) ?? own.penalty(key, count);
  const stateOf = ({ consumedPoints, msBeforeNext }: Consumed): BudgetState => ({
    budget,
    remaining: Math.max(0, points - consumedPoints),
    resetsInMilliseconds: msBeforeNext,
  });
  return {
    budget,
    async consume(key, note) {
      const taken = await take(String(key), 1);
      note?.(stateOf(taken));
      if (taken.consumedPoints <= points) return;
      throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: wholeSeconds(taken.msBeforeNext) });
    },
    async giveBack(key, note) {
      const taken = await take(String(key), -1);
      note?.(stateOf(taken));
    },
    async clear(key) {
      await Promise.all([shared?.clear(String(key)), own.delete(key)]);
    },
    async look(key) {
      const taken = await (shared?.look(String(key)).catch(() => own.get(key)) ?? own.get(key));
      return taken ? stateOf(taken) : { budget, remaining: points };
    },
  };
}

/** Whole seconds, rounded up: a request after them is accepted. */
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/** The headers of a budget (draft-ietf-httpapi-ratelimit-headers-10): its quota and window, what is left and for how many seconds. */
export const rateLimitHeaders = ({ budget, remaining, resetsInMilliseconds = 0 }: BudgetState) => ({
  'RateLimit-Policy': `"${budget.name}";q=${budget.points};w=${budget.windowSeconds}`,
  RateLimit: `"${budget.name}";r=${remaining};t=${wholeSeconds(resetsInMilliseconds)}`,
});
