// The throttles of passwords: one budget of each account and address for signing in and for changing the password.
import type { SignInThrottles } from '../../accounts/sign-in.ts';
import { OperationFailure } from '../../operation/failure.ts';
import { createThrottle } from '../../operation/throttle.ts';
import type { DashboardDeps } from './context.ts';
import { plural } from './format.ts';

/** Several users of one office may share an address. */
const ACCOUNTS_PER_ADDRESS = 5;

export function signInThrottles({ config: { signIn }, pool }: DashboardDeps): SignInThrottles {
  const { name, points } = signIn;
  return {
    perAccount: createThrottle({ ...signIn, name: `${name}-account` }, pool),
    perAddress: createThrottle({ ...signIn, name: `${name}-address`, points: points * ACCOUNTS_PER_ADDRESS }, pool),
  };
}

/** The seconds to wait and the sentence for a person; undefined for any other error. */
export function throttledAttempt(error: unknown): { seconds: number; message: string } | undefined {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') return undefined;
  const seconds = error.failure.retryAfterSeconds;
  return { seconds, message: `Too many attempts. Try again in ${plural(Math.ceil(seconds / 60), 'minute')}.` };
}
