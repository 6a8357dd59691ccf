// The sign-in that is required again before creating or rolling a token if the last one is old.
import { html } from 'hono/html';
import { RECENT_MINUTES } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Middleware, PageContext, PageHandler } from './context.ts';
import { formTokenField, generalError, hiddenField } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { pageToReturnTo, safePath, withNext } from './next-page.ts';
import { type SignInPage, waysToSignIn } from './sign-in-page.ts';

/** Before a form is shown, so that nothing entered is lost, and again when it is sent. */
export const requireRecentSignIn: Middleware = async (c, next) =>
  c.var.user.session.isRecent
    ? next()
    : c.redirect(withNext(DASHBOARD_PATHS.confirm, pageToReturnTo(c)), 303);

export const confirmPage: PageHandler = async (c) => {
  const next = safePath(c.req.query('next'));
  if (c.var.user.session.isRecent) return c.redirect(next, 303);
  return respondConfirm(c, next);
};

/** The page in a session, also with the error of a sign-in at the provider that should confirm it. */
export function respondConfirm(
  c: PageContext,
  next: string,
  { error, status = 403 }: Pick<SignInPage, 'error' | 'status'> = {},
) {
  const { provider } = c.env;
  const isUntimed = provider && c.var.user.session.isUntimed;
  return respondDashboardPage(c, {
    title: 'Confirm your sign-in',
    section: 'Tokens',
    error,
    status,
    content: html`
<h1>Confirm your sign-in</h1>
<div class="card form">
  ${error && generalError(error)}
  <p>
    You signed in more than ${RECENT_MINUTES} minutes ago. Tokens last long, so you can only create one shortly after
    signing in.
  </p>
  <div class="buttons">
    ${!isUntimed && waysToSignIn(c, next)}
    <a class="button quiet" href="${DASHBOARD_PATHS.settings}">Cancel</a>
  </div>
  ${provider && signOutInstead(c, next, provider.host)}
</div>`,
  });
}

/** Some providers don't say when the user signed in; some, if asked to ask again, show an error that leads nowhere. */
function signOutInstead({ var: { user } }: PageContext, next: string, host: string) {
  const { isUntimed } = user.session;
  const reason = isUntimed
    ? html`<p>${host} doesn’t say when you signed in there. Sign out here, then sign in again.</p>`
    : html`<p class="hint">If ${host} shows an error, come back to this page and sign out instead.</p>`;
  return html`
<form method="post" action="${DASHBOARD_PATHS.signOut}" class="stack">
  ${formTokenField(user.formToken)}
  ${hiddenField('next', next)}
  ${reason}
  <button type="submit"${!isUntimed && html` class="quiet"`}>Sign out and sign in again</button>
</form>`;
}
