// Signing out: here or of all sessions, and then at the provider, if the user signed in there.
import { html } from 'hono/html';
import type { Provider } from '../../accounts/provider.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageHandler } from './context.ts';
import { respondDashboardPage } from './layout.ts';
import { closeAllSessions, closeSession } from './session.ts';

/** Tells the sign-in page what happened; a provider sends it back. */
const SIGNED_OUT = 'signed-out';

/** Browsers would block a redirect to the provider, because they apply `form-action` to it. */
export const signOut =
  (provider: Provider | undefined): PageHandler =>
  async (c) => {
    const { method } = c.var.user.session;
    await (c.var.form.everywhere ? closeAllSessions(c) : closeSession(c));
    // Pages of the docs keep a token, and GraphiQL its tabs.
    c.header('Clear-Site-Data', '"storage"');
    const signIn = c.env.config.publicOrigin + DASHBOARD_PATHS.signIn;
    const url =
      method === 'provider'
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
