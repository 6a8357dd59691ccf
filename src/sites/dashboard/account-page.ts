// The account page: name, permissions, and the end of all sessions. And signing out: here or of all sessions, and then
// at the provider, if the user signed in there.
import { html } from 'hono/html';
import { permissionNames } from '../../accounts/authenticate.ts';
import type { Provider } from '../../accounts/provider.ts';
import { endSessions, IDLE_MINUTES, MAX_AGE_HOURS } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';
import { facts, formTokenField, hiddenField } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { closeSession } from './session.ts';

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

/** Tells the sign-in page what happened; a provider sends it back. */
const SIGNED_OUT = 'signed-out';

/** Browsers would block a redirect to the provider, because they apply `form-action` to it. */
export const signOut =
  (provider: Provider | undefined): PageHandler =>
  async (c) => {
    const { id, session } = c.var.user;
    if (c.var.form.everywhere) await endSessions(actorOf(c), id);
    await closeSession(c);
    // Pages of the docs keep a token, and GraphiQL its tabs.
    c.header('Clear-Site-Data', '"storage"');
    const signIn = c.env.config.publicOrigin + DASHBOARD_PATHS.signIn;
    const url =
      session.method === 'provider'
        ? await provider?.endSessionUrl(signIn, SIGNED_OUT).catch(() => undefined)
        : undefined;
    if (!url) return c.redirect(`${DASHBOARD_PATHS.signIn}?state=${SIGNED_OUT}`, 303);
    c.header('Refresh', `0; url=${url}`);
    return respondDashboardPage(c, {
      title: 'Signed out',
      content: html`
<div class="narrow">
  <h1>Signed out</h1>
  <p>You’re signed out here. Continue to ${url.host} to sign out there too.</p>
  <p><a class="button provider" href="${url}">Continue to ${url.host}</a></p>
</div>`,
    });
  };
