// The cookies of the dashboard: the session, the known browser, the one that protects the sign-in form, what a user has hidden.

import { randomBytes } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import * as sessions from '../../accounts/sessions.ts';
import type { SignedIn } from '../../accounts/sign-in.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_SECONDS } from '../../time.ts';
import { actorOf, type Middleware, type PageContext } from './context.ts';
import { deriveFormToken, type Form, hasFormToken, readForm } from './forms.ts';
import { pageToReturnTo } from './next-page.ts';

/**
 * Over https a `__Host-` cookie, which browsers accept over TLS alone and from no other host of the domain. SameSite excludes
 * the cookie from images and scripts on other sites; the form token protects forms.
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

/** Sets the user of the session; a request without a valid session is redirected to the sign-in page. */
export const requireSession: Middleware = async (c, next) => {
  const value = readCookie(c, SESSION);
  const found = value ? await sessions.findSessionUser(c.env.db, value) : undefined;
  if (!value || !found) return c.redirect(await signInPathFor(c, value !== undefined), 303);
  const { user, session, now } = found;
  // In a session that began at the provider nobody needs the password.
  const mustChangePassword = user.mustChangePassword && c.env.config.hasPasswords && session.method !== 'provider';
  c.set('user', { ...user, mustChangePassword, session, formToken: deriveFormToken(value) });
  c.set('now', now);
  c.env.exchange.sessionUserId = user.id;
  return next();
};

/** The sign-in page returns to the page of this request, with what its form had. */
async function signInPathFor(c: PageContext, hadSession: boolean): Promise<string> {
  const form = c.req.method === 'POST' ? await readForm(c).catch(() => ({})) : undefined;
  const query = new URLSearchParams();
  if (hadSession) query.set('ended', form ? 'form' : '1');
  const next = pageToReturnTo(c, form);
  if (next !== undefined) query.set('next', next);
  return query.size > 0 ? `${DASHBOARD_PATHS.signIn}?${query}` : DASHBOARD_PATHS.signIn;
}

/** Starts a session with a new value, because another site may have set the old cookie; ends the old session. */
export async function beginSession(c: PageContext, userId: number, signIn: sessions.SignIn): Promise<void> {
  await closeSession(c);
  const through = signIn.method === 'provider' ? 'provider' : 'dashboard';
  writeCookie(c, SESSION, await sessions.startSession(actorOf(c, through), userId, signIn));
}

/** After a sign-in at the provider for an act that asks for it: the session goes on if it is one of the same user. */
export async function confirmSession(c: PageContext, userId: number, signIn: sessions.SignIn): Promise<void> {
  const found = await sessions.findSessionUser(c.env.db, readCookie(c, SESSION) ?? '');
  if (found?.user.id !== userId) return beginSession(c, userId, signIn);
  writeCookie(c, SESSION, await sessions.confirmSignIn(actorOf(c, 'provider'), userId, found.session.id));
}

/** Hands the browser the new value of its session, whose user has just signed in again. */
export function keepRenewed(c: PageContext, value: string | undefined): void {
  if (value === undefined) return;
  writeCookie(c, SESSION, value);
  const user = c.get('user');
  c.set('user', { ...user, session: { ...user.session, isRecent: true }, formToken: deriveFormToken(value) });
}

export async function closeSession(c: PageContext): Promise<void> {
  const value = readCookie(c, SESSION);
  if (value === undefined) return;
  await sessions.endSession(actorOf(c), value);
  deleteCookie(c, SESSION, cookieOptions(c));
}

/** Has the values of this browser, one for each account that has signed in with it. */
const BROWSER = 'dashboard_browser';
const MOST_ACCOUNTS = 5;

export const browserValues = (c: PageContext): readonly string[] =>
  (readCookie(c, BROWSER) ?? '').split('.', MOST_ACCOUNTS).filter(Boolean);

/**
 * Has the account know this browser. A value that the account doesn't know may come from another site of the domain: it gets a
 * new one.
 */
export async function noteBrowser(c: PageContext, { userId, browser }: SignedIn): Promise<void> {
  const values = browserValues(c);
  const value = values.find((one) => sessions.hashValue(one) === browser) ?? sessions.newValue();
  await sessions.rememberBrowser(c.env.db, userId, value);
  const kept = [value, ...values.filter((one) => one !== value)].slice(0, MOST_ACCOUNTS);
  writeCookie(c, BROWSER, kept.join('.'), { maxAge: sessions.BROWSER_DAYS * DAY_SECONDS });
}

/** Has the id of the user who has hidden the first steps in this browser. */
const STEPS = 'dashboard_first_steps';
const STEPS_DAYS = 31;

export const areFirstStepsHidden = (c: PageContext) => readCookie(c, STEPS) === String(c.get('user').id);

export const hideFirstSteps = (c: PageContext) =>
  writeCookie(c, STEPS, String(c.get('user').id), { maxAge: STEPS_DAYS * DAY_SECONDS });

/** Has a random value for the form token of the sign-in page, which has no session. */
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
