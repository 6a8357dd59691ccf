// Signing out at the provider too: a cookie for the path of the sign-out alone has the ID token, by which the provider knows whom it means.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Provider } from '../../accounts/provider.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext, PageHandler } from './context.ts';
import { respondPage } from './layout.ts';
import { cookieOptions } from './session.ts';
import { endOwnSession, SIGNED_OUT, signOut } from './sign-in.ts';

const ID_TOKEN = 'dashboard_id_token';

/** Browsers keep cookies of 4 kB; without the token the provider may ask whom to sign out. */
const MAX_LENGTH = 3_500;
const NOT_KEPT = '-';

const options = (c: PageContext): CookieOptions => {
  const { prefix, ...rest } = cookieOptions(c);
  return { ...rest, ...(prefix && { prefix: 'secure' }), path: DASHBOARD_PATHS.signOut };
};

export const keepIdToken = (c: PageContext, idToken: string): void =>
  setCookie(c, ID_TOKEN, idToken.length > MAX_LENGTH ? NOT_KEPT : idToken, options(c));

/** Ends the session here, then leads to the provider's page; a redirect would be refused, as browsers apply `form-action` to it. */
export function signOutAt({ endSessionUrl }: Provider, host: string): PageHandler {
  return async (c) => {
    const kept = getCookie(c, ID_TOKEN, options(c).prefix);
    if (kept === undefined) return signOut(c);
    deleteCookie(c, ID_TOKEN, options(c));
    const returnTo = c.env.config.publicOrigin + DASHBOARD_PATHS.signIn;
    const idToken = kept === NOT_KEPT ? undefined : kept;
    const url = await endSessionUrl(idToken, returnTo, SIGNED_OUT).catch(() => undefined);
    if (url === undefined) return signOut(c);
    await endOwnSession(c);
    c.header('Refresh', `0; url=${url}`);
    return respondPage(c, {
      title: 'Signed out',
      content: html`<div class="narrow"><h1>Signed out</h1><p>You are signed out here. ${host} signs you out there, too.</p>
<p><a class="button provider" href="${url}">Go on to ${host}</a></p></div>`,
    });
  };
}
