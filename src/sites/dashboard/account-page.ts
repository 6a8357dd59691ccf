// The account page: name, permissions, and the end of all sessions. And signing out: of this session or of all.
import { html } from 'hono/html';
import { permissionNames } from '../../accounts/authenticate.ts';
import { endSessions, IDLE_MINUTES, MAX_AGE_HOURS } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import { facts, formTokenField, hiddenField } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { safePath, withNext } from './next-page.ts';
import { closeSession, hasEndedSession } from './session.ts';
import { SIGNED_OUT, SIGNED_OUT_HERE } from './sign-in-page.ts';

export const accountPage: PageHandler = (c) => {
  const { name, email, permissions, formToken } = c.var.user;
  return respondDashboardPage(c, {
    title: 'Account',
    content: html`
<h1>Account</h1>
<div class="card">
  ${facts({
    Name: html`<bdi>${name}</bdi>`,
    'Email address': html`<bdi>${email}</bdi>`,
    Permissions: permissionNames(permissions) || 'none',
  })}
</div>
<section class="stack" aria-labelledby="sessions">
  <h2 id="sessions">Sessions</h2>
  <p class="hint">
    Sessions end after ${IDLE_MINUTES} minutes of inactivity, or after ${MAX_AGE_HOURS} hours. You can end all of yours
    now, in every browser; your tokens keep working.
  </p>
  <form method="post" action="${DASHBOARD_PATHS.signOut}" class="buttons">
    ${formTokenField(formToken)}
    ${hiddenField('everywhere', 'yes')}
    <button type="submit" class="quiet danger">Sign out everywhere</button>
  </form>
</section>`,
  });
};

export const signOut: PageHandler = async (c) => {
  const { id, session } = c.var.user;
  const { everywhere, next } = c.var.form;
  if (everywhere) await endSessions(actorOf(c), id);
  return leave(c, session.method === 'provider', next && safePath(next));
};

/** Signs out of a session that has ended: there is no form token to check, and the browser keeps nothing. */
export const signOutAfterwards: Middleware = async (c, next) =>
  (await hasEndedSession(c)) ? leave(c, c.env.provider !== undefined) : next();

async function leave(c: PageContext, isAtProvider: boolean, next?: string) {
  await closeSession(c);
  // Pages of the docs keep a token, and GraphiQL its tabs.
  c.header('Clear-Site-Data', '"storage"');
  const state = isAtProvider ? SIGNED_OUT_HERE : SIGNED_OUT;
  return c.redirect(withNext(DASHBOARD_PATHS.signIn, next, { state }), 303);
}
