// REST paths and methods, HEAD instead of GET, GraphQL requests that are not executed, and browser preflights.
import fc from 'fast-check';
import type { AnsweredCall, Call, Credential, Surface } from '../calls/call.ts';
import { GRAPHQL_PATH, pathOf } from '../calls/send-pair.ts';
import {
  checkAnswer,
  checkHeaders,
  expectSame,
  Finding,
  listIn,
  SURFACE_TITLES,
  shown,
  throwFirstFault,
} from '../check/answer.ts';
import { observeRest, RESPONSE_TYPE } from '../check/observed-answer.ts';
import type { ExpectedFailure } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { exchange } from './send-one.ts';
import { ofRows, type Row, type Suite } from './suite.ts';

const NOBODY: Credential = { who: 'nobody' };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Paths of the first version; one that the version under test has removed is unknown to it. */
const RELEASED_PATHS = ['/product', '/product/1', '/bundle', '/rental/1'];
const UNKNOWN_PATHS = [
  '',
  '/',
  '/products',
  '/product/1/images',
  '/bundle/1',
  '/rental',
  '/product/',
  '/PRODUCT/1',
  '/%E0%A4%A',
  '/graphql',
];

interface Refused {
  readonly call: Call;
  readonly expected: ExpectedFailure | number;
  /** The methods in the header Allow. */
  readonly allow?: readonly string[];
}

/** Requests that are rejected: as they are, and without a token. */
const refusals = (
  world: World,
  surface: Surface,
  of: string,
  cases: readonly Refused[],
): Suite<Row> =>
  ofRows(
    cases
      .flatMap((given): Refused[] => [
        given,
        { call: { ...given.call, credential: NOBODY }, expected: 'unauthenticated' },
      ])
      .map(({ call, expected, allow }) => ({
        label: `${call.method} ${expected}`,
        async run() {
          const { answered, observed } = await exchange(world, surface, call, of);
          const status =
            { unauthenticated: 401, methodNotAllowed: 405, notFound: 404 }[expected as string] ??
            expected;
          expectSame(
            `${SURFACE_TITLES[surface]} status of ${call.method}`,
            answered.status,
            status,
            answered,
          );
          if (typeof expected === 'string') checkAnswer(observed, { kind: expected }, answered);
          if (
            surface === 'rest' &&
            call.method !== 'HEAD' &&
            typeof (answered.json as { error?: unknown })?.error !== 'string'
          )
            throw new Finding(
              'The body of an error response',
              `${answered.status} ${shown(answered.text)}`,
              [answered],
            );
          if (allow)
            expectSame(
              'The Allow header',
              listIn(answered, 'Allow'),
              allow.map((name) => name.toLowerCase()).toSorted(),
              answered,
            );
        },
      })),
  );

export function restRouteSuite(world: World): Suite<Row> {
  const { operations } = world.rest;
  const id = world.fixtures.online[0]?.id ?? 0;
  const known = new Set(operations.map(({ path }) => path));
  const wrongMethods = [...known].flatMap((path): Refused[] => {
    const documented = operations.filter((operation) => operation.path === path);
    const allow = documented.flatMap(({ method }) =>
      method === 'GET' ? [method, 'HEAD'] : [method],
    );
    const others = METHODS.filter((method) => !allow.includes(method));
    return others.map((method) => ({
      call: { method, path: pathOf({ path }, id) },
      expected: 'methodNotAllowed',
      allow,
    }));
  });
  const base = (operations[0]?.path ?? '').split('/').slice(0, -2).join('/');
  const withdrawn = RELEASED_PATHS.filter(
    (path) => !known.has(`${base}${path.replace('1', '{id}')}`),
  );
  const unknown = [...UNKNOWN_PATHS, ...withdrawn].map(
    (path): Refused => ({ call: { method: 'GET', path: `${base}${path}` }, expected: 'notFound' }),
  );
  return refusals(world, 'rest', 'routes', [...wrongMethods, ...unknown]);
}

const MUTATION =
  'mutation { createProduct(input: { title: "Harness", rent: 1, stockType: BULK }) { success } }';
const TWO = `query A { __typename } ${MUTATION.replace('mutation', 'mutation B')}`;
/** JSON bodies without a document, or with a document that is not a string; a batch is not a request. */
const NO_DOCUMENT = [
  [{ query: '{ __typename }' }],
  {},
  ...[null, 5, true, ['{ __typename }'], {}].map((query) => ({ query })),
];

const byGet = (parameters: Readonly<Record<string, string>>): Call => ({
  method: 'GET',
  path: `${GRAPHQL_PATH}?${new URLSearchParams(parameters)}`,
});
const byBody = (method: string, body: unknown): Call => ({
  ...{
    method,
    path: GRAPHQL_PATH,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  },
});

export const graphqlRequestSuite = (world: World): Suite<Row> =>
  refusals(
    world,
    'graphql',
    'requests',
    [
      ...[
        ...['PUT', 'PATCH', 'DELETE'].map((method) => byBody(method, { query: '{ __typename }' })),
        { method: 'OPTIONS', path: GRAPHQL_PATH },
      ].map(
        (call): Refused => ({ call, expected: 'methodNotAllowed', allow: ['GET', 'HEAD', 'POST'] }),
      ),
      ...[byGet({ query: MUTATION }), byGet({ query: TWO, operationName: 'B' })].map(
        (call): Refused => ({ call, expected: 'methodNotAllowed', allow: ['POST'] }),
      ),
      ...[byGet({}), ...NO_DOCUMENT.map((body) => byBody('POST', body))].map((call) => ({
        call,
        expected: 400,
      })),
    ].flatMap(({ call, ...given }) => [
      { call, ...given },
      { call: { ...call, headers: { ...call.headers, Accept: RESPONSE_TYPE } }, ...given },
    ]),
  );

/** Headers of the connection or of one response; a server may leave out Content-Length (RFC 9110, section 9.3.2). */
const NOT_COMPARED = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
];
const CREDENTIALS: readonly Credential[] = [
  { who: 'owner' },
  { who: 'owner', tokenIn: 'query' },
  NOBODY,
  { who: 'nobody', header: 'Bearer x' },
];
/** A query, a mutation, which only POST executes, an invalid document, and no document. */
const QUERIES = [
  { query: '{ __typename }' },
  { query: 'mutation { __typename }' },
  { query: '{' },
  {},
];

export function headSuite(world: World): Suite<Row> {
  const { rest, fixtures } = world;
  const ids = [...fixtures.online.slice(0, 1), ...fixtures.bundles, ...fixtures.rivals].map(
    ({ id }) => String(id),
  );

  async function send(call: Call): Promise<AnsweredCall> {
    const answered = await world.client.send('rest', call);
    world.tally.count(call.method, 'rest', observeRest(answered));
    return answered;
  }

  /** `operation` is absent for GraphQL and the OpenAPI document. */
  const row = (
    path: string,
    credential: Credential,
    operation?: string,
    version?: string,
  ): Row => ({
    label: `${operation} ${credential.who} ${version}`,
    async run() {
      const call = {
        path,
        credential,
        ...(version && { headers: { 'service-version': version } }),
      };
      const [head, get] = [
        await send({ ...call, method: 'HEAD' }),
        await send({ ...call, method: 'GET' }),
      ];
      checkLikeGet(head, get);
      if (operation) throwFirstFault(rest.faults(operation, head), head);
      checkHeaders(head);
    },
  });
  const reads = rest.operations
    .filter(({ method }) => method === 'GET')
    .flatMap((read) =>
      [...ids, '1', '2147483647', 'abc'].map((id) => [pathOf(read, id), read.name] as const),
    );
  return ofRows([
    ...reads.flatMap(([path, name]) => [
      ...CREDENTIALS.map((credential) => row(path, credential, name)),
      ...[rest.version, '1999-01-01'].map((version) => row(path, { who: 'owner' }, name, version)),
    ]),
    ...QUERIES.flatMap((query) =>
      CREDENTIALS.map((credential) => row(byGet(query as { query: string }).path, credential)),
    ),
    row('/openapi.json', NOBODY),
  ]);
}

function checkLikeGet(head: AnsweredCall, get: AnsweredCall): void {
  const expectLike = (aspect: string, ofHead: unknown, ofGet: unknown) =>
    expectSame(`HEAD instead of GET, its ${aspect}`, ofHead, ofGet, head, get);
  expectLike('status', head.status, get.status);
  // Over HTTP no client sees a body of HEAD; an error has one if the harness runs in the service's process.
  if (head.status < 300) expectLike('body', head.text, '');
  for (const name of new Set([...head.headers.keys(), ...get.headers.keys()]))
    if (!NOT_COMPARED.includes(name))
      expectLike(`header ${name}`, head.headers.get(name), get.headers.get(name));
  const [ofHead, ofGet] = [head, get].map(({ headers }) => headers.get('content-length'));
  if (ofHead && ofGet) expectLike('header content-length', ofHead, ofGet);
}

const ORIGINS = ['https://app.example', 'http://localhost:5173'];
/** The contract's request headers, and those that tracing libraries add. */
const SENT =
  'authorization content-type idempotency-key if-match if-none-match prefer service-version baggage sentry-trace traceparent'.split(
    ' ',
  );
/** The contract's response headers; a page can only read exposed ones. */
const READ =
  'Allow Deprecation ETag Idempotency-Replayed Link Location Preference-Applied RateLimit RateLimit-Policy Retry-After Sunset Token-Expires Token-Permissions WWW-Authenticate X-API-Version'.split(
    ' ',
  );
/** Methods that a browser sends without looking for them in Access-Control-Allow-Methods (Fetch, section 3.3). */
const SAFELISTED = ['GET', 'HEAD', 'POST'];

interface PreflightCase {
  readonly surface: Surface;
  readonly method: string;
  readonly path: string;
  readonly origin: string;
  /** The headers that the page wants to send. */
  readonly names: readonly string[];
}

export function preflightSuite(world: World): Suite<PreflightCase> {
  const id = world.fixtures.online[0]?.id ?? 0;
  const targets = [
    ...world.rest.operations.flatMap((operation) =>
      (operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]).map((method) => ({
        ...{ surface: 'rest' as const, method, path: pathOf(operation, id) },
      })),
    ),
    ...['POST', 'GET'].map((method) => ({
      surface: 'graphql' as const,
      method,
      path: GRAPHQL_PATH,
    })),
  ];

  async function run({ surface, method, path, origin, names }: PreflightCase): Promise<void> {
    const send = async (call: Omit<Call, 'path'>) => {
      const answered = await world.client.send(surface, { ...call, path, credential: NOBODY });
      checkHeaders(answered);
      return answered;
    };
    const wanted = {
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': names.join(),
    };
    const preflight = await send({ method: 'OPTIONS', headers: { Origin: origin, ...wanted } });
    checkPreflight(preflight, method, names);
    // Without a token nothing is executed; a page can also read an error.
    const refusal = await send({ method, headers: { Origin: origin } });
    const [allowed, isAllowed] = [preflight, refusal].map((answered) =>
      allowsOrigin(answered, origin),
    );
    if (allowed !== isAllowed)
      throw fault('origin differs from that of its preflight', isAllowed, refusal, preflight);
    const exposed = listIn(refusal, 'Access-Control-Expose-Headers');
    const hidden = READ.find((name) => !exposed.includes(name.toLowerCase()));
    if (isAllowed && hidden)
      throw fault('exposed headers', `${shown(exposed)} without ${hidden}`, refusal);
  }

  return {
    arbitrary: fc
      .tuple(
        fc.constantFrom(...targets),
        fc.constantFrom(...ORIGINS),
        fc.subarray(SENT, { minLength: 1 }),
      )
      .map(([target, origin, names]) => ({ ...target, origin, names })),
    examples: targets.map((target) => ({ ...target, origin: ORIGINS[0] ?? '', names: SENT })),
    labelOf: ({ surface, method }) => `${surface} ${method}`,
    run,
  };
}

function checkPreflight(preflight: AnsweredCall, method: string, names: readonly string[]): void {
  const { status, text } = preflight;
  if (status < 200 || status > 299 || text !== '')
    throw fault('preflight', `returned ${status} ${text}`, preflight);
  const methods = listIn(preflight, 'Access-Control-Allow-Methods');
  if (!SAFELISTED.includes(method) && !methods.includes(method.toLowerCase()))
    throw fault('methods of a preflight', `${shown(methods)} without ${method}`, preflight);
  const allowed = listIn(preflight, 'Access-Control-Allow-Headers');
  const isAllowed = (name: string) =>
    allowed.includes(name) || (name !== 'authorization' && allowed.includes('*'));
  const refused = names.find((name) => !isAllowed(name));
  if (refused)
    throw fault(
      'request headers of a preflight',
      `${shown(allowed)} without ${refused}`,
      preflight,
    );
}

/** Whether a page of `origin` can read the response; a deployment that only allows some origins echoes each one. */
function allowsOrigin(answered: AnsweredCall, origin: string): boolean {
  const allowed = answered.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return true;
  if (allowed === null && listIn(answered, 'Vary').includes('origin')) return false;
  throw fault('origin', `${origin} gets ${shown(allowed)} without Vary: Origin`, answered);
}

const fault = (
  aspect: string,
  detail: unknown,
  answered: AnsweredCall,
  ...others: readonly AnsweredCall[]
) =>
  new Finding(`${SURFACE_TITLES[answered.surface]} cross-origin ${aspect}`, String(detail), [
    answered,
    ...others,
  ]);
