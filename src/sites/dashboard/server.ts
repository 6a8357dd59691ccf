// The dashboard (section 5.3): pages behind a session. API tokens don't open it, and sessions don't open the API.
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createHashing } from '../../accounts/passwords.ts';
import { createPasswordBudgets } from '../../accounts/sign-in.ts';
import { findToken } from '../../accounts/tokens.ts';
import { Slot, Slots } from '../../fairness/slots.ts';
import { type Exchange, noteFailure } from '../../gate/exchange.ts';
import { pageHeaders } from '../../http/browser-headers.ts';
import { busy, failureOf } from '../../operation/failure.ts';
import { FAILURES, headersOfFailure } from '../../operation/failure-table.ts';
import { parseId } from '../../operation/id.ts';
import { createThrottle } from '../../operation/throttle.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { beforeDeadline } from '../../request-scope.ts';
import { pathTemplate } from '../../rest/route.ts';
import { createCodecs } from '../../rest/wire-codec.ts';
import { readBehindSince } from '../../usage/writes.ts';
import * as account from './account.ts';
import { activityCsv, activityPage } from './activity-page.ts';
import type { DashboardDeps, DashboardEnv, Middleware, PageContext } from './context.ts';
import { createTokenForm, docsTokenForm, submitDocsToken } from './create-token.ts';
import { hideSteps } from './first-steps.ts';
import { hasFormToken, readForm } from './forms.ts';
import { ASSETS, respondProblem } from './layout.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { requestsPage } from './requests-page.ts';
import { requireSession } from './session.ts';
import { settingsPage } from './settings-page.ts';
import {
  confirmPage,
  redirectToGuide,
  requireRecentSignIn,
  signInPage,
  signOut,
  submitSignIn,
} from './sign-in.ts';
import {
  renameTokenForm,
  revokeTokenPage,
  rollTokenForm,
  submitRevocation,
  tokenPage,
} from './token-page.ts';
import { usageCsv, usagePage } from './usage-page.ts';
import { versionsPage } from './versions-page.ts';

const SECURITY_HEADERS = pageHeaders({
  'style-src': "'self'",
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
});

/** Pages are never stored, unlike static files, which have their own Cache-Control. */
const addSecurityHeaders: Middleware = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

const noteRoute: Middleware = (c, next) => {
  const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'));
  if (route) c.env.exchange.route = pathTemplate(route);
  return next();
};

/**
 * One page per user at a time. For some users a page reads thousands of rows in several statements, and two of them
 * would take every connection of the pool from other requests.
 */
function onePageOfUser(): Middleware {
  const slots = new Slots({ perUser: 1 });
  return async (c, next) => {
    const slot = new Slot(slots, { userId: c.get('user').id });
    if (!(await slot.take())) throw busy('user_slots');
    try {
      await next();
    } finally {
      slot.end();
    }
  };
}

const requireFormToken: Middleware = async (c, next) => {
  const form = await readForm(c);
  if (!hasFormToken(form, c.get('user').formToken)) throw new HTTPException(403);
  c.set('form', form);
  await next();
};

/** Each act on a token is an activity row for a year. Revoking is never rejected. */
const ACTS = { name: 'token-acts', points: 500, windowSeconds: 3_600 };

const takeAct: Middleware = async (c, next) => {
  await c.env.acts.consume(c.get('user').id);
  return next();
};

/** Sets the token that the path names; 404 if the user doesn't have it. */
const requireToken: Middleware = async (c, next) => {
  const id = parseId(c.req.param('id'));
  const token = id !== undefined && (await findToken(c.env.db, c.get('user').id, id));
  if (!token) return c.notFound();
  c.set('token', token);
  return next();
};

const FLUSH_WITHIN_MILLISECONDS = 1_000;

/** Pages show every earlier request, or since when some are missing. */
const flushUsage: Middleware = async (c, next) => {
  const { usage, db } = c.env;
  const asked = Date.now();
  const [others] = await Promise.all([
    readBehindSince(db),
    Promise.race([usage.flush(), delay(FLUSH_WITHIN_MILLISECONDS, undefined, { ref: false })]),
  ]);
  const since = Math.min(
    usage.writtenTo < asked ? usage.writtenTo : Infinity,
    others?.getTime() ?? Infinity,
  );
  if (since < Infinity) c.set('behindSince', new Date(since));
  return next();
};

const PROBLEMS: Partial<Record<number, string>> = {
  400: 'The form was incomplete. Submit it again.',
  403: 'This form belongs to another session. Go back, reload the page and submit it again.',
  413: 'The form was too large.',
  415: 'The request isn’t a form submission.',
  429: 'You’ve changed your tokens too often. Try again in an hour; you can still revoke them.',
  503: 'The service is busy or can’t reach its database. Try again in a moment.',
};

function respondError(error: Error, c: PageContext) {
  const { exchange } = c.env;
  const failure = failureOf(error);
  const status = failure
    ? FAILURES[failure.kind].status
    : error instanceof HTTPException
      ? error.status
      : 500;
  if (failure) noteFailure(exchange, failure);
  if (status === 500) c.env.onFault(exchange, error);
  for (const [name, value] of Object.entries(failure ? headersOfFailure(failure) : {}))
    c.header(name, value);
  const text = PROBLEMS[status] ?? 'Something went wrong.';
  const reference = status >= 500 ? ` Request id: ${exchange.requestId}.` : '';
  return respondProblem(
    c,
    status as ContentfulStatusCode,
    'Something went wrong',
    text + reference,
  );
}

function createRouter(deps: DashboardDeps) {
  const { provider: settings, hasPasswords, environment } = deps.config;
  const router = new Hono<DashboardEnv>({ strict: false });
  router.use('*', addSecurityHeaders);
  router.use('*', noteRoute);
  router.use('*', (_, next) => beforeDeadline(next()));
  router.get(`${DASHBOARD_PATHS.assets}/*`, (c) => ASSETS.serve(c.req.path) ?? c.notFound());
  router.get(DASHBOARD_PATHS.signIn, signInPage).post(submitSignIn);
  const provider = settings && createProviderSignIn(deps, settings);
  if (provider)
    router
      .get(DASHBOARD_PATHS.provider, provider.begin)
      .get(DASHBOARD_PATHS.providerAnswer, provider.finish);

  router.use('*', requireSession);
  router.use('*', onePageOfUser());
  router.get('*', flushUsage).post(requireFormToken);
  router.post(DASHBOARD_PATHS.signOut, provider?.signOut ?? signOut);
  if (hasPasswords)
    router.get(DASHBOARD_PATHS.password, account.passwordPage).post(account.submitPassword);
  router.use('*', account.requireChangedPassword);
  router.get(DASHBOARD_PATHS.settings, settingsPage);
  router.post(DASHBOARD_PATHS.firstSteps, hideSteps);
  router.get(DASHBOARD_PATHS.newToken, createTokenForm.show);
  router.post(DASHBOARD_PATHS.tokens, requireRecentSignIn, takeAct, createTokenForm.submit);
  router.get(DASHBOARD_PATHS.confirm, confirmPage).post(requireRecentSignIn, redirectToGuide);
  if (environment === 'test')
    router.get(DASHBOARD_PATHS.docsToken, docsTokenForm).post(takeAct, submitDocsToken);
  router.use(`${DASHBOARD_PATHS.token(':id')}/*`, requireToken);
  router.get(DASHBOARD_PATHS.token(':id'), tokenPage);
  router
    .get(DASHBOARD_PATHS.renameToken(':id'), renameTokenForm.show)
    .post(takeAct, renameTokenForm.submit);
  router
    .get(DASHBOARD_PATHS.rollToken(':id'), rollTokenForm.show)
    .post(requireRecentSignIn, takeAct, rollTokenForm.submit);
  router.get(DASHBOARD_PATHS.revokeToken(':id'), revokeTokenPage).post(submitRevocation);
  router.get(DASHBOARD_PATHS.usage, usagePage);
  router.get(DASHBOARD_PATHS.usageCsv, usageCsv);
  router.get(DASHBOARD_PATHS.requests, requestsPage);
  router.get(DASHBOARD_PATHS.versions, versionsPage);
  router.get(DASHBOARD_PATHS.activity, activityPage);
  router.get(DASHBOARD_PATHS.activityCsv, activityCsv);
  router.get(DASHBOARD_PATHS.account, account.accountPage);
  router.post(DASHBOARD_PATHS.otherSessions, account.submitEndOfSessions);
  router.post(DASHBOARD_PATHS.session(':id'), account.submitEndOfSession);

  router.notFound((c) =>
    respondProblem(c, 404, 'Not found', 'This page doesn’t exist, or it belongs to another user.'),
  );
  router.onError(respondError);
  return router;
}

export function createDashboard(deps: DashboardDeps) {
  const router = createRouter(deps);
  const env = {
    ...deps,
    budgets: createPasswordBudgets(deps.config.signIn, deps.pool),
    hashing: createHashing(),
    acts: createThrottle(ACTS, deps.pool),
    codecs: createCodecs(deps.versions),
  };
  return async (request: Request, exchange: Exchange): Promise<Response> =>
    router.fetch(request, { ...env, exchange });
}
