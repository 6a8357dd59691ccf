// Attempts to give a password: the message after too many, and whether a password is the session user's.
import { type Action, logEvent } from '../../accounts/security-events.ts';
import { isOwnPassword } from '../../accounts/sign-in.ts';
import { OperationFailure } from '../../operation/operation-failure.ts';
import { actorOf, type PageContext } from './context.ts';
import { plural } from './formats.ts';

export const clientOf = (c: PageContext) => ({
  address: c.env.exchange.address,
  signal: c.req.raw.signal,
});

/** The result of an attempt, or the message after too many of them. */
export async function attempted<Result>(
  c: PageContext,
  attempt: Promise<Result>,
  otherwise = '',
): Promise<{ readonly result?: Result; readonly throttled?: string }> {
  try {
    return { result: await attempt };
  } catch (error) {
    const throttled = throttledFor(c, error, otherwise);
    if (throttled === undefined) throw error;
    return { throttled };
  }
}

/** The message after too many attempts, and its header; undefined for any other error. */
export function throttledFor(c: PageContext, error: unknown, otherwise = ''): string | undefined {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') return undefined;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  const wait =
    seconds > 3_600
      ? plural(Math.ceil(seconds / 3_600), 'hour')
      : plural(Math.ceil(seconds / 60), 'minute');
  return `Too many failed attempts. Try again in ${wait}${otherwise}.`;
}

/**
 * Whether a password is the session user's; other clients' failures don't block this check. A failure is logged as an
 * event.
 */
export async function checkOwnPassword(
  c: PageContext,
  password: string,
  actions: { readonly refused: Action; readonly throttled: Action },
) {
  const { id: userId, session } = c.var.user;
  const actor = actorOf(c);
  const attempt = isOwnPassword(c.env, { userId, sessionId: session.id, password, ...clientOf(c) });
  const { result: isRight, throttled } = await attempted(c, attempt);
  if (throttled) logEvent(actor, { action: actions.throttled, userId });
  else if (!isRight) logEvent(actor, { action: actions.refused, userId });
  return { isRight, throttled };
}
