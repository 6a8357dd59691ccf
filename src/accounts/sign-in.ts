// Signs in by e-mail and password: every fault looks the same and takes equal time; strangers can't lock an owner out (D49).
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { clientNetwork } from './client-network.ts';
import { emailKey } from './email-key.ts';
import { BROWSER_DAYS, hashBrowserValue } from './known-browsers.ts';
import { type Account, type AttemptDeps, attemptPassword, budgetKey } from './password-attempts.ts';
import { checkPassword, verifyPassword } from './passwords.ts';

interface Guess {
  readonly password: string;
  /** The address of the client behind the trusted proxies. */
  readonly address: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

interface SignIn extends Guess {
  readonly email: string;
  /** What the browser was given at earlier sign-ins. */
  readonly browserValues: readonly string[];
}

export interface SignedIn {
  readonly userId: number;
  readonly isDisabled: boolean;
  /** Whether an operator knows the password. */
  readonly mustChangePassword: boolean;
  /** The hash of the browser's value, if the account knows it. */
  readonly browser: string | null;
}

/**
 * Undefined for a wrong password and for an unknown account. That an account is disabled is told to one who has its password
 * alone. @throws {OperationFailure} throttled, or unavailable: too many sign in at once
 */
export async function signIn(
  deps: AttemptDeps,
  { email, browserValues, ...guess }: SignIn,
): Promise<SignedIn | undefined> {
  const { perAddress, perAccount, perDay, ofKnown } = deps.budgets;
  const key = emailKey(email);
  const find = () => findAccount(deps.db, key, browserValues);
  // An account can know a browser only by one of its values.
  const early = browserValues.length > 0 ? { account: await find() } : undefined;
  const { id, browser } = early?.account ?? {};
  const network = clientNetwork(guess.address);
  const steps = browser
    ? [[[ofKnown, budgetKey(String(id), browser)] as const]]
    : // The network first: a budget of each account that it names would be a row of a table.
      [
        [[perAddress, network] as const],
        [
          [perAccount, budgetKey(key, network)],
          [perDay, budgetKey(key)],
        ] as const,
      ];
  const account = await attemptPassword(deps, {
    ...guess,
    check: checkPassword,
    find: async () => (early ? early.account : find()),
    isKnown: Boolean(browser),
    steps,
  });
  return account && { ...account, userId: account.id };
}

/** Whether a password is that of the signed-in user; each session has a budget of its own. @throws as signIn() */
export async function isOwnPassword(
  deps: AttemptDeps,
  { userId, sessionId, ...guess }: Guess & { readonly userId: number; readonly sessionId: number },
): Promise<boolean> {
  const find = async () =>
    (await deps.db.user.findUnique({ where: { id: userId }, select: { id: true, passwordHash: true } })) ?? undefined;
  const steps = [[[deps.budgets.ofKnown, `session ${sessionId}`] as const]];
  const check = async (password: string, hash: string) => ({ isRight: await verifyPassword(password, hash) });
  return (await attemptPassword(deps, { ...guess, check, find, isKnown: true, steps })) !== undefined;
}

interface SignInAccount extends Account {
  readonly isDisabled: boolean;
  readonly mustChangePassword: boolean;
  readonly browser: string | null;
}

/** The account of an e-mail address, and the one of the browser's values that it knows. */
async function findAccount(
  db: PrismaClient,
  email: string,
  values: readonly string[],
): Promise<SignInAccount | undefined> {
  const [account] = await db.$queryRaw<SignInAccount[]>`
    SELECT id, password_hash AS "passwordHash", disabled_at IS NOT NULL AS "isDisabled",
      must_change_password AS "mustChangePassword", browser.hash AS browser
    FROM users LEFT JOIN known_browsers AS browser ON browser.user_id = users.id
      AND browser.hash = ANY(${values.map(hashBrowserValue)})
      AND browser.seen_at > now() - make_interval(days => ${BROWSER_DAYS}::int)
    WHERE email = ${email} LIMIT 1`;
  return account;
}
