// Attempts at a password: one budget of each account and address for signing in and for changing the password.
import { type SignInThrottles, signIn } from '../../accounts/sign-in.ts';
import { OperationFailure } from '../../operation/failure.ts';
import { createThrottle } from '../../operation/throttle.ts';
import type { DashboardDeps, PageContext } from './context.ts';
import { plural } from './format.ts';

const DISABLED = 'This account is disabled. Ask the operator of this service.';

/** Several users of an office may share an address. */
const ACCOUNTS_PER_ADDRESS = 5;

export function signInThrottles({ config: { signIn }, pool }: DashboardDeps): SignInThrottles {
  const { name, points } = signIn;
  return {
    perAccount: createThrottle({ ...signIn, name: `${name}-account` }, pool),
    perAddress: createThrottle({ ...signIn, name: `${name}-address`, points: points * ACCOUNTS_PER_ADDRESS }, pool),
  };
}

/** The user whose password is right, if any; or a sentence for a person after too many attempts, or for a disabled account. */
export async function attemptSignIn(
  c: PageContext,
  given: { readonly email: string; readonly password: string },
): Promise<{ userId?: number | undefined; throttled?: string; disabled?: string }> {
  try {
    const userId = await signIn(c.env, { ...given, address: c.env.exchange.address, signal: c.req.raw.signal });
    return userId === 'disabled' ? { disabled: DISABLED } : { userId };
  } catch (error) {
    if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') throw error;
    const seconds = error.failure.retryAfterSeconds;
    c.header('Retry-After', String(seconds));
    return { throttled: `Too many attempts. Try again in ${plural(Math.ceil(seconds / 60), 'minute')}.` };
  }
}
