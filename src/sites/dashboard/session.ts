// The dashboard's cookies: the session, the known browser, the protection of the sign-in form, what a user has hidden,
// and the sign-ins in progress at the provider.
import { randomBytes } from 'node:crypto';
import { deleteCookie, getCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { type Attempt, stateOf } from '../../accounts/provider.ts';
import * as sessions from '../../accounts/sessions.ts';
import type { SignedIn } from '../../accounts/sign-in.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_SECONDS } from '../../time.ts';
import { actorOf, type Middleware, type PageContext } from './context.ts';
import { deriveFormToken, type Form, hasFormToken, readForm } from './forms.ts';
import { MAX_PATH_LENGTH, pageToReturnTo, safePath } from './next-page.ts';

/**
 * Over HTTPS a `__Host-` cookie, which browsers accept only over TLS and from no other host of the domain. SameSite
 * keeps the cookie from images and scripts on other sites; the form token protects forms.
 */
export const cookieOptions = ({ env }: PageContext): CookieOptions => ({
  httpOnly: true,
  sameSite: 'Lax',
  ...(env.config.isHttps ? { prefix: 'host', secure: true } : { path: DASHBOARD_PATHS.settings }),
});

const readCookie = (c: PageContext, name: string) => getCookie(c, name, cookieOptions(c).prefix);

const writeCookie = (c: PageContext, name: string, value: string, options: CookieOptions = {}) =>
  setCookie(c, name, value, { ...cookieOptions(c), ...options });

const SESSION = 'dashboard_session';

/** Sets the session's user; redirects a request without a valid session to the sign-in page. */
export const requireSession: Middleware = async (c, next) => {
  const value = readCookie(c, SESSION);
  const found = value ? await sessions.findSessionUser(c.env.db, value) : undefined;
  if (!value || !found) return c.redirect(await signInPathFor(c, value !== undefined), 303);
  const { user, session, now } = found;
  // A session that started at the provider doesn't need the password.
  const mustChangePassword =
    user.mustChangePassword && c.env.config.hasPasswords && session.method !== 'provider';
  c.set('user', { ...user, mustChangePassword, session, formToken: deriveFormToken(value) });
  c.set('now', now);
  c.env.exchange.sessionUserId = user.id;
  return next();
};

/** The sign-in page returns to this request's page, with its form's values. */
async function signInPathFor(c: PageContext, hadSession: boolean): Promise<string> {
  const form = c.req.method === 'POST' ? await readForm(c).catch(() => ({})) : undefined;
  const query = new URLSearchParams();
  if (hadSession) query.set('ended', form ? 'form' : '1');
  const next = pageToReturnTo(c, form);
  if (next !== undefined) query.set('next', next);
  return query.size > 0 ? `${DASHBOARD_PATHS.signIn}?${query}` : DASHBOARD_PATHS.signIn;
}

/**
 * Starts a session with a new value, because another site may have set the old cookie; ends the old session. False if
 * the password or the identity has ended meanwhile.
 */
export async function beginSession(
  c: PageContext,
  userId: number,
  signIn: sessions.SignIn,
): Promise<boolean> {
  await closeSession(c);
  const through = signIn.method === 'provider' ? 'provider' : 'dashboard';
  const value = await sessions.startSession(actorOf(c, through), userId, signIn);
  if (value !== undefined) writeCookie(c, SESSION, value);
  return value !== undefined;
}

/** After a sign-in at the provider to confirm an act: continues the session if it belongs to the same user. */
export async function confirmSession(
  c: PageContext,
  userId: number,
  signIn: sessions.SignIn,
): Promise<boolean> {
  const found = await sessions.findSessionUser(c.env.db, readCookie(c, SESSION) ?? '');
  if (found?.user.id !== userId) return beginSession(c, userId, signIn);
  writeCookie(
    c,
    SESSION,
    await sessions.confirmSignIn(actorOf(c, 'provider'), userId, found.session.id),
  );
  return true;
}

/** Gives the browser its session's new value after the user has signed in again. */
export function keepRenewed(c: PageContext, value: string | undefined): void {
  if (value === undefined) return;
  writeCookie(c, SESSION, value);
  const user = c.get('user');
  c.set('user', {
    ...user,
    session: { ...user.session, isRecent: true },
    formToken: deriveFormToken(value),
  });
}

export async function closeSession(c: PageContext): Promise<void> {
  const value = readCookie(c, SESSION);
  if (value === undefined) return;
  await sessions.endSession(actorOf(c), value);
  deleteCookie(c, SESSION, cookieOptions(c));
}

/** The values of this browser, one for each account that has signed in with it. */
const BROWSER = 'dashboard_browser';
const MOST_ACCOUNTS = 5;

export const browserValues = (c: PageContext): readonly string[] =>
  (readCookie(c, BROWSER) ?? '').split('.', MOST_ACCOUNTS).filter(Boolean);

/**
 * Makes the account know this browser. A value that the account doesn't know may come from another site of the domain,
 * so it is replaced.
 */
export async function noteBrowser(c: PageContext, { userId, browser }: SignedIn): Promise<void> {
  const values = browserValues(c);
  const value = values.find((one) => sessions.hashValue(one) === browser) ?? sessions.newValue();
  await sessions.rememberBrowser(c.env.db, userId, value);
  const kept = [value, ...values.filter((one) => one !== value)].slice(0, MOST_ACCOUNTS);
  writeCookie(c, BROWSER, kept.join('.'), { maxAge: sessions.BROWSER_DAYS * DAY_SECONDS });
}

/** The ID of the user who has hidden the first steps in this browser. */
const STEPS = 'dashboard_first_steps';
const STEPS_DAYS = 31;

export const areFirstStepsHidden = (c: PageContext) =>
  readCookie(c, STEPS) === String(c.get('user').id);

export const hideFirstSteps = (c: PageContext) =>
  writeCookie(c, STEPS, String(c.get('user').id), { maxAge: STEPS_DAYS * DAY_SECONDS });

/** A random value for the form token of the sign-in page, which has no session. */
const SIGN_IN = 'dashboard_sign_in';
const SIGN_IN_BYTES = 16;

/** The token of the sign-in form, without which another site could sign a browser in to an account of its own. */
export function signInFormToken(c: PageContext): string {
  const known = readCookie(c, SIGN_IN);
  const value = known || randomBytes(SIGN_IN_BYTES).toString('base64url');
  if (!known) writeCookie(c, SIGN_IN, value);
  return deriveFormToken(value);
}

export function hasSignInFormToken(c: PageContext, form: Form): boolean {
  const value = readCookie(c, SIGN_IN);
  return value !== undefined && hasFormToken(form, deriveFormToken(value));
}

/** The last sign-ins this browser started at the provider, signed, so that each tab can finish its own. */
const ATTEMPTS = 'dashboard_provider';
const ATTEMPT_BYTES = 32;
const KEPT_SECONDS = 600;
const MOST_KEPT = 4;
/** Of the encoded cookie without its signature; browsers keep 4 kB. */
const MAX_LENGTH = 3_500;

/** An attempt, and the page to continue to. */
type KeptAttempt = Attempt & { readonly next: string };

/** Starts an attempt, which this browser has to finish within ten minutes. `key` signs the cookie. */
export async function beginAttempt(
  c: PageContext,
  key: string,
  asked: Pick<KeptAttempt, 'next' | 'isFresh'>,
) {
  const attempt = {
    ...asked,
    secret: randomBytes(ATTEMPT_BYTES).toString('base64url'),
    startedAt: nowInSeconds(),
  };
  await keep(c, key, [attempt, ...(await readAttempts(c, key))].slice(0, MOST_KEPT));
  return attempt;
}

/** Finishes the attempt with a state; undefined if it has ended, is too old, or was started in another browser. */
export async function endAttempt(c: PageContext, key: string, state: string | null) {
  const attempts = await readAttempts(c, key);
  const attempt = attempts.find(({ secret }) => stateOf(secret) === state);
  const others = attempts.filter((other) => other !== attempt);
  if (attempt) await keep(c, key, others);
  return attempt;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

const ATTEMPT = new RegExp(`^([\\w-]{43}) (\\d{1,12}) ([01]) (.{1,${MAX_PATH_LENGTH}})$`);

async function readAttempts(c: PageContext, key: string): Promise<KeptAttempt[]> {
  const text = (await getSignedCookie(c, key, ATTEMPTS, cookieOptions(c).prefix)) || '';
  return text.split(',', MOST_KEPT).flatMap((one) => {
    const [, secret, startedAt, isFresh, next] = ATTEMPT.exec(one) ?? [];
    if (secret === undefined || nowInSeconds() - Number(startedAt) > KEPT_SECONDS) return [];
    return [
      { secret, startedAt: Number(startedAt), isFresh: isFresh === '1', next: safePath(next) },
    ];
  });
}

function keep(c: PageContext, key: string, attempts: readonly KeptAttempt[]): Promise<void> {
  const texts = attempts.map((one) =>
    [one.secret, one.startedAt, Number(one.isFresh), one.next].join(' '),
  );
  while (encodeURIComponent(texts.join(',')).length > MAX_LENGTH) texts.pop();
  const maxAge = attempts.length > 0 ? KEPT_SECONDS : 0;
  return setSignedCookie(c, ATTEMPTS, texts.join(','), key, { ...cookieOptions(c), maxAge });
}
