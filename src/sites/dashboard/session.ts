// The dashboard's cookies: of the session, of the sign-in form, of a sign-in at the provider.
import {
  deleteCookie,
  getCookie,
  getSignedCookie,
  setCookie,
  setSignedCookie,
} from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { type Attempt, stateParameter } from '../../accounts/provider.ts';
import { newValue } from '../../accounts/random-value.ts';
import * as sessions from '../../accounts/sessions.ts';
import { hashToken } from '../../accounts/token-format.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Form, type Middleware, type PageContext } from './context.ts';
import { pageToReturnTo, withNext } from './next-page.ts';
import { deriveFormToken, hasFormToken } from './requirements.ts';

/**
 * Over HTTPS a `__Host-` cookie, which browsers accept only over TLS and from no other host of the domain. SameSite
 * keeps the cookie from images and scripts on other sites; the form token protects forms.
 */
const cookieOptions = ({ env }: PageContext): CookieOptions => ({
  httpOnly: true,
  sameSite: 'Lax',
  ...(env.config.isHttps ? { prefix: 'host' } : { path: DASHBOARD_PATHS.settings }),
});

const readCookie = (c: PageContext, name: string) =>
  getCookie(c, name, cookieOptions(c).prefix);

const writeCookie = (c: PageContext, name: string, value: string) =>
  setCookie(c, name, value, cookieOptions(c));

const SESSION = 'dashboard_session';
/** A random value for the form token of the sign-in page, which has no session. */
const SIGN_IN = 'dashboard_sign_in';
/** The sign-in that this browser last started at the provider, signed. */
const ATTEMPT = 'dashboard_attempt';

/** Waits for the turn of a page. */
export const takeTurn: Middleware = async (c, next) => {
  const { turns, visit, recentUsers } = c.env;
  const userId = recentUsers.get(hashToken(readCookie(c, SESSION) ?? ''));
  await turns.start(userId === undefined ? visit : { userId });
  return next();
};

/** The user of a session. Anyone can make up a value that this node doesn't know, so its lookup waits for others. */
async function findUser(c: PageContext) {
  const { db, turns, visit, recentUsers } = c.env;
  const value = readCookie(c, SESSION);
  if (!value) return undefined;
  const key = hashToken(value);
  const find = () => sessions.findSessionUser(db, value);
  const found = await (recentUsers.has(key) ? find() : turns.lookUp(visit.address, find));
  if (found) recentUsers.set(key, found.user.id);
  else recentUsers.delete(key);
  return found && { ...found, value };
}

/** Sets the session's user; false without a valid session. */
export async function openSession(c: PageContext) {
  const found = await findUser(c);
  if (!found) return false;
  const { user, session, now, value } = found;
  c.set('user', { ...user, session, formToken: deriveFormToken(value) });
  c.set('now', now);
  c.env.visit.userId = user.id;
  return true;
}

/** Whether a browser sends the cookie of a session that has ended; other sites can't make it send one with a form. */
export const hasEndedSession = async (c: PageContext) =>
  readCookie(c, SESSION) !== undefined && !(await openSession(c));

/** Redirects a request without a valid session to the sign-in page, which returns to it. */
export const requireSession: Middleware = async (c, next) => {
  if (await openSession(c)) return next();
  const state = c.req.method === 'POST' ? 'form' : 'idle';
  const query = readCookie(c, SESSION) === undefined ? {} : { state };
  return c.redirect(withNext(DASHBOARD_PATHS.signIn, pageToReturnTo(c), query), 303);
};

/**
 * Starts a session with a new value, because another site may have set the old cookie; ends the old session. False if
 * what the user signs in with has ended meanwhile.
 */
export async function beginSession(c: PageContext, signIn: sessions.SignIn) {
  const value = await sessions.startSession(actorOf(c, signIn.method), signIn);
  if (value === undefined) return false;
  await closeSession(c);
  writeCookie(c, SESSION, value);
  return true;
}

/** After a sign-in at the provider to confirm an act: continues the session if it belongs to the same user. */
export async function confirmSession(c: PageContext, signIn: sessions.ProviderSignIn) {
  const { userId } = signIn;
  const found = await findUser(c);
  if (found?.user.id !== userId) return beginSession(c, signIn);
  const by = actorOf(c, 'provider');
  const value = await sessions.confirmSignIn(by, userId, found.session.id);
  if (value === undefined) return beginSession(c, signIn);
  writeCookie(c, SESSION, value);
  return true;
}

export async function closeSession(c: PageContext) {
  const value = readCookie(c, SESSION);
  if (value === undefined) return;
  await sessions.endSession(actorOf(c), value);
  deleteCookie(c, SESSION, cookieOptions(c));
}

/** The token of the sign-in form, without which another site could sign a browser in to an account of its own. */
export function signInFormToken(c: PageContext) {
  const known = readCookie(c, SIGN_IN);
  const value = known || newValue();
  if (!known) writeCookie(c, SIGN_IN, value);
  return deriveFormToken(value);
}

/** Whether the fields of a form, or of a link, are those of a sign-in page in this browser. */
export function isFromSignInPage(c: PageContext, fields: Form) {
  const value = readCookie(c, SIGN_IN);
  return value !== undefined && hasFormToken(fields, deriveFormToken(value));
}

const ATTEMPT_SECONDS = 600;

/** An attempt, and the page to continue to. */
type KeptAttempt = Attempt & { readonly next: string };

const nowInSeconds = () => Math.floor(Date.now() / 1000);

const keepAttempt = async (c: PageContext, attempt: KeptAttempt) =>
  setSignedCookie(c, ATTEMPT, JSON.stringify(attempt), await c.env.attemptKey(), {
    ...cookieOptions(c),
    maxAge: ATTEMPT_SECONDS,
  });

/** Starts an attempt, which this browser has to finish within ten minutes. */
export async function beginAttempt(
  c: PageContext,
  asked: Pick<KeptAttempt, 'next' | 'isFresh'>,
) {
  const attempt = { ...asked, secret: newValue(), startedAt: nowInSeconds() };
  await keepAttempt(c, attempt);
  return attempt;
}

/**
 * Finishes the attempt with a state: absent if it has ended, is too old, or another tab has started one since. `next`
 * is the page of the browser's last one, which stays known; undefined in a browser that has started none.
 */
export async function endAttempt(c: PageContext, state: string | null) {
  const key = await c.env.attemptKey();
  const text = await getSignedCookie(c, key, ATTEMPT, cookieOptions(c).prefix);
  if (!text) return undefined;
  const last: KeptAttempt = JSON.parse(text);
  const { secret, next, startedAt } = last;
  if (secret === '' || stateParameter(secret) !== state) return { next };
  await keepAttempt(c, { ...last, secret: '' });
  const isTooOld = nowInSeconds() - startedAt > ATTEMPT_SECONDS;
  return isTooOld ? { next } : { attempt: last, next };
}
