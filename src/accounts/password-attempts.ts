// Attempts at passwords: wrong ones alone count, and no more are in work at once than a budget has points (D49).
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { OperationFailure } from '../operation/failure.ts';
import { type Budget, createThrottle, type Throttle } from '../operation/throttle.ts';
import { DAY_SECONDS } from '../time.ts';
import { emailKey } from './email-key.ts';
import { DUMMY_HASH, type Hashing } from './passwords.ts';

export interface PasswordBudgets {
  /** Of a network, at all accounts. */
  readonly perAddress: Throttle;
  /** Of a network, at one account. */
  readonly perAccount: Throttle;
  /** Of all browsers that an account does not know, in a day. */
  readonly perDay: Throttle;
  /** Of a browser that an account knows, or of a session. */
  readonly ofKnown: Throttle;
}

/** Several users of an office may share an address. */
const ACCOUNTS_PER_ADDRESS = 5;
const ADDRESSES_PER_DAY = 10;

export function createPasswordBudgets(
  { name, points, windowSeconds }: Budget,
  pool: Pool | undefined,
): PasswordBudgets {
  const budget = (of: string, times = 1, seconds = windowSeconds) =>
    createThrottle({ name: `${name}-${of}`, points: points * times, windowSeconds: seconds }, pool);
  return {
    perAddress: budget('address', ACCOUNTS_PER_ADDRESS),
    perAccount: budget('account'),
    perDay: budget('day', ADDRESSES_PER_DAY, DAY_SECONDS),
    ofKnown: budget('known'),
  };
}

/** Has an account forget what strangers have guessed, for a user who has no other way in. */
export const forgetGuesses = ({ perDay }: PasswordBudgets, email: string) => perDay.clear(budgetKey(emailKey(email)));

/** A key of a budget that no table has in clear, of bounded length. */
export const budgetKey = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');

export interface AttemptDeps {
  readonly db: PrismaClient;
  readonly budgets: PasswordBudgets;
  readonly hashing: Hashing;
}

type Taking = readonly [budget: Throttle, key: string];

export interface Account {
  readonly id: number;
  readonly passwordHash: string | null;
}

interface Attempt<Found extends Account> {
  readonly password: string;
  readonly check: (password: string, hash: string) => Promise<{ isRight: boolean; renewed?: string }>;
  /** Finds the account. An attempt that is refused before its turn does not call it, and so runs no statement. */
  readonly find: () => Promise<Found | undefined>;
  /** Whether the browser or the session is known to the account. */
  readonly isKnown: boolean;
  /** What a wrong password costs; the budgets of each step are taken together, before those of the next. */
  readonly steps: readonly (readonly Taking[])[];
  readonly address: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/**
 * The account, if its password is right. The points are taken before the hash, and given back unless the password is wrong. A weak
 * hash is replaced after a right one. @throws {OperationFailure} throttled, or unavailable: too many sign in at once
 */
export async function attemptPassword<Found extends Account>(
  { db, hashing }: AttemptDeps,
  { password, check, find, isKnown, steps, address, signal }: Attempt<Found>,
): Promise<Found | undefined> {
  const work = isKnown ? hashing.known : hashing.unknown;
  return work(
    async () => {
      const taken: Taking[] = [];
      let isWrong = false;
      try {
        const account = await find();
        for (const step of steps) await take(step, taken);
        const hash = account?.passwordHash ?? DUMMY_HASH;
        const { isRight, renewed } = await check(password, hash);
        isWrong = !isRight;
        // Should this fail, the next sign-in tries again.
        if (account && renewed) await replaceHash(db, account.id, hash, renewed).catch(() => {});
        return isRight ? account : undefined;
      } finally {
        if (!isWrong) await Promise.all(taken.map(([budget, key]) => budget.giveBack(key)));
      }
    },
    { flow: address, signal },
  );
}

/** @throws {OperationFailure} throttled, for the longest wait: one of the budgets has no point left. */
async function take(step: readonly Taking[], taken: Taking[]): Promise<void> {
  taken.push(...step);
  const results = await Promise.allSettled(step.map(([budget, key]) => budget.consume(key)));
  const waits = results.flatMap((result) => (result.status === 'rejected' ? [waitOf(result.reason)] : []));
  if (waits.length > 0) throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: Math.max(...waits) });
}

function waitOf(error: unknown): number {
  if (error instanceof OperationFailure && error.failure.kind === 'throttled') return error.failure.retryAfterSeconds;
  throw error;
}

/** Unless the password was changed meanwhile. */
const replaceHash = (db: PrismaClient, id: number, passwordHash: string, renewed: string) =>
  db.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: renewed } });
