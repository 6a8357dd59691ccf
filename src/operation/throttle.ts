// The throttle on creates (section 8): one budget per user, shared by both surfaces and by all nodes.
import type { Pool } from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Consumed, sharedBudgets } from '../database/shared-budgets.ts';
import { OperationFailure } from './failure.ts';

export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
}

/** A budget of one key at one moment. */
export interface BudgetState {
  readonly budget: Budget;
  readonly remaining: number;
  /** Undefined: no window has begun. */
  readonly resetsInMilliseconds?: number;
}

type Note = (state: BudgetState) => void;

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * A throttle in PostgreSQL if there is a pool, so that nodes share each budget; otherwise in memory. When PostgreSQL
 * fails, each process counts alone: a fault of the throttle refuses no request within its budget.
 */
export function createThrottle(budget: Budget, pool?: Pool) {
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
    /** Takes one point of the key's budget, or fails as throttled with whole seconds to wait; `note` gets the budget before. */
    async consume(key: string | number, note?: Note): Promise<void> {
      const taken = await take(String(key), 1);
      note?.(stateOf(taken));
      if (taken.consumedPoints <= points) return;
      throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: wholeSeconds(taken.msBeforeNext) });
    },
    /** Undoes one consume(). */
    async giveBack(key: string | number, note?: Note): Promise<void> {
      const taken = await take(String(key), -1);
      note?.(stateOf(taken));
    },
    /** Gives the key its whole budget. */
    async clear(key: string | number): Promise<void> {
      await Promise.all([shared?.clear(String(key)), own.delete(key)]);
    },
    /** The budget of the key, of which nothing is taken. */
    async look(key: string | number): Promise<BudgetState> {
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
