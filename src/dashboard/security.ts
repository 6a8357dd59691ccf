// The headers of every page, and the check that forms come from our own pages.
import type { MiddlewareHandler } from 'hono';
import { csrf } from 'hono/csrf';
import { pageHeaders } from '../http/page-headers.ts';
import type { DashboardEnv } from './context.ts';

const HEADERS = {
  ...pageHeaders({
    'style-src': "'self'",
    'script-src': "'self'",
    'img-src': "'self'",
    'form-action': "'self'",
  }),
  // Browsers send the origin of a form only where its page may be named to us.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const securityHeaders: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

/**
 * Browsers say where a form comes from. One that only says its origin, as over plain HTTP, is taken at its word by the
 * token that every form carries: the name by which it reaches us is not known here.
 */
export const ownFormsOnly: MiddlewareHandler<DashboardEnv> = csrf({
  secFetchSite: 'same-origin',
  origin: (_origin, c) => c.req.header('sec-fetch-site') === undefined,
});
