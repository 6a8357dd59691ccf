// The sign-in that this browser last started at the provider, in a signed cookie.
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { type Attempt, stateParameter } from '../../accounts/provider.ts';
import { newValue } from '../../accounts/random-value.ts';
import type { PageContext } from './context.ts';
import { cookieOptions } from './session.ts';

const COOKIE = 'dashboard_attempt';
const KEPT_SECONDS = 600;

/** An attempt, and the page to continue to. */
type KeptAttempt = Attempt & { readonly next: string };

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** Starts an attempt, which this browser has to finish within ten minutes. `key` signs the cookie. */
export async function beginAttempt(
  c: PageContext,
  key: string,
  asked: Pick<KeptAttempt, 'next' | 'isFresh'>,
) {
  const attempt = { ...asked, secret: newValue(), startedAt: nowInSeconds() };
  await setSignedCookie(c, COOKIE, JSON.stringify(attempt), key, {
    ...cookieOptions(c),
    maxAge: KEPT_SECONDS,
  });
  return attempt;
}

/** Finishes the attempt with a state; undefined if it has ended, is too old, or was started in another browser. */
export async function endAttempt(
  c: PageContext,
  key: string,
  state: string | null,
): Promise<KeptAttempt | undefined> {
  const text = await getSignedCookie(c, key, COOKIE, cookieOptions(c).prefix);
  if (!text) return undefined;
  const attempt: KeptAttempt = JSON.parse(text);
  if (stateParameter(attempt.secret) !== state) return undefined;
  deleteCookie(c, COOKIE, cookieOptions(c));
  return nowInSeconds() - attempt.startedAt > KEPT_SECONDS ? undefined : attempt;
}
