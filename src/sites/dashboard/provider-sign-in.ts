// Signing in at the provider (D49): the redirect to it, its answer, and a sentence for each fault.
import { clientNetwork } from '../../accounts/client-network.ts';
import { findUserOf } from '../../accounts/identities.ts';
import { type Attempt, createProvider } from '../../accounts/provider.ts';
import { ProviderError, type ProviderFault } from '../../accounts/provider-error.ts';
import { recordEvent, tellEvent } from '../../accounts/security-events.ts';
import type { Config } from '../../config.ts';
import { boundedWork } from '../../operation/bounded-work.ts';
import { headersOfFailure, UNAVAILABLE } from '../../operation/failure.ts';
import { createThrottle } from '../../operation/throttle.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type DashboardDeps, type PageContext, type PageHandler } from './context.ts';
import { safePath } from './next-page.ts';
import { throttledFor } from './password-attempts.ts';
import { beginAttempt, endAttempt } from './provider-attempts.ts';
import { keepIdToken, signOutAt } from './provider-sign-out.ts';
import { confirmSession, openSession, signInFormToken } from './session.ts';
import { MESSAGES, respondSignIn } from './sign-in.ts';

type Status = 400 | 403 | 503;

/** The status and the sentence of each fault; `host` is the name of the provider. */
const FAULTS: Readonly<Record<ProviderFault, (host: string) => readonly [Status, string]>> = {
  away: (host) => [503, `${host} does not answer. Try again in a moment.`],
  invalid: (host) => [
    503,
    `The answer of ${host} could not be verified. Try again. If it happens again, tell the operator of this service.`,
  ],
  stale: () => [
    400,
    'This sign-in has ended, or began in another browser. Try again. Your browser must accept cookies.',
  ],
  refused: (host) => [403, `${host} did not sign you in.`],
  otherIssuer: (host) => [400, `This answer is not one of ${host}. Try again.`],
  notFresh: (host) => [403, `${host} did not say that you have just signed in there. Sign out, then sign in again.`],
  unverified: (host) => [
    403,
    `${host} has not verified your e-mail address. Verify it there, then sign in here again.`,
  ],
  unknown: (host) => [
    403,
    `No account of this service has the e-mail address of your account at ${host}. Ask the operator of this service.`,
  ],
  disabled: () => [403, MESSAGES.disabled],
};

/** So many sign-ins ask the provider at once, others wait. */
const EXCHANGES = { atOnce: 20, mostWaiting: 100, cause: 'sign_ins' } as const;

/** Of a network, in which many may sign in: each costs the provider a request, also one with a code that somebody has made up. */
const MOST_FAILURES = 50;

export function createProviderSignIn(deps: DashboardDeps, settings: NonNullable<Config['provider']>) {
  const { publicOrigin, signIn } = deps.config;
  const provider = createProvider(settings, publicOrigin + DASHBOARD_PATHS.providerAnswer);
  const failures = createThrottle({ ...signIn, name: 'provider-sign-in', points: MOST_FAILURES }, deps.pool);
  const exchange = boundedWork(EXCHANGES);
  const cookieKey = `attempts ${settings.clientSecret}`;
  const { host } = new URL(settings.issuer);

  const begin: PageHandler = async (c) => {
    const { next, fresh } = c.req.query();
    const attempt = await beginAttempt(c, cookieKey, { next: safePath(next), isFresh: fresh !== undefined });
    try {
      return c.redirect(String(await provider.authorizationUrl(attempt)), 303);
    } catch (error) {
      return refuse(c, error, attempt.next);
    }
  };

  const finish: PageHandler = async (c) => {
    const { searchParams: answer } = c.env.exchange.url;
    const attempt = await endAttempt(c, cookieKey, answer.get('state') ?? '');
    if (!attempt) return refuse(c, new ProviderError('stale'));
    try {
      const { userId, idToken, signedInAt } = await countingFailures(c, () => signInPerson(c, answer, attempt));
      await (attempt.isFresh ? confirmSession : openSession)(c, userId, { method: 'provider', at: signedInAt });
      keepIdToken(c, idToken);
      return c.redirect(attempt.next, 303);
    } catch (error) {
      return refuse(c, error, attempt.next);
    }
  };

  async function signInPerson(c: PageContext, answer: URLSearchParams, attempt: Attempt) {
    const asking = { flow: c.env.exchange.address, signal: c.req.raw.signal };
    const person = await exchange(() => provider.signIn(answer, attempt), asking);
    return { ...person, userId: await findUserOf(actorOf(c, 'provider'), person.account, person.verifiedEmail) };
  }

  /** Attempts at once count as failures until they succeed, or turn out not to be at fault. */
  async function countingFailures<Result>(c: PageContext, work: () => Promise<Result>): Promise<Result> {
    const network = clientNetwork(c.env.exchange.address);
    await failures.consume(network);
    let isCounted = false;
    try {
      return await work();
    } catch (error) {
      isCounted = error instanceof ProviderError && FAULTS[error.fault](host)[0] !== 503;
      if (isCounted) noteRefused(c, (error as ProviderError).person);
      throw error;
    } finally {
      if (!isCounted) await failures.giveBack(network);
    }
  }

  function noteRefused(c: PageContext, person: ProviderError['person']): void {
    const actor = actorOf(c, 'provider');
    const action = 'sign-in-refused';
    const { userId } = person;
    tellEvent(actor, { action, ...person });
    if (userId !== undefined) c.env.afterwards.begin(() => recordEvent(actor.db, actor.origin, { action, userId }));
  }

  /** The sign-in page with the sentence of a fault. @throws any other error */
  function refuse(c: PageContext, error: unknown, next?: string) {
    const throttled = throttledFor(c, error);
    if (throttled) return respondSignIn(c, signInFormToken(c), { status: 429, error: throttled, next });
    if (!(error instanceof ProviderError)) throw error;
    const [status, sentence] = FAULTS[error.fault](host);
    if (status === 503) {
      c.env.exchange.unavailableBecause = error;
      for (const [name, value] of Object.entries(headersOfFailure(UNAVAILABLE))) c.header(name, value);
    }
    return respondSignIn(c, signInFormToken(c), { status, error: sentence, next });
  }

  return { begin, finish, signOut: signOutAt(provider, host) };
}
