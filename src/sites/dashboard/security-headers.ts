// The security headers of every response of the dashboard.
import type { MiddlewareHandler } from 'hono';
import { pageHeaders } from '../../http/page-headers.ts';
import type { DashboardEnv } from './context.ts';

const HEADERS = pageHeaders({
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
});

/** Pages are never stored, unlike static files, which bring a Cache-Control of their own. */
export const securityHeaders: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
