// Rate limits, such as the one on creates (section 8): one budget per user, shared by both APIs and all nodes.
import { hash } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { batched } from '../database/loader.ts';
import { rateLimited } from './operation-failure.ts';

export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
}

/** The budget of one key at one moment. */
export interface BudgetState {
  readonly budget: Budget;
  readonly remaining: number;
  /** Undefined: no window has started. */
  readonly resetsInMilliseconds?: number;
  /** When the window ends, on the clock of performance.now(). */
  readonly endsAt?: number;
  /** In whole seconds, if a point was asked for beyond the budget. */
  readonly retryAfterSeconds?: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * A rate limit in PostgreSQL if there is a pool, so that nodes share each budget; otherwise in memory. If PostgreSQL
 * fails, each process counts alone, so no request within its budget is rejected.
 */
export function createThrottle(budget: Budget, pool?: Pool) {
  const limiter = createLimiter(budget, pool);
  const windowMilliseconds = budget.windowSeconds * 1000;
  /** A user's ID, or the hash of anything else, so that no table has addresses in clear. */
  const keyOf = (key: string | number) =>
    typeof key === 'number'
      ? String(key)
      : hash('sha256', `${budget.name}\n${key}`, 'base64url');
  const takeOne = batched('INSERT INTO budgets', takeTogether(budget));
  const take = (key: string | number) => takeOne(limiter, keyOf(key));
  /** The budget of the key; takes nothing. */
  async function look(key: string | number): Promise<BudgetState> {
    const taken = await limiter.get(keyOf(key));
    if (!taken) return { budget, remaining: budget.points };
    const { consumedPoints, msBeforeNext } = taken;
    return budgetState(budget, consumedPoints, Math.min(msBeforeNext, windowMilliseconds));
  }
  return {
    budget,
    /** Takes one point of the key's budget, unless it is used up. */
    take,
    /** Takes a point. @throws {OperationFailure} throttled, with whole seconds to wait. */
    async consume(key: string | number): Promise<void> {
      const { retryAfterSeconds } = await take(key);
      if (retryAfterSeconds !== undefined) throw rateLimited(retryAfterSeconds);
    },
    /** @throws {OperationFailure} throttled, if no point is left; takes nothing. */
    async requirePoint(key: string | number): Promise<void> {
      const { remaining, resetsInMilliseconds = 0 } = await look(key);
      if (remaining === 0) throw rateLimited(wholeSeconds(resetsInMilliseconds));
    },
    /**
     * Undoes the take() that resulted in `taken`; without effect once its window has ended. Returns the budget as far
     * as it is known.
     */
    async giveBack(key: string | number, taken: BudgetState): Promise<BudgetState> {
      const current = await limiter.get(keyOf(key));
      if (!current || current.consumedPoints <= 0) return taken;
      // The next window ends a whole window later.
      const endsAt = performance.now() + Math.min(current.msBeforeNext, windowMilliseconds);
      if (endsAt - (taken.endsAt ?? 0) > windowMilliseconds / 2) return taken;
      const { consumedPoints, msBeforeNext } = await limiter.reward(keyOf(key));
      return budgetState(budget, consumedPoints, msBeforeNext);
    },
    look,
  };
}

function createLimiter(
  { name, points, windowSeconds }: Budget,
  pool: Pool | undefined,
): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration: windowSeconds };
  const insuranceLimiter = new RateLimiterMemory(options);
  if (!pool) return insuranceLimiter;
  return new RateLimiterPostgres({
    ...options,
    insuranceLimiter,
    // After a column was altered, named statements fail until their connection is closed.
    storeClient: {
      query: ({ text, values }: QueryConfig) => pool.query(text, values),
    },
    storeType: 'client',
    tableName: 'budgets',
    tableCreated: true,
    // Housekeeping does it.
    clearExpiredByTimeout: false,
  });
}

const budgetState = (
  budget: Budget,
  consumedPoints: number,
  resetsInMilliseconds: number,
): BudgetState => ({
  budget,
  // A refund whose window ended meanwhile leaves fewer than 0 consumed points.
  remaining: Math.min(Math.max(0, budget.points - consumedPoints), budget.points),
  resetsInMilliseconds,
  endsAt: performance.now() + resetsInMilliseconds,
  ...(consumedPoints > budget.points && {
    retryAfterSeconds: wholeSeconds(resetsInMilliseconds),
  }),
});

/** Takes the points of equal keys together; the results are those of one after the other. */
const takeTogether =
  (budget: Budget) =>
  async (limiter: RateLimiterAbstract, keys: readonly string[]): Promise<BudgetState[]> => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    const taken = new Map<string, RateLimiterRes>();
    await Promise.all(
      [...counts].map(async ([key, count]) => {
        const one = await limiter.penalty(key, count);
        // A node whose clock was ahead began this window.
        const isTooLong = one.msBeforeNext > budget.windowSeconds * 1000;
        const { consumedPoints } = one;
        taken.set(
          key,
          isTooLong ? await limiter.set(key, consumedPoints, budget.windowSeconds) : one,
        );
      }),
    );
    const states: BudgetState[] = [];
    for (const key of keys) {
      const later = (counts.get(key) ?? 1) - 1;
      counts.set(key, later);
      const { consumedPoints = 0, msBeforeNext = 0 } = taken.get(key) ?? {};
      states.push(budgetState(budget, consumedPoints - later, msBeforeNext));
    }
    return states;
  };

/** Whole seconds, rounded up: a request after them is accepted. */
const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/**
 * The headers of a budget (draft-ietf-httpapi-ratelimit-headers-10): quota and window, what remains and for how many
 * seconds.
 */
export const rateLimitHeaders = ({
  budget,
  remaining,
  resetsInMilliseconds = 0,
}: BudgetState) => ({
  'RateLimit-Policy': `"${budget.name}";q=${budget.points};w=${budget.windowSeconds}`,
  RateLimit: `"${budget.name}";r=${remaining};t=${wholeSeconds(resetsInMilliseconds)}`,
});
