// The headers of every response: version, request ID, content type, caller, budget, caching, deprecation, CORS, HTTPS.
import type { AuthenticatedCaller } from '../accounts/authenticate.ts';
import { permissionNames } from '../accounts/permissions.ts';
import { corsHeaders } from '../http/browser-headers.ts';
import { isRead } from '../http/respond.ts';
import { FAILURES } from '../operation/failures.ts';
import { rateLimitHeaders } from '../operation/throttle.ts';
import { lifecycleHeaders, type Versions } from '../operation/versions.ts';
import { DASHBOARD_PATHS, isBelow } from '../paths.ts';
import { type Exchange, isReplay, preferenceApplied } from './exchange.ts';

/** Only the client may cache a response with an ETag; a response to a URL with a token is never cached. */
function caching(
  request: Request,
  headers: Headers,
  { credentialSource }: Exchange,
): Record<string, string> {
  const isCacheable = isRead(request) && credentialSource !== 'query';
  if (!isCacheable || !headers.has('ETag')) return { 'Cache-Control': 'no-store' };
  return {
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding, Authorization, service-version',
  };
}

/** The user's current permissions; the token's expiry, if any, as an HTTP date (RFC 9110, section 5.6.7). */
const callerHeaders = ({
  permissions,
  expiresAt,
}: AuthenticatedCaller): Record<string, string> => ({
  'Token-Permissions': permissionNames(permissions),
  ...(expiresAt && { 'Token-Expires': expiresAt.toUTCString() }),
});

/** `constant` headers are set on every response. */
export const createSetHeaders =
  (
    versions: Versions,
    corsOrigins: readonly string[],
    constant: Readonly<Record<string, string>>,
  ) =>
  ({ headers, status }: Response, request: Request, exchange: Exchange): void => {
    const { requestId, url, surface, caller, version = versions.newest(), budget } = exchange;
    // OpenAPI documents name their own version.
    if (!headers.has('X-API-Version')) headers.set('X-API-Version', version);
    headers.set('X-Request-Id', requestId);
    headers.set('X-Content-Type-Options', 'nosniff');
    add(headers, constant);
    // The client may still be sending the body (RFC 9110, section 15.5.9).
    if (status === FAILURES.tooSlow.status) headers.set('Connection', 'close');
    if (isReplay(exchange)) headers.set('Idempotency-Replayed', 'true');
    const applied = preferenceApplied(exchange);
    if (applied) headers.set('Preference-Applied', applied);
    if (surface) add(headers, caching(request, headers, exchange));
    if (caller) {
      add(headers, lifecycleHeaders(versions.lifecycle(version)));
      add(headers, callerHeaders(caller));
    }
    if (budget) add(headers, rateLimitHeaders(budget));
    if (!isBelow(url.pathname, DASHBOARD_PATHS.settings))
      add(headers, corsHeaders(request, corsOrigins));
  };

function add(headers: Headers, added: Readonly<Record<string, string>>) {
  for (const name in added) {
    const value = added[name] ?? '';
    if (name === 'Vary') headers.append(name, value);
    else headers.set(name, value);
  }
}
