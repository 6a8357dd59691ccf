// The sign-in that is required again before creating or rolling a token if the last one is old.
import { html } from 'hono/html';
import { RECENT_MINUTES } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Middleware, PageHandler } from './context.ts';
import { respondDashboardPage } from './layout.ts';
import { pageToReturnTo, safePath, withNext } from './next-page.ts';
import { waysToSignIn } from './sign-in-page.ts';

/** Before a form is shown, so that nothing entered is lost, and again when it is sent. */
export const requireRecentSignIn: Middleware = async (c, next) =>
  c.var.user.session.isRecent
    ? next()
    : c.redirect(withNext(DASHBOARD_PATHS.confirm, pageToReturnTo(c)), 303);

export const confirmPage: PageHandler = async (c) => {
  const next = safePath(c.req.query('next'));
  if (c.var.user.session.isRecent) return c.redirect(next, 303);
  return respondDashboardPage(c, {
    title: 'Confirm your sign-in',
    section: 'Tokens',
    status: 403,
    content: html`
<h1>Confirm your sign-in</h1>
<div class="card form">
  <p>
    You signed in more than ${RECENT_MINUTES} minutes ago. Tokens last long, so you can only create one shortly after
    signing in.
  </p>
  ${await waysToSignIn(c, next)}
  <div class="buttons"><a class="button quiet" href="${DASHBOARD_PATHS.settings}">Cancel</a></div>
</div>`,
  });
};
