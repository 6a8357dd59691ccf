// The headers that tell browsers what they may do: cross-origin access to the API, https alone, and the sources of a page.
import { DAY_SECONDS } from '../time.ts';

const EXPOSED =
  'X-API-Version, X-Request-Id, ETag, Location, Link, Retry-After, Allow, Deprecation, Sunset, Idempotency-Replayed, ' +
  'WWW-Authenticate, Token-Permissions, Token-Expires, RateLimit-Policy, RateLimit, Preference-Applied';
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT';
/** The wildcard covers every header but this one: libraries that trace requests add headers of their own. */
const ALLOWED_HEADERS = 'Authorization, *';

export const isPreflight = ({ method, headers }: Request) =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

/** The response to a preflight, which browsers send without a token. */
export const preflightResponse = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': ALLOWED_METHODS,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': String(DAY_SECONDS),
    },
  });

/** Headers of every API response to another origin; `*` allows every origin. */
export function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
  const origin = request.headers.get('origin');
  const any = origins.includes('*');
  const vary = any ? {} : { Vary: 'Origin' };
  if (origin === null || !(any || origins.includes(origin))) return vary;
  return { ...vary, 'Access-Control-Allow-Origin': any ? '*' : origin, 'Access-Control-Expose-Headers': EXPOSED };
}

/** A year: browsers that have seen the header once send no plain request to the host for that long. */
const MAX_AGE_SECONDS = 365 * DAY_SECONDS;

/**
 * The header of every response if the public origin is https. It has neither includeSubDomains nor preload, which bind other
 * hosts: the owner of the domain may add them at the proxy. Browsers would bind all ports of a machine's own host.
 */
export const transportSecurity = (config: { isHttps: boolean; isLocalOrigin: boolean }): Record<string, string> =>
  config.isHttps && !config.isLocalOrigin ? { 'Strict-Transport-Security': `max-age=${MAX_AGE_SECONDS}` } : {};

/** The headers of a page that may load from the sources of `policy` alone, which has them by directive. */
export const pageHeaders = (policy: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': Object.entries({
    'default-src': "'none'",
    ...policy,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map((directive) => directive.join(' '))
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});
