// Cross-origin access to the API for front ends in browsers: without credentials, with every header of the contract.
import { DAY_SECONDS } from '../time.ts';

const EXPOSED = [
  ...['X-API-Version', 'X-Request-Id', 'ETag', 'Location', 'Retry-After', 'Allow', 'Deprecation', 'Sunset'],
  ...[
    'Idempotency-Replayed',
    'WWW-Authenticate',
    'Token-Permissions',
    'Token-Expires',
    'RateLimit-Policy',
    'RateLimit',
  ],
  'Preference-Applied',
].join(', ');
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
