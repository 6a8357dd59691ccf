// What browsers may do with the APIs: requests from other origins (CORS), and HTTPS only.
import { DAY_SECONDS } from '../time.ts';

const EXPOSED =
  'X-API-Version, X-Request-Id, ETag, Location, Link, Retry-After, Allow, Deprecation, Sunset, Idempotency-Replayed, ' +
  'WWW-Authenticate, Token-Permissions, Token-Expires, RateLimit-Policy, RateLimit, Preference-Applied';
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT';
/** The wildcard covers every header but this one. Tracing libraries add their own headers. */
const ALLOWED_HEADERS = 'Authorization, *';

export const isPreflight = ({ method, headers }: Request) =>
  method === 'OPTIONS' &&
  headers.has('origin') &&
  headers.has('access-control-request-method');

/** The response to a preflight, which browsers send without a token. */
export const preflightResponse = () =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': String(DAY_SECONDS),
    },
  });

/** Headers of every API response to another origin; `*` allows every origin. */
export function corsHeaders(
  request: Request,
  origins: readonly string[],
): Record<string, string> {
  const origin = request.headers.get('origin');
  const any = origins.includes('*');
  const vary = any ? {} : { Vary: 'Origin' };
  if (origin === null || !(any || origins.includes(origin))) return vary;
  return {
    ...vary,
    'Access-Control-Allow-Origin': any ? '*' : origin,
    'Access-Control-Expose-Headers': EXPOSED,
  };
}

/** A year: browsers that saw the header don't send plain HTTP requests to the host for that long. */
const MAX_AGE_SECONDS = 365 * DAY_SECONDS;

/**
 * Set on every response if the public origin is HTTPS. It has neither includeSubDomains nor preload, because these
 * affect other hosts; the domain's owner can add them at the proxy. Not for a local origin, where browsers would apply
 * it to all ports.
 */
export const transportSecurity = (config: {
  isHttps: boolean;
  isLocalOrigin: boolean;
}): Record<string, string> =>
  config.isHttps && !config.isLocalOrigin
    ? { 'Strict-Transport-Security': `max-age=${MAX_AGE_SECONDS}` }
    : {};
