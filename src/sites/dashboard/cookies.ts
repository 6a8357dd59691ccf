// The dashboard's cookies.
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext } from './context.ts';

/**
 * Over HTTPS a `__Host-` cookie, which browsers accept only over TLS and from no other host of the domain. SameSite
 * keeps the cookie from images and scripts on other sites; the form token protects forms.
 */
export const cookieOptions = ({ env }: PageContext): CookieOptions => ({
  httpOnly: true,
  sameSite: 'Lax',
  ...(env.config.isHttps
    ? { prefix: 'host', secure: true }
    : { path: DASHBOARD_PATHS.settings }),
});

export const readCookie = (c: PageContext, name: string) =>
  getCookie(c, name, cookieOptions(c).prefix);

export const writeCookie = (
  c: PageContext,
  name: string,
  value: string,
  options: CookieOptions = {},
) => setCookie(c, name, value, { ...cookieOptions(c), ...options });
