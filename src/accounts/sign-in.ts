// Signs in by e-mail and password. All errors look the same and take equally long, and nobody can lock an owner out.
import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { BoundedWork } from '../fairness/bounded-work.ts';
import { networksOf } from '../fairness/networks.ts';
import { OperationFailure } from '../operation/operation-failure.ts';
import { type Budget, createThrottle, type Throttle } from '../operation/throttle.ts';
import { DAY_SECONDS } from '../time.ts';
import { DUMMY_HASH, type Hashing, verifyPassword } from './passwords.ts';
import { emailKey } from './security-events.ts';
import { BROWSER_DAYS, hashValue } from './sessions.ts';

/** Several users of an office may share an address. */
const ACCOUNTS_PER_ADDRESS = 5;
const ADDRESSES_PER_SITE = 4;
const ADDRESSES_PER_DAY = 10;
/** A fifth of what all unknown browsers have together, so that one of them can't use it up for the owner. */
const WINDOWS_PER_DAY = 2;

export function createPasswordBudgets(
  { name, points, windowSeconds }: Budget,
  pool: Pool | undefined,
) {
  const budget = (of: string, times = 1, seconds = windowSeconds) =>
    createThrottle({ name: `${name}-${of}`, points: points * times, windowSeconds: seconds }, pool);
  return {
    /** Per network, for all accounts. */
    perAddress: budget('address', ACCOUNTS_PER_ADDRESS),
    /** Per site, in which a client may have many networks, for all accounts. */
    perSite: budget('site', ACCOUNTS_PER_ADDRESS * ADDRESSES_PER_SITE),
    /** Per network and account. */
    perAccount: budget('account'),
    /** Per site, account and day. */
    perDayOfSite: budget('site-day', WINDOWS_PER_DAY, DAY_SECONDS),
    /** Per account and day, for all browsers that the account doesn't know. */
    perDay: budget('day', ADDRESSES_PER_DAY, DAY_SECONDS),
    /** Per browser that an account knows, or per session. */
    ofKnown: budget('known'),
  };
}

type PasswordBudgets = ReturnType<typeof createPasswordBudgets>;

/** A key of a budget: bounded in length, and never stored in clear. */
const budgetKey = (...parts: readonly string[]) => hash('sha256', parts.join('\n'), 'base64url');

/** The key of an account with its current password, so that a new password resets the guesses at the old one. */
export const accountKey = (email: string, passwordHash: string | null = null) =>
  budgetKey(emailKey(email), passwordHash ?? '');

export interface AttemptDeps {
  readonly db: PrismaClient;
  readonly budgets: PasswordBudgets;
  readonly hashing: Hashing;
}

interface Guess {
  readonly password: string;
  /** The client's address behind the trusted proxies. */
  readonly address: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

interface SignIn extends Guess {
  readonly email: string;
  /** The values the browser was given at earlier sign-ins. */
  readonly browserValues: readonly string[];
}

interface Account {
  readonly userId: number;
  readonly passwordHash: string | null;
}

export interface SignedIn extends Account {
  readonly isDisabled: boolean;
  /** Whether an operator knows the password. */
  readonly mustChangePassword: boolean;
  /** The hash of the browser's value, if the account knows it. */
  readonly browser: string | null;
}

/**
 * Undefined for a wrong password and for an unknown account. Only those who know the password learn that an account is
 * disabled. @throws {OperationFailure} throttled, or unavailable: too many concurrent sign-ins
 */
export async function signIn(
  deps: AttemptDeps,
  { email, browserValues, ...guess }: SignIn,
): Promise<SignedIn | undefined> {
  const find = () => findAccount(deps.db, emailKey(email), browserValues);
  // An account can only know a browser by one of its values.
  const early = browserValues.length > 0 ? { account: await find() } : undefined;
  const { account } = early ?? {};
  if (account?.browser) return signInKnown(deps, guess, account, account.browser);
  const { perAddress, perSite, perAccount, perDayOfSite, perDay } = deps.budgets;
  const { network, site } = networksOf(guess.address);
  return attemptPassword(guess, {
    work: deps.hashing.unknown,
    async find(take) {
      // The network first: otherwise each account it names would add a budget row.
      await take([perAddress, network], ...(site === network ? [] : [[perSite, site] as const]));
      const found = early ? early.account : await find();
      const key = accountKey(email, found?.passwordHash);
      await take([perAccount, budgetKey(key, network)], [perDayOfSite, budgetKey(key, site)]);
      // Last, so that a client without points takes none of those that all unknown browsers share.
      await take([perDay, key]);
      return found;
    },
  });
}

const signInKnown = (deps: AttemptDeps, guess: Guess, account: SignedIn, browser: string) =>
  attemptPassword(guess, {
    work: deps.hashing.known,
    async find(take) {
      await take([deps.budgets.ofKnown, budgetKey(String(account.userId), browser)]);
      return account;
    },
  });

/** Whether a password is the signed-in user's; each session has its own budget. @throws as signIn() */
export async function isOwnPassword(
  deps: AttemptDeps,
  { userId, sessionId, ...guess }: Guess & { readonly userId: number; readonly sessionId: number },
): Promise<boolean> {
  const account = await attemptPassword(guess, {
    work: deps.hashing.known,
    async find(take) {
      await take([deps.budgets.ofKnown, `session ${sessionId}`]);
      const user = await deps.db.user.findUnique({
        where: { id: userId },
        select: { passwordHash: true },
      });
      return user ? { userId, ...user } : undefined;
    },
  });
  return account !== undefined;
}

type Taking = readonly [budget: Throttle, key: string];

/** Takes a point of each budget at the same time. @throws {OperationFailure} throttled */
type Take = (...step: readonly Taking[]) => Promise<void>;

interface Attempt<Found extends Account> {
  /** The hashes among which this one waits for its turn. */
  readonly work: BoundedWork;
  /** Finds the account, and takes what a wrong password costs. */
  readonly find: (take: Take) => Promise<Found | undefined>;
}

/**
 * The account, if its password is right. The points are taken first, so that a client without any doesn't occupy a
 * waiting place, and are refunded unless the password is wrong. @throws {OperationFailure} throttled, or unavailable:
 * too many concurrent sign-ins
 */
async function attemptPassword<Found extends Account>(
  { password, address, signal }: Guess,
  { work, find }: Attempt<Found>,
): Promise<Found | undefined> {
  const refunds: (() => Promise<void>)[] = [];
  let isWrong = false;
  try {
    const account = await find((...step) => takeAll(step, refunds));
    // Takes equally long without an account.
    const check = () => verifyPassword(password, account?.passwordHash ?? DUMMY_HASH);
    isWrong = !(await work(check, { networks: networksOf(address), signal }));
    return isWrong ? undefined : account;
  } finally {
    if (!isWrong) await Promise.all(refunds.map((refund) => refund()));
  }
}

/**
 * Takes the points of a step, and adds how to refund each. @throws {OperationFailure} throttled, for the longest wait:
 * one of the budgets has no point left.
 */
async function takeAll(step: readonly Taking[], refunds: (() => Promise<void>)[]) {
  const take = ([budget, key]: Taking) =>
    budget.consume(key, (taken) => refunds.push(() => budget.giveBack(key, taken)));
  const results = await Promise.allSettled(step.map(take));
  const waits = results.flatMap((result) =>
    result.status === 'rejected' ? [waitOf(result.reason)] : [],
  );
  if (waits.length > 0)
    throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: Math.max(...waits) });
}

function waitOf(error: unknown): number {
  if (error instanceof OperationFailure && error.failure.kind === 'throttled')
    return error.failure.retryAfterSeconds;
  throw error;
}

/** The account of an e-mail address, and the browser value it knows. */
async function findAccount(
  db: PrismaClient,
  email: string,
  values: readonly string[],
): Promise<SignedIn | undefined> {
  const [account] = await db.$queryRaw<SignedIn[]>`
    SELECT id AS "userId", password_hash AS "passwordHash", disabled_at IS NOT NULL AS "isDisabled",
      must_change_password AS "mustChangePassword", browser.hash AS browser
    FROM users LEFT JOIN known_browsers AS browser ON browser.user_id = users.id
      AND browser.hash = ANY(${values.map(hashValue)})
      AND browser.seen_at > now() - make_interval(days => ${BROWSER_DAYS}::int)
    WHERE email = ${email} LIMIT 1`;
  return account;
}
