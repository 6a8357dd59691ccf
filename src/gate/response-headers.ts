// The headers of every response: version, request ID, content type, caller, budget, caching, deprecation, CORS, HTTPS.
import { callerHeaders } from '../accounts/authenticate.ts';
import { corsHeaders } from '../http/cross-origin.ts';
import { FAILURES } from '../operation/failures.ts';
import { rateLimitHeaders } from '../operation/throttle.ts';
import type { Versions } from '../operation/versions.ts';
import { DASHBOARD_PATHS, isBelow } from '../paths.ts';
import type { Done, Seen } from './exchange.ts';

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
  (request: Request, seen: Seen, done: Done): void => {
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
    if (!isBelow(seen.url.pathname, DASHBOARD_PATHS.settings))
      add(headers, corsHeaders(request, corsOrigins));
  };

function add(headers: Headers, added: Readonly<Record<string, string>>) {
  for (const name in added) {
    const value = added[name] ?? '';
    if (name === 'Vary') headers.append(name, value);
    else headers.set(name, value);
  }
}
