// The dashboard: the owner's pages behind a session (section 5.3). No API token opens it, and no session opens the API.
import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isUnavailable } from '../database/database-errors.ts';
import type { Exchange } from '../gate/exchange.ts';
import { headersOfFailure, UNAVAILABLE } from '../operation/failure.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import { ASSETS } from './assets.ts';
import type { DashboardDeps, DashboardEnv } from './context.ts';
import { createTokenPage, submitNewToken } from './create-token.ts';
import { hasFormToken } from './form-token.ts';
import { readForm } from './forms.ts';
import { problemPage } from './layout.ts';
import { requestsPage } from './requests.ts';
import { revokeTokenPage, submitRevocation } from './revoke-token.ts';
import { securityHeaders } from './security.ts';
import { requireSession } from './session.ts';
import { settingsPage } from './settings.ts';
import { signInPage, signOut, submitSignIn } from './sign-in.ts';
import { tokenPage } from './token.ts';
import { usagePage } from './usage.ts';
import { versionsPage } from './versions.ts';

export interface Dashboard {
  handle(request: Request, exchange: Exchange): Promise<Response>;
}

/** Reads the form and refuses one of another session. */
const ofThisSession: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  const form = await readForm(c);
  if (!hasFormToken(form, c.get('visitor').formToken)) throw new HTTPException(403);
  c.set('form', form);
  await next();
};

const PROBLEMS: Partial<Record<number, string>> = {
  400: 'The form did not arrive whole. Send it again.',
  403: 'The form was not valid for this session. Go back, load the page again and repeat it.',
  413: 'The form was too large.',
  415: 'The form was not sent as a form.',
  503: 'The service is busy or cannot reach its database. Try again in a moment.',
};

function problemOf(error: unknown): [ContentfulStatusCode, string] {
  const status = error instanceof HTTPException ? error.status : isUnavailable(error) ? 503 : 500;
  return [status as ContentfulStatusCode, PROBLEMS[status] ?? 'Something went wrong on our side.'];
}

export function createDashboard(deps: DashboardDeps): Dashboard {
  const router = new Hono<DashboardEnv>({ strict: false }).basePath(DASHBOARD_PATHS.settings);
  router.use('*', securityHeaders);
  router.get('/assets/*', async (c) => (await ASSETS.serve(c.req.path, c.req.raw)) ?? c.notFound());
  router.get('/sign-in', signInPage(deps));
  router.post('/sign-in', submitSignIn(deps));

  router.use('*', requireSession(deps));
  router.post('*', ofThisSession);
  router.post('/sign-out', signOut(deps));
  router.get('/', settingsPage(deps));
  router.get('/tokens/new', createTokenPage());
  router.post('/tokens', submitNewToken(deps));
  router.get('/tokens/:id', tokenPage(deps));
  router.get('/tokens/:id/revoke', revokeTokenPage(deps));
  router.post('/tokens/:id/revoke', submitRevocation(deps));
  router.get('/usage', usagePage(deps));
  router.get('/requests', requestsPage(deps));
  router.get('/versions', versionsPage(deps));

  router.notFound((c) =>
    c.html(problemPage('Not found', 'There is no such page, or it is not yours.', c.get('visitor')), 404),
  );
  router.onError((error, c) => {
    const [status, text] = problemOf(error);
    if (status === 500) deps.onFault(c.env.exchange, error);
    if (status === 503)
      for (const [name, value] of Object.entries(headersOfFailure(UNAVAILABLE))) c.header(name, value);
    const reference = status >= 500 ? ` Request id: ${c.env.exchange.requestId}.` : '';
    return c.html(problemPage('This did not work', text + reference, c.get('visitor')), status);
  });

  return { handle: async (request, exchange) => router.fetch(request, { exchange }) };
}
