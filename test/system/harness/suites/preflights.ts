// Preflights of browsers, without a token, and the requests that follow them from another origin.
import fc from 'fast-check';
import type { AnsweredCall, Call, Surface } from '../calls/call.ts';
import { GRAPHQL_PATH, pathOf } from '../calls/send-pair.ts';
import { checkHeaders, Finding, SURFACE_TITLES, shown } from '../check/answer.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

interface PreflightCase {
  readonly surface: Surface;
  readonly method: string;
  readonly path: string;
  readonly origin: string;
  /** The headers that the page wants to send. */
  readonly names: readonly string[];
}

const ORIGINS = ['https://app.example', 'http://localhost:5173'];

/** The request headers of the contract. */
const SENT = [
  ...['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'prefer', 'service-version'],
  // Libraries that trace requests add these.
  ...['baggage', 'sentry-trace', 'traceparent'],
];
/** The response headers of the contract; a page reads those alone that are exposed. */
const READ =
  'Allow Deprecation ETag Idempotency-Replayed Location Preference-Applied RateLimit RateLimit-Policy Retry-After Sunset Token-Expires Token-Permissions WWW-Authenticate X-API-Version'.split(
    ' ',
  );

/** Methods that a browser sends without looking for them in Access-Control-Allow-Methods (Fetch, section 3.3). */
const SAFELISTED = ['GET', 'HEAD', 'POST'];

export function preflightSuite(world: World): Suite<PreflightCase> {
  const id = world.fixtures.online[0]?.id ?? 0;
  const targets = [
    ...world.rest.operations.flatMap((operation) =>
      (operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]).map((method) => ({
        surface: 'rest' as const,
        method,
        path: pathOf(operation, id),
      })),
    ),
    ...['POST', 'GET'].map((method) => ({ surface: 'graphql' as const, method, path: GRAPHQL_PATH })),
  ];

  async function run({ surface, method, path, origin, names }: PreflightCase): Promise<void> {
    const send = async (call: Omit<Call, 'path'>) => {
      const answered = await world.client.send(surface, { ...call, path, credential: { who: 'nobody' } });
      checkHeaders(answered);
      return answered;
    };
    const wanted = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': names.join() };
    const preflight = await send({ method: 'OPTIONS', headers: { Origin: origin, ...wanted } });
    checkPreflight(preflight, method, names);
    // Without a token nothing is executed; a page can read a refusal too.
    const refusal = await send({ method, headers: { Origin: origin } });
    const isAllowed = [preflight, refusal].map((answered) => allowsOrigin(answered, origin));
    if (isAllowed[0] !== isAllowed[1])
      throw fault('origin differs from that of its preflight', isAllowed, refusal, preflight);
    if (isAllowed[1]) checkExposed(refusal);
  }

  return {
    arbitrary: fc
      .record({
        target: fc.constantFrom(...targets),
        origin: fc.constantFrom(...ORIGINS),
        names: fc.subarray(SENT, { minLength: 1 }),
      })
      .map(({ target, ...others }) => ({ ...target, ...others })),
    examples: targets.map((target) => ({ ...target, origin: ORIGINS[0] ?? '', names: SENT })),
    labelOf: ({ surface, method }) => `${surface} ${method}`,
    run,
  };
}

function checkPreflight(preflight: AnsweredCall, method: string, names: readonly string[]): void {
  const { status, text } = preflight;
  if (status < 200 || status > 299) throw fault('preflight', `was answered ${status}`, preflight);
  if (text !== '') throw fault('body of a preflight', text, preflight);
  const methods = listIn(preflight, 'Access-Control-Allow-Methods');
  if (!SAFELISTED.includes(method) && !methods.includes(method.toLowerCase()))
    throw fault('methods of a preflight', `${shown(methods)} without ${method}`, preflight);
  const allowed = listIn(preflight, 'Access-Control-Allow-Headers');
  const isAllowed = (name: string) => allowed.includes(name) || (name !== 'authorization' && allowed.includes('*'));
  const refused = names.find((name) => !isAllowed(name));
  if (refused) throw fault('request headers of a preflight', `${shown(allowed)} without ${refused}`, preflight);
}

/** Whether a page of `origin` can read the answer; a deployment that allows some origins alone answers each by itself. */
function allowsOrigin(answered: AnsweredCall, origin: string): boolean {
  const allowed = answered.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return true;
  if (allowed === null && listIn(answered, 'Vary').includes('origin')) return false;
  throw fault('origin', `${origin} is answered ${shown(allowed)} without Vary: Origin`, answered);
}

function checkExposed(answered: AnsweredCall): void {
  const exposed = listIn(answered, 'Access-Control-Expose-Headers');
  const hidden = READ.find((name) => !exposed.includes(name.toLowerCase()));
  if (hidden) throw fault('exposed headers', `${shown(exposed)} without ${hidden}`, answered);
}

const listIn = ({ headers }: AnsweredCall, name: string): string[] =>
  (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);

const fault = (aspect: string, detail: unknown, answered: AnsweredCall, ...others: readonly AnsweredCall[]) =>
  new Finding(
    `${SURFACE_TITLES[answered.surface]} cross-origin ${aspect}`,
    typeof detail === 'string' ? detail : shown(detail),
    [answered, ...others],
  );
