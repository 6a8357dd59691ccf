// The security events of sign-ins at the provider that fail.
import type { ProviderError, ProviderFailure } from '../../accounts/provider-error.ts';
import { logEvent, type SecurityEvent } from '../../accounts/security-events.ts';
import { networksOf } from '../../fairness/networks.ts';
import { createThrottle } from '../../operation/throttle.ts';
import { actorOf, type PageContext } from './context.ts';

/** The most events about forged answers of one network, which can send any number. */
const FORGERIES = { name: 'forged-sign-ins', points: 10, windowSeconds: 60 };

/** Failures of the provider, which the log has as the cause of a 503. */
const OF_PROVIDER: readonly ProviderFailure[] = ['away', 'invalid', 'misconfigured'];

export function createSignInEvents() {
  const forgeries = createThrottle(FORGERIES);

  async function noteForgery(c: PageContext, event: SecurityEvent) {
    const { network } = networksOf(c.env.visit.address);
    const { retryAfterSeconds } = await forgeries.take(network);
    if (retryAfterSeconds === undefined) logEvent(actorOf(c, 'provider'), event);
  }

  return {
    noteWrongState: (c: PageContext) => noteForgery(c, { action: 'sign-in-state-rejected' }),

    async noteFailure(c: PageContext, { failure, message, person }: ProviderError) {
      if (OF_PROVIDER.includes(failure)) return;
      if (failure === 'badIdToken')
        await noteForgery(c, { action: 'id-token-rejected', reason: message });
      else
        logEvent(actorOf(c, 'provider'), {
          action: 'sign-in-refused',
          reason: failure,
          ...person,
        });
    },
  };
}
