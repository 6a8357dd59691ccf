// The cookies of the session and of the sign-in form.
import { deleteCookie } from 'hono/cookie';
import * as sessions from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Middleware, type PageContext } from './context.ts';
import { cookieOptions, readCookie, writeCookie } from './cookies.ts';
import { pageToReturnTo, withNext } from './next-page.ts';
import { deriveFormToken, type Form, hasFormToken } from './read-form.ts';

const SESSION = 'dashboard_session';

/** Sets the session's user; redirects a request without a valid session to the sign-in page, which returns to it. */
export const requireSession: Middleware = async (c, next) => {
  const value = readCookie(c, SESSION);
  const found = value ? await sessions.findSessionUser(c.env.db, value) : undefined;
  if (!value || !found) return c.redirect(signInPathFor(c, value !== undefined), 303);
  const { user, session, now } = found;
  // A session that started at the provider doesn't need the password.
  const usesPassword = c.env.config.hasPasswords && session.method !== 'provider';
  const mustChangePassword = user.mustChangePassword && usesPassword;
  c.set('user', { ...user, mustChangePassword, session, formToken: deriveFormToken(value) });
  c.set('now', now);
  c.env.exchange.sessionUserId = user.id;
  return next();
};

function signInPathFor(c: PageContext, hadSession: boolean): string {
  const state = c.req.method === 'POST' ? 'form' : 'idle';
  return withNext(DASHBOARD_PATHS.signIn, pageToReturnTo(c), hadSession ? { state } : {});
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
  keepRenewed(c, await sessions.confirmSignIn(actorOf(c, 'provider'), userId, found.session.id));
  return true;
}

/** Gives the browser its session's new value after the user has signed in again. */
export const keepRenewed = (c: PageContext, value: string | undefined) =>
  value !== undefined && writeCookie(c, SESSION, value);

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
  const value = known || sessions.newValue();
  if (!known) writeCookie(c, SIGN_IN, value);
  return deriveFormToken(value);
}

export function hasSignInFormToken(c: PageContext, form: Form): boolean {
  const value = readCookie(c, SIGN_IN);
  return value !== undefined && hasFormToken(form, deriveFormToken(value));
}
