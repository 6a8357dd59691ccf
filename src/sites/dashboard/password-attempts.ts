// Attempts at a password in requests of the dashboard: what a person is told after too many.
import { signIn as attempt, isOwnPassword, type SignedIn } from '../../accounts/sign-in.ts';
import { OperationFailure } from '../../operation/failure.ts';
import type { PageContext } from './context.ts';
import { plural } from './format.ts';
import { browserValues } from './session.ts';

interface Attempted<Result> {
  readonly result?: Result;
  /** A sentence for a person after too many attempts. */
  readonly throttled?: string;
}

/** Signs in with an e-mail address and a password. */
export const attemptSignIn = (c: PageContext, given: { readonly email: string; readonly password: string }) =>
  told<SignedIn | undefined>(
    c,
    () => attempt(c.env, { ...given, browserValues: browserValues(c), ...clientOf(c) }),
    ', or use another browser in which you have signed in before',
  );

/** Whether a password is that of the user of the session, whom no failure of others keeps from trying. */
export function checkOwnPassword(c: PageContext, password: string): Promise<Attempted<boolean>> {
  const { id: userId, session } = c.get('user');
  return told(c, () => isOwnPassword(c.env, { userId, sessionId: session.id, password, ...clientOf(c) }));
}

const clientOf = (c: PageContext) => ({ address: c.env.exchange.address, signal: c.req.raw.signal });

async function told<Result>(
  c: PageContext,
  attempt: () => Promise<Result>,
  otherwise = '',
): Promise<Attempted<Result>> {
  try {
    return { result: await attempt() };
  } catch (error) {
    const throttled = throttledFor(c, error, otherwise);
    if (throttled === undefined) throw error;
    return { throttled };
  }
}

/** The sentence for a person after too many attempts, and its header; undefined for any other error. */
export function throttledFor(c: PageContext, error: unknown, otherwise = ''): string | undefined {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') return undefined;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  return `Too many failed attempts. Try again in ${inWords(seconds)}${otherwise}.`;
}

const HOUR = 3_600;

const inWords = (seconds: number): string =>
  seconds > HOUR ? plural(Math.ceil(seconds / HOUR), 'hour') : plural(Math.ceil(seconds / 60), 'minute');
