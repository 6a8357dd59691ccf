// The headers of every response: version, request id, caching, deprecation, cross-origin access, https (D7, D8).
import { corsHeaders } from '../http/cors.ts';
import { isRead } from '../http/respond.ts';
import { lifecycleHeaders, type Versions } from '../operation/versions.ts';
import { DASHBOARD_PATHS, isBelow } from '../paths.ts';
import { type Exchange, isReplay } from './exchange.ts';

interface StampOptions {
  readonly versions: Versions;
  readonly corsOrigins: readonly string[];
  /** Headers of each response. */
  readonly constant: Readonly<Record<string, string>>;
}

/** Only its client may keep an answer with an ETag; an answer to a URL with a token is never kept. */
function caching(request: Request, headers: Headers, { admission }: Exchange): Record<string, string> {
  if (!isRead(request) || !headers.has('ETag') || admission?.credentialSource === 'query')
    return { 'Cache-Control': 'no-store' };
  return { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Authorization, service-version' };
}

export const createStamp =
  ({ versions, corsOrigins, constant }: StampOptions) =>
  ({ headers }: Response, request: Request, exchange: Exchange): void => {
    const { requestId, url, surface, admission } = exchange;
    const version = admission?.version ?? versions.newest();
    headers.set('X-API-Version', version);
    headers.set('X-Request-Id', requestId);
    add(headers, constant);
    if (isReplay(exchange)) headers.set('Idempotency-Replayed', 'true');
    if (surface) add(headers, caching(request, headers, exchange));
    if (admission?.caller) add(headers, lifecycleHeaders(versions.lifecycle(version)));
    if (!isBelow(url.pathname, DASHBOARD_PATHS.settings)) add(headers, corsHeaders(request, corsOrigins));
  };

function add(headers: Headers, added: Readonly<Record<string, string>>): void {
  for (const name in added) {
    const value = added[name] ?? '';
    if (name === 'Vary') headers.append(name, value);
    else headers.set(name, value);
  }
}
