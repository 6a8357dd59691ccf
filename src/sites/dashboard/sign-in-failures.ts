// How often sign-ins may fail per network, where many users may sign in.
import { OperationFailure } from '../../operation/operation-failure.ts';
import type { PageContext } from './context.ts';
import { plural } from './formats.ts';
import { respondSignIn } from './sign-in-page.ts';

/** The most codes that the provider rejects, and the most links that don't work. */
const MOST = { points: 50, windowSeconds: 900 };

export const FAILED_CODES = { name: 'provider-sign-in', ...MOST };
export const FAILED_LINKS = { name: 'sign-in-links', ...MOST };

/** The sign-in page after too many failures. @throws any other error */
export function respondThrottled(c: PageContext, error: unknown, next?: string) {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') throw error;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  const wait = plural(Math.ceil(seconds / 60), 'minute');
  const message = `Too many failed attempts. Try again in ${wait}.`;
  return respondSignIn(c, { status: 429, error: message, next });
}
