// Browsers' preflights: whether a page on another origin can send each request, and read the response.
import type { AnsweredCall, Call, Surface } from '../calls/call.ts';
import { GRAPHQL_PATH, pathOf } from '../calls/prepare.ts';
import { findingIn, listIn, shown } from '../check/answer.ts';
import { checkHeaders } from '../check/headers.ts';
import type { World } from '../world.ts';
import { NOBODY } from './routes.ts';
import type { Suite } from './suite.ts';

const ORIGIN = 'https://app.example';
/** The contract's request headers, and those that tracing libraries add. */
const SENT = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'prefer',
  'service-version',
  'baggage',
  'sentry-trace',
  'traceparent',
];
/** The contract's response headers; a page can only read exposed ones. */
const READ =
  'Allow Deprecation ETag Idempotency-Replayed Link Location Preference-Applied RateLimit RateLimit-Policy Retry-After Sunset Token-Expires Token-Permissions WWW-Authenticate X-API-Version'.split(
    ' ',
  );
/** Methods that a browser sends without looking for them in Access-Control-Allow-Methods (Fetch, section 3.3). */
const SAFELISTED = ['GET', 'HEAD', 'POST'];

type PreflightCase = readonly [surface: Surface, method: string, path: string];

export function preflightSuite(world: World): Suite<PreflightCase> {
  const { id } = world.fixtures.online[0];
  const ofRest = world.rest.operations.flatMap((operation) =>
    (operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]).map(
      (method): PreflightCase => ['rest', method, pathOf(operation, id)],
    ),
  );
  return {
    examples: [
      ...ofRest,
      ['graphql', 'POST', GRAPHQL_PATH],
      ['graphql', 'GET', GRAPHQL_PATH],
    ],
    labelOf: ([surface, method]) => `${surface} ${method}`,
    async run([surface, method, path]) {
      const send = async (call: Omit<Call, 'path'>) => {
        const headers = { Origin: ORIGIN, ...call.headers };
        const sent = { ...call, path, headers, credential: NOBODY };
        const answered = await world.client.send(surface, sent);
        checkHeaders(answered);
        return answered;
      };
      const wanted = {
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': SENT.join(),
      };
      const preflight = await send({ method: 'OPTIONS', headers: wanted });
      checkPreflight(preflight, method);
      // Without a token nothing is executed; a page can also read an error.
      const refusal = await send({ method });
      const isAllowed = allowsOrigin(refusal);
      if (allowsOrigin(preflight) !== isAllowed)
        throw failure('origin differs from that of its preflight', `${isAllowed}`, refusal);
      const exposed = listIn(refusal, 'Access-Control-Expose-Headers');
      const hidden = READ.find((name) => !exposed.includes(name.toLowerCase()));
      if (isAllowed && hidden)
        throw failure('exposed headers', `${shown(exposed)} without ${hidden}`, refusal);
    },
  };
}

function checkPreflight(preflight: AnsweredCall, method: string): void {
  const { status, text } = preflight;
  if (status < 200 || status > 299 || text !== '')
    throw failure('preflight', `returned ${status} ${text}`, preflight);
  const methods = listIn(preflight, 'Access-Control-Allow-Methods');
  if (!SAFELISTED.includes(method) && !methods.includes(method.toLowerCase()))
    throw failure('methods of a preflight', `${shown(methods)} without ${method}`, preflight);
  const allowed = listIn(preflight, 'Access-Control-Allow-Headers');
  // The wildcard does not cover this header (Fetch, section 3.3.5).
  const isAllowed = (name: string) =>
    allowed.includes(name) || (name !== 'authorization' && allowed.includes('*'));
  const refused = SENT.find((name) => !isAllowed(name));
  if (refused)
    throw failure(
      'request headers of a preflight',
      `${shown(allowed)} without ${refused}`,
      preflight,
    );
}

/** Whether a page can read the response; a deployment that only allows some origins echoes each one. */
function allowsOrigin(answered: AnsweredCall): boolean {
  const allowed = answered.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === ORIGIN) return true;
  if (allowed === null && listIn(answered, 'Vary').includes('origin')) return false;
  throw failure('origin', `${ORIGIN} gets ${shown(allowed)} without Vary: Origin`, answered);
}

const failure = (aspect: string, detail: string, answered: AnsweredCall) =>
  findingIn(answered, `cross-origin ${aspect}`, detail);
