// The security events of sign-ins at the provider that fail.
import type { ProviderError, ProviderFailure } from '../../accounts/provider-error.ts';
import { logEvent, type SecurityEvent } from '../../accounts/security-events.ts';
import { networksOf } from '../../fairness/networks.ts';
import { actorOf, type PageContext } from './context.ts';

/** Failures of the provider, which the log has as the cause of a 503. */
const OF_PROVIDER: readonly ProviderFailure[] = ['away', 'invalid', 'misconfigured'];

async function noteForgery(c: PageContext, event: SecurityEvent) {
  const { network } = networksOf(c.env.visit.address);
  const { retryAfterSeconds } = await c.env.forgeries.take(network);
  if (retryAfterSeconds === undefined) logEvent(actorOf(c, 'provider'), event);
}

export const noteWrongState = (c: PageContext) =>
  noteForgery(c, { action: 'sign-in-state-rejected' });

export async function noteProviderError(c: PageContext, error: ProviderError) {
  const { failure, message, person } = error;
  if (OF_PROVIDER.includes(failure)) return;
  if (failure === 'badIdToken')
    await noteForgery(c, { action: 'id-token-rejected', reason: message });
  else
    logEvent(actorOf(c, 'provider'), {
      action: 'sign-in-refused',
      reason: failure,
      ...person,
    });
}
