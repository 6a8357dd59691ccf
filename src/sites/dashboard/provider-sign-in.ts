// Sign-in at the provider: the redirect to it, the way back, a message for each error.
import { findUserOf } from '../../accounts/identities.ts';
import type { Attempt, Provider } from '../../accounts/provider.ts';
import { ProviderError, type ProviderFailure } from '../../accounts/provider-error.ts';
import { subjectCode } from '../../accounts/security-events.ts';
import { networksOf } from '../../fairness/networks.ts';
import { inSlot, longestWait } from '../../fairness/slots.ts';
import { unavailable } from '../../operation/operation-failure.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { sentences } from '../../text.ts';
import { respondConfirm } from './confirm-sign-in.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import { noteFailure } from './layout.ts';
import { safePath, withNext } from './next-page.ts';
import {
  beginAttempt,
  beginSession,
  confirmSession,
  endAttempt,
  isFromSignInPage,
  openSession,
} from './session.ts';
import { noteProviderError, noteWrongState } from './sign-in-events.ts';
import { respondSignIn, respondThrottled } from './sign-in-page.ts';

const ENDED = 'This sign-in has ended: sign in again.';

const UNVERIFIABLE =
  'We couldn’t verify the response from PROVIDER. Try again. If it keeps happening, ' +
  'contact the operator of this service.';

/** The message of each error, and its status unless it is 403; `PROVIDER` stands for the provider's name. */
const PROVIDER_FAILURES: Readonly<
  Record<ProviderFailure, readonly [message: string, status?: 400 | 503]>
> = {
  away: ['PROVIDER isn’t responding. Try again in a moment.', 503],
  invalid: [UNVERIFIABLE, 503],
  badIdToken: [UNVERIFIABLE, 503],
  misconfigured: ['PROVIDER can’t sign you in here. Ask the operator of this service.', 503],
  stale: [ENDED, 400],
  elsewhere: [
    'This sign-in has expired or began in another browser. Sign in again, and make sure your browser accepts cookies.',
    400,
  ],
  badCode: [ENDED, 400],
  refused: ['PROVIDER didn’t sign you in.'],
  otherIssuer: ['This response isn’t from PROVIDER. Try again.', 400],
  notFresh: [
    'PROVIDER didn’t confirm that you just signed in. Sign out here and there, then sign in again.',
  ],
  untimed: ['PROVIDER doesn’t say when you signed in there. Sign out, then sign in again.'],
  noEmail: [
    'PROVIDER sent no email address for your account. Add one there, then sign in again.',
  ],
  unstated: [
    'PROVIDER doesn’t say whether it has verified your email address. Contact the operator of this service.',
  ],
  unverified: [
    'PROVIDER hasn’t verified your email address. Verify it there, then sign in again.',
  ],
  unknown: [
    'No account here has the email address of your PROVIDER account. Contact the operator of this service.',
  ],
  disabled: ['This account is disabled. Contact the operator of this service.'],
};

/** A session begins with an act of the user, also where the provider asks nothing: an address alone begins none. */
export const requireSignInButton: Middleware = async (c, next) => {
  const query = c.req.query();
  if (isFromSignInPage(c, query)) return next();
  const page = query.fresh === undefined ? DASHBOARD_PATHS.signIn : DASHBOARD_PATHS.confirm;
  return c.redirect(withNext(page, safePath(query.next)), 303);
};

export function providerSignIn(provider: Provider) {
  const begin: PageHandler = async (c) => {
    const { next, fresh } = c.req.query();
    const attempt = await beginAttempt(c, {
      next: safePath(next),
      isFresh: fresh !== undefined,
    });
    try {
      return c.redirect(String(await provider.authorizationUrl(attempt)), 303);
    } catch (error) {
      return reject(c, error, attempt);
    }
  };

  const finish: PageHandler = async (c) => {
    const { searchParams: answer } = c.env.visit.url;
    const last = await endAttempt(c, answer.get('state'));
    const attempt = last?.attempt;
    if (!attempt) {
      await noteWrongState(c);
      return resume(c, last);
    }
    try {
      const signIn = await signInPerson(c, answer, attempt);
      const begin = attempt.isFresh ? confirmSession : beginSession;
      if (!(await begin(c, signIn))) throw new ProviderError('stale');
      return c.redirect(attempt.next, 303);
    } catch (error) {
      if (error instanceof ProviderError) await noteProviderError(c, error);
      return reject(c, error, attempt);
    }
  };

  async function signInPerson(c: PageContext, answer: URLSearchParams, attempt: Attempt) {
    const actor = actorOf(c, 'provider');
    const hasCode = answer.has('code') && !answer.has('error');
    const person = await (hasCode
      ? exchangeCode(c, answer, attempt)
      : provider.signIn(answer, attempt));
    const { account, verifiedEmail, signedInAt } = person;
    const userId = await findUserOf(actor, account, verifiedEmail);
    return { method: 'provider', userId, account, at: signedInAt } as const;
  }

  /**
   * Queries the provider. A code that it rejects, even if made up, costs its network a point, because it costs the
   * provider a request; a network without points doesn't wait for the provider. Nothing else costs points: neither a
   * colleague who signs in at the same time nor one who cancels uses them up.
   */
  async function exchangeCode(c: PageContext, answer: URLSearchParams, attempt: Attempt) {
    const { turns, visit, failedCodes, signIns } = c.env;
    const { network, site } = networksOf(visit.address);
    await turns.lookUp(visit.address, () => failedCodes.requirePoint(network));
    const signIn = () =>
      provider.signIn(answer, attempt).catch(async (error: unknown) => {
        if (error instanceof ProviderError && error.failure === 'badCode')
          await failedCodes.take(network);
        throw error;
      });
    const late = AbortSignal.timeout(longestWait());
    return inSlot(
      signIns,
      site,
      'sign_ins',
      signIn,
      AbortSignal.any([c.req.raw.signal, late]),
    );
  }

  return { begin, finish };
}

/** After an answer without an attempt, such as that of an older tab: a session goes on where the last one led to. */
const resume = async (c: PageContext, last: { readonly next: string } | undefined) =>
  (await openSession(c))
    ? c.redirect(safePath(last?.next), 303)
    : reject(c, new ProviderError(last ? 'stale' : 'elsewhere'), last);

/** The page that began the sign-in, with an error's message. @throws any other error */
async function reject(
  c: PageContext,
  error: unknown,
  { next, isFresh = false }: { readonly next?: string; readonly isFresh?: boolean } = {},
) {
  if (!(error instanceof ProviderError)) return respondThrottled(c, error, next);
  const [message, status = 403] = PROVIDER_FAILURES[error.failure];
  const { subject } = error.person;
  const text = sentences(
    message.replaceAll('PROVIDER', c.env.provider?.host ?? ''),
    subject !== undefined && `Code for the operator: ${subjectCode(subject)}.`,
    status === 503 && `Request ID: ${c.env.visit.requestId}.`,
  );
  if (status === 503) noteFailure(c, unavailable(error));
  const page = { status, error: text } as const;
  return isFresh && (await openSession(c))
    ? respondConfirm(c, safePath(next), page)
    : respondSignIn(c, { ...page, next });
}
