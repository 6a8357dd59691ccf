// The headers of every response: version, request id, caching, deprecation, cross-origin access (D7, D8).
import { corsHeaders } from '../http/cors.ts';
import { lifecycleHeaders, type Versions } from '../operation/versions.ts';
import { DASHBOARD_PATHS, isBelow } from '../paths.ts';
import { type Exchange, isReplay } from './exchange.ts';

interface StampOptions {
  readonly versions: Versions;
  readonly corsOrigins: readonly string[];
}

export const createStamp =
  ({ versions, corsOrigins }: StampOptions) =>
  ({ headers }: Response, request: Request, exchange: Exchange): void => {
    const { requestId, url, surface, admission } = exchange;
    const version = admission?.version ?? versions.newest();
    const stamps = {
      'X-API-Version': version,
      'X-Request-Id': requestId,
      ...(isReplay(exchange) && { 'Idempotency-Replayed': 'true' }),
      ...(surface && { 'Cache-Control': 'no-store' }),
      ...(admission?.caller && lifecycleHeaders(versions.lifecycle(version))),
      ...(!isBelow(url.pathname, DASHBOARD_PATHS.settings) && corsHeaders(request, corsOrigins)),
    };
    for (const [name, value] of Object.entries(stamps)) headers.set(name, value);
  };
