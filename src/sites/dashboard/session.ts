// The dashboard's cookies: those of the session and of the sign-in form, and what all of them have in common.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { newValue } from '../../accounts/random-value.ts';
import * as sessions from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Middleware, type PageContext } from './context.ts';
import { pageToReturnTo, withNext } from './next-page.ts';
import { deriveFormToken, type Form, hasFormToken, readForm } from './read-form.ts';

/**
 * Over HTTPS a `__Host-` cookie, which browsers accept only over TLS and from no other host of the domain. SameSite
 * keeps the cookie from images and scripts on other sites; the form token protects forms.
 */
export const cookieOptions = ({ env }: PageContext): CookieOptions => ({
  httpOnly: true,
  sameSite: 'Lax',
  ...(env.config.isHttps
    ? { prefix: 'host', secure: true }
    : { path: DASHBOARD_PATHS.settings }),
});

const readCookie = (c: PageContext, name: string) =>
  getCookie(c, name, cookieOptions(c).prefix);

const writeCookie = (c: PageContext, name: string, value: string) =>
  setCookie(c, name, value, cookieOptions(c));

const SESSION = 'dashboard_session';

/** Sets the session's user; redirects a request without a valid session to the sign-in page, which returns to it. */
export const requireSession: Middleware = async (c, next) => {
  const value = readCookie(c, SESSION);
  const found = value ? await sessions.findSessionUser(c.env.db, value) : undefined;
  if (!value || !found) {
    const state = c.req.method === 'POST' ? 'form' : 'idle';
    const query = value === undefined ? {} : { state };
    return c.redirect(withNext(DASHBOARD_PATHS.signIn, pageToReturnTo(c), query), 303);
  }
  const { user, session, now } = found;
  c.set('user', { ...user, session, formToken: deriveFormToken(value) });
  c.set('now', now);
  c.env.exchange.userId = user.id;
  return next();
};

/**
 * Starts a session with a new value, because another site may have set the old cookie; ends the old session. False if
 * what the user signs in with has ended meanwhile.
 */
export async function beginSession(
  c: PageContext,
  signIn: sessions.SignIn,
): Promise<boolean> {
  await closeSession(c);
  const value = await sessions.startSession(actorOf(c, signIn.method), signIn);
  if (value !== undefined) writeCookie(c, SESSION, value);
  return value !== undefined;
}

/** After a sign-in at the provider to confirm an act: continues the session if it belongs to the same user. */
export async function confirmSession(
  c: PageContext,
  signIn: sessions.ProviderSignIn,
): Promise<boolean> {
  const { userId } = signIn;
  const found = await sessions.findSessionUser(c.env.db, readCookie(c, SESSION) ?? '');
  if (found?.user.id !== userId) return beginSession(c, signIn);
  const by = actorOf(c, 'provider');
  writeCookie(c, SESSION, await sessions.confirmSignIn(by, userId, found.session.id));
  return true;
}

export async function closeSession(c: PageContext): Promise<void> {
  const value = readCookie(c, SESSION);
  if (value === undefined) return;
  await sessions.endSession(actorOf(c), value);
  deleteCookie(c, SESSION, cookieOptions(c));
}

/** A random value for the form token of the sign-in page, which has no session. */
const SIGN_IN = 'dashboard_sign_in';

/** The token of the sign-in form, without which another site could sign a browser in to an account of its own. */
export function signInFormToken(c: PageContext): string {
  const known = readCookie(c, SIGN_IN);
  const value = known || newValue();
  if (!known) writeCookie(c, SIGN_IN, value);
  return deriveFormToken(value);
}

/** A form of the sign-in page; undefined if another browser or site sent it. */
export async function readSignInForm(c: PageContext): Promise<Form | undefined> {
  const [form, value] = [await readForm(c), readCookie(c, SIGN_IN)];
  return value && hasFormToken(form, deriveFormToken(value)) ? form : undefined;
}
