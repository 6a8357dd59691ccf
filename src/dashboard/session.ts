// The session of a visitor: its cookie, and the way to sign in for whoever has none.
import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { endSession, findSessionUser, startSession } from '../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import type { DashboardDeps, DashboardEnv } from './context.ts';
import { formTokenOf } from './forms.ts';

/** In live, browsers refuse a `__Host-` cookie that is not secure or that another host of the domain has set. */
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

const SESSION = 'dashboard_session';
const VISIT = 'dashboard_visit';

/** Lets signed-in visitors pass and sends others to sign in. */
export const requireSession =
  (deps: DashboardDeps): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const value = getCookie(c, cookie(deps, SESSION).name);
    const user = value && (await findSessionUser(deps.db, value));
    if (!user) return c.redirect(signInPathFor(c, value !== undefined), 303);
    c.set('visitor', { ...user, formToken: formTokenOf(value) });
    return next();
  };

/** Back to the page that was asked for; a form that was sent is lost. */
function signInPathFor(c: Context, hadSession: boolean): string {
  const query = new URLSearchParams();
  if (hadSession) query.set('ended', '1');
  if (c.req.method === 'GET' && c.req.path !== DASHBOARD_PATHS.settings) query.set('next', c.req.path);
  return query.size > 0 ? `${DASHBOARD_PATHS.signIn}?${query}` : DASHBOARD_PATHS.signIn;
}

/** A session of its own for each sign-in; the one before ends. */
export async function openSession(c: Context, deps: DashboardDeps, userId: number): Promise<void> {
  await closeSession(c, deps);
  const { name, options } = cookie(deps, SESSION);
  setCookie(c, name, await startSession(deps.db, userId), options);
}

export async function closeSession(c: Context, deps: DashboardDeps): Promise<void> {
  for (const { name, options } of [cookie(deps, SESSION), cookie(deps, VISIT)]) {
    const value = getCookie(c, name);
    if (value === undefined) continue;
    if (name.endsWith(SESSION)) await endSession(deps.db, value);
    deleteCookie(c, name, options);
  }
}

/** The token of forms before there is a session. */
export function visitFormToken(c: Context, deps: DashboardDeps): string {
  const { name, options } = cookie(deps, VISIT);
  const known = getCookie(c, name);
  if (known) return formTokenOf(known);
  const value = randomBytes(16).toString('base64url');
  setCookie(c, name, value, options);
  return formTokenOf(value);
}
