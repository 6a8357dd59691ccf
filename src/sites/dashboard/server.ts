// The dashboard (section 5.3): pages behind a session. API tokens do not open it, and sessions do not open the API.
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isUnavailable } from '../../database/database-errors.ts';
import { beforeDeadline } from '../../database/deadline.ts';
import type { Exchange } from '../../gate/exchange.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { headersOfFailure, UNAVAILABLE } from '../../operation/failure.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { accountPage } from './account-page.ts';
import { ASSETS } from './assets.ts';
import { submitEndOfSessions, submitPassword } from './change-account.ts';
import type { DashboardDeps, DashboardEnv } from './context.ts';
import { createTokenPage, submitNewToken } from './create-token.ts';
import { hasFormToken } from './form-token.ts';
import { problemPage } from './layout.ts';
import { readForm } from './read-form.ts';
import { requestsPage } from './refused-requests-page.ts';
import { renameTokenPage, submitRename } from './rename-token.ts';
import { requireToken } from './requested-token.ts';
import { revokeTokenPage, submitRevocation } from './revoke-token.ts';
import { rollTokenPage, submitRoll } from './roll-token.ts';
import { requireSession } from './session.ts';
import { settingsPage } from './settings-page.ts';
import { signInPage, signOut, submitSignIn } from './sign-in.ts';
import { signInThrottles } from './sign-in-throttles.ts';
import { tokenPage } from './token-page.ts';
import { usagePage } from './usage-page.ts';
import { versionsPage } from './versions-page.ts';

const SECURITY_HEADERS = pageHeaders({
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
});

/** Pages are never stored, unlike static files, which have a Cache-Control of their own. */
const addSecurityHeaders: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

/** Reads the form of a POST and refuses it without the token of the session. */
const requireFormToken: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  const form = await readForm(c);
  if (!hasFormToken(form, c.get('user').formToken)) throw new HTTPException(403);
  c.set('form', form);
  await next();
};

const PROBLEMS: Partial<Record<number, string>> = {
  400: 'The form arrived incomplete. Send it again.',
  403: 'The form is not one of this session. Go back, reload the page and send the form again.',
  413: 'The form was too large.',
  415: 'The content type is not that of a form.',
  503: 'The service is busy or cannot reach its database. Try again in a moment.',
};

function describeError(error: unknown): [ContentfulStatusCode, string] {
  const status = error instanceof HTTPException ? error.status : isUnavailable(error) ? 503 : 500;
  return [status as ContentfulStatusCode, PROBLEMS[status] ?? 'An unexpected error occurred in the service.'];
}

export function createDashboard(deps: DashboardDeps) {
  const router = new Hono<DashboardEnv>({ strict: false });
  const throttles = signInThrottles(deps);
  router.use('*', addSecurityHeaders);
  router.use('*', (_, next) => beforeDeadline(next()));
  router.get(`${DASHBOARD_PATHS.assets}/*`, (c) => ASSETS.serve(c.req.path) ?? c.notFound());
  router.get(DASHBOARD_PATHS.signIn, signInPage(deps));
  router.post(DASHBOARD_PATHS.signIn, submitSignIn(deps, throttles));

  router.use('*', requireSession(deps));
  router.post('*', requireFormToken);
  router.post(DASHBOARD_PATHS.signOut, signOut(deps));
  router.get(DASHBOARD_PATHS.settings, settingsPage(deps));
  router.get(DASHBOARD_PATHS.newToken, createTokenPage);
  router.post(DASHBOARD_PATHS.tokens, submitNewToken(deps));
  router.use(`${DASHBOARD_PATHS.token(':id')}/*`, requireToken(deps));
  router.get(DASHBOARD_PATHS.token(':id'), tokenPage(deps));
  router.get(DASHBOARD_PATHS.renameToken(':id'), renameTokenPage);
  router.post(DASHBOARD_PATHS.renameToken(':id'), submitRename(deps));
  router.get(DASHBOARD_PATHS.rollToken(':id'), rollTokenPage(deps));
  router.post(DASHBOARD_PATHS.rollToken(':id'), submitRoll(deps));
  router.get(DASHBOARD_PATHS.revokeToken(':id'), revokeTokenPage);
  router.post(DASHBOARD_PATHS.revokeToken(':id'), submitRevocation(deps));
  router.get(DASHBOARD_PATHS.usage, usagePage(deps));
  router.get(DASHBOARD_PATHS.requests, requestsPage(deps));
  router.get(DASHBOARD_PATHS.versions, versionsPage(deps));
  router.get(DASHBOARD_PATHS.account, accountPage(deps));
  router.post(DASHBOARD_PATHS.password, submitPassword(deps, throttles));
  router.post(DASHBOARD_PATHS.otherSessions, submitEndOfSessions(deps));

  router.notFound((c) =>
    c.html(problemPage('Not found', 'This page does not exist, or it belongs to another user.', c.get('user')), 404),
  );
  router.onError((error, c) => {
    const [status, text] = describeError(error);
    if (status === 500) deps.onFault(c.env.exchange, error);
    if (status === 503)
      for (const [name, value] of Object.entries(headersOfFailure(UNAVAILABLE))) c.header(name, value);
    const reference = status >= 500 ? ` Request id: ${c.env.exchange.requestId}.` : '';
    return c.html(problemPage('This did not work', text + reference, c.get('user')), status);
  });

  return async (request: Request, exchange: Exchange): Promise<Response> => router.fetch(request, { exchange });
}
