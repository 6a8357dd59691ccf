// The cookies of the dashboard: the session, and the one that protects the sign-in form.
import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { endSession, findSessionUser, startSession } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { DashboardDeps, DashboardEnv } from './context.ts';
import { deriveFormToken } from './form-token.ts';

/**
 * In live a `__Host-` cookie, which browsers accept over TLS alone and from no other host of the domain. SameSite excludes
 * the cookie from images and scripts on other sites; the form token protects forms.
 */
function cookie({ config }: DashboardDeps, name: string) {
  const isLive = config.environment === 'live';
  return {
    name: isLive ? `__Host-${name}` : name,
    options: {
      httpOnly: true,
      sameSite: 'Lax',
      secure: isLive,
      path: isLive ? '/' : DASHBOARD_PATHS.settings,
    } as const,
  };
}

const SIGN_IN_COOKIE_BYTES = 16;

const sessionCookie = (deps: DashboardDeps) => cookie(deps, 'dashboard_session');

/** A random value for the form token of the sign-in page, which has no session. */
const signInCookie = (deps: DashboardDeps) => cookie(deps, 'dashboard_sign_in');

/** Sets the user of the session; a request without a valid session is redirected to the sign-in page. */
export const requireSession =
  (deps: DashboardDeps): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const value = getCookie(c, sessionCookie(deps).name);
    const session = value && (await findSessionUser(deps.db, value));
    if (!session) return c.redirect(signInPathFor(c, value !== undefined), 303);
    c.set('user', { ...session.user, formToken: deriveFormToken(value) });
    c.set('now', session.now);
    return next();
  };

/** The value of the session of a request behind `requireSession`. */
export const sessionValue = (c: Context, deps: DashboardDeps): string => getCookie(c, sessionCookie(deps).name) ?? '';

/** Longer than the path of any page. A redirect that repeats a path of 16 KiB would be too large for clients. */
const MAX_PATH_LENGTH = 255;

/** The sign-in page returns to the page of this request; the fields of a form are lost. */
function signInPathFor(c: Context, hadSession: boolean): string {
  const { method, path } = c.req;
  const query = new URLSearchParams();
  if (hadSession) query.set('ended', '1');
  const isPage = method === 'GET' && path !== DASHBOARD_PATHS.settings && path.length <= MAX_PATH_LENGTH;
  if (isPage) query.set('next', path);
  return query.size > 0 ? `${DASHBOARD_PATHS.signIn}?${query}` : DASHBOARD_PATHS.signIn;
}

/** Starts a session with a new value, because another site may have set the old cookie; ends the old session. */
export async function openSession(c: Context, deps: DashboardDeps, userId: number): Promise<void> {
  await closeSession(c, deps);
  const { name, options } = sessionCookie(deps);
  setCookie(c, name, await startSession(deps.db, userId), options);
}

export async function closeSession(c: Context, deps: DashboardDeps): Promise<void> {
  const { name, options } = sessionCookie(deps);
  const value = getCookie(c, name);
  if (value === undefined) return;
  await endSession(deps.db, value);
  deleteCookie(c, name, options);
}

/** The token of the sign-in form, without which another site could sign a browser in to an account of its own. */
export function signInFormToken(c: Context, deps: DashboardDeps): string {
  const { name, options } = signInCookie(deps);
  const known = getCookie(c, name);
  if (known) return deriveFormToken(known);
  const value = randomBytes(SIGN_IN_COOKIE_BYTES).toString('base64url');
  setCookie(c, name, value, options);
  return deriveFormToken(value);
}
