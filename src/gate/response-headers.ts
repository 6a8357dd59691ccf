// The headers of every response: version, request ID, caller, budget, caching, deprecation, requests from other origins
// (CORS).
import { callerHeaders } from '../accounts/authenticate.ts';
import { FAILURES } from '../operation/failures.ts';
import { rateLimitHeaders } from '../operation/throttle.ts';
import type { Versions } from '../operation/versions.ts';
import { DAY_SECONDS } from '../time.ts';
import type { SurfaceName } from './finished-request.ts';
import type { Done, Seen } from './seen-request.ts';

/** Only the client may cache a response with an ETag; a response to a URL with a token is never cached. */
const NOT_CACHED = { 'Cache-Control': 'no-store' };
const REVALIDATED = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Encoding, Authorization, service-version',
};

/** `constant` headers are set on every response. */
export const createSetHeaders =
  (
    versions: Versions,
    corsOrigins: readonly string[],
    constant: Readonly<Record<string, string>>,
  ) =>
  (request: Request, seen: Seen, done: Done, surface: SurfaceName): void => {
    const { response, api, caller, ran, version = versions.newest() } = done;
    const { headers, status } = response;
    // OpenAPI documents name their own version.
    if (!headers.has('X-API-Version')) headers.set('X-API-Version', version);
    headers.set('X-Request-Id', seen.requestId);
    headers.set('X-Content-Type-Options', 'nosniff');
    add(headers, constant);
    // The client may still be sending the body (RFC 9110, section 15.5.9).
    if (status === FAILURES.tooSlow.status) headers.set('Connection', 'close');
    if (api) {
      const isCached =
        seen.isRead && done.credentialSource !== 'query' && headers.has('ETag');
      add(headers, isCached ? REVALIDATED : NOT_CACHED);
    }
    if (caller) {
      add(headers, versions.lifecycleHeaders(version));
      add(headers, callerHeaders(caller));
    }
    for (const { isReplay, budget } of ran) {
      if (isReplay) headers.set('Idempotency-Replayed', 'true');
      if (budget) add(headers, rateLimitHeaders(budget));
    }
    if (surface !== 'dashboard') add(headers, corsHeaders(request, corsOrigins));
  };

function add(headers: Headers, added: Readonly<Record<string, string>>) {
  for (const name in added) {
    const value = added[name] ?? '';
    if (name === 'Vary') headers.append(name, value);
    else headers.set(name, value);
  }
}

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
function corsHeaders(request: Request, origins: readonly string[]): Record<string, string> {
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
