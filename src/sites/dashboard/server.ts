// The dashboard (section 5.3): pages behind a session. API tokens don't open it, and sessions don't open the API.
import { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { PageTurns } from '../../fairness/page-turns.ts';
import type { Visit } from '../../gate/seen-request.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { beforeDeadline } from '../../request-scope.ts';
import { pathTemplate } from '../../rest/route.ts';
import { accountPage, signOut, signOutAfterwards } from './account-page.ts';
import { renameTokenForm, revokeTokenPage, submitRevocation } from './change-token.ts';
import { confirmPage, requireRecentSignIn } from './confirm-sign-in.ts';
import {
  type DashboardDeps,
  type DashboardEnv,
  type Middleware,
  sharedByRequests,
} from './context.ts';
import { createTokenForm } from './create-token.ts';
import { respondError, respondErrorPage } from './layout.ts';
import { linkPage, submitLink } from './link-sign-in.ts';
import { providerSignIn, requireSignInButton } from './provider-sign-in.ts';
import { requestsPage } from './requests-page.ts';
import { onePageOfUser, requireFormToken, requireToken } from './requirements.ts';
import { rollTokenForm } from './roll-token.ts';
import { requireSession, takeTurn } from './session.ts';
import { requireSignInForm, signInPage, submitDemoSignIn } from './sign-in-page.ts';
import { endedTokensPage, tokensPage } from './token-lists.ts';
import { tokenPage } from './token-page.ts';
import { usagePage } from './usage-page.ts';

/** Pages are never stored. */
const HEADERS = { ...pageHeaders(), 'Cache-Control': 'no-store' };

const setHeaders: Middleware = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
};

/** The first that matches handles the request; `tokens/:id` matches `tokens/new` too. */
const noteRoute: Middleware = (c, next) => {
  const route = matchedRoutes(c).find(({ path }) => !path.endsWith('*'));
  if (route) c.env.visit.route = pathTemplate(route);
  return next();
};

export function createDashboard(deps: DashboardDeps, turns: PageTurns) {
  const shared = sharedByRequests(deps, turns);
  const router = new Hono<DashboardEnv>({ strict: false });
  router
    .use(setHeaders, noteRoute, (_, next) => beforeDeadline(next()), takeTurn)
    .get(DASHBOARD_PATHS.signIn, signInPage)
    .post(requireSignInForm, submitDemoSignIn)
    .get(DASHBOARD_PATHS.signInLink, linkPage)
    .post(requireSignInForm, submitLink);
  if (shared.provider) {
    const { begin, finish } = providerSignIn(shared.provider);
    router
      .get(DASHBOARD_PATHS.provider, requireSignInButton, begin)
      .get(DASHBOARD_PATHS.providerAnswer, finish);
  }

  router
    .post(DASHBOARD_PATHS.signOut, signOutAfterwards)
    .use(requireSession)
    // Before the turn: a form may take as long as its client likes.
    .post('*', requireFormToken)
    .use(onePageOfUser)
    .get(DASHBOARD_PATHS.signOut, (c) => c.redirect(DASHBOARD_PATHS.settings, 303))
    .post(signOut)
    .get(DASHBOARD_PATHS.settings, tokensPage)
    .get(DASHBOARD_PATHS.endedTokens, endedTokensPage)
    .get(DASHBOARD_PATHS.confirm, confirmPage)
    .use(DASHBOARD_PATHS.newToken, requireRecentSignIn)
    .get(createTokenForm)
    .post(createTokenForm)
    .use(`${DASHBOARD_PATHS.token(':id')}/*`, requireToken)
    .get(DASHBOARD_PATHS.token(':id'), tokenPage)
    .get(DASHBOARD_PATHS.renameToken(':id'), renameTokenForm)
    .post(renameTokenForm)
    .use(DASHBOARD_PATHS.rollToken(':id'), requireRecentSignIn)
    .get(rollTokenForm)
    .post(rollTokenForm)
    .get(DASHBOARD_PATHS.revokeToken(':id'), revokeTokenPage)
    .post(submitRevocation)
    .get(DASHBOARD_PATHS.usage, usagePage)
    .get(DASHBOARD_PATHS.requests, requestsPage)
    .get(DASHBOARD_PATHS.account, accountPage);

  router.notFound((c) =>
    respondErrorPage(
      c,
      404,
      'Not found',
      'This page doesn’t exist, or it belongs to another user.',
    ),
  );
  router.onError(respondError);

  return async (request: Request, visit: Visit) =>
    router.fetch(request, { ...shared, visit });
}
