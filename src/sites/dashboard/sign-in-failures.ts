// How often sign-ins may fail per network, where many users may sign in.
import { OperationFailure } from '../../operation/operation-failure.ts';
import type { PageContext } from './context.ts';
import { plural } from './formats.ts';

/** The most codes that the provider rejects, and the most links that don't work. */
const MOST = { points: 50, windowSeconds: 900 };

export const FAILED_CODES = { name: 'provider-sign-in', ...MOST };
export const FAILED_LINKS = { name: 'sign-in-links', ...MOST };

/** The message after too many failures, and its header; undefined for any other error. */
export function throttledFor(c: PageContext, error: unknown): string | undefined {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled')
    return undefined;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  return `Too many failed attempts. Try again in ${plural(Math.ceil(seconds / 60), 'minute')}.`;
}
