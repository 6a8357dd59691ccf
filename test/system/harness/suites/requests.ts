// Paths and methods of REST, HEAD in place of GET, and requests that GraphQL does not execute.
import type { AnsweredCall, Call, Credential } from '../calls/call.ts';
import { GRAPHQL_PATH, pathOf } from '../calls/send-pair.ts';
import { checkAnswer, checkHeaders, expectSame, Finding, shown, throwFirstFault } from '../check/answer.ts';
import { observeRest, RESPONSE_TYPE } from '../check/observed-answer.ts';
import type { ExpectedAnswer } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { exchange } from './send-one.ts';
import { ofCases, type Suite } from './suite.ts';

interface RouteCase {
  readonly call: Call;
  readonly expected: ExpectedAnswer;
  /** The methods in the header Allow. */
  readonly allow?: readonly string[];
}

/** Paths of the first version: one that the version under test has withdrawn is unknown to it. */
const RELEASED_PATHS = ['/product', '/product/1', '/bundle', '/rental/1'];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function restRouteSuite(world: World): Suite<RouteCase> {
  const cases = [...knownPaths(world), ...unknownPaths(world)].flatMap((route): RouteCase[] => [
    route,
    { call: { ...route.call, credential: { who: 'nobody' } }, expected: { kind: 'unauthenticated' } },
  ]);

  async function run({ call, expected, allow }: RouteCase): Promise<void> {
    const { answered, observed } = await exchange(world, 'rest', call, 'routes');
    checkBody(answered);
    checkAnswer(observed, expected, answered);
    if (allow) checkAllow(allow, answered);
  }

  return {
    ...ofCases(cases),
    run,
  };
}

/** Exactly these methods are in the header Allow, in any order. */
function checkAllow(allow: readonly string[], answered: AnsweredCall): void {
  const named = (answered.headers.get('allow') ?? '').split(/\s*,\s*/).toSorted();
  expectSame('The Allow header', named, allow.toSorted(), answered);
}

function knownPaths({ rest, fixtures }: World): RouteCase[] {
  const id = fixtures.online[0]?.id ?? 0;
  return [...new Set(rest.operations.map(({ path }) => path))].flatMap((path) => {
    const documented = rest.operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const allow = documented.includes('GET') ? [...documented, 'HEAD'] : documented;
    const call = { path: pathOf({ path }, id) };
    const others = METHODS.filter((method) => !allow.includes(method));
    return others.map(
      (method): RouteCase => ({ call: { method, ...call }, expected: { kind: 'methodNotAllowed' }, allow }),
    );
  });
}

function unknownPaths({ rest }: World): RouteCase[] {
  const base = (rest.operations[0]?.path ?? '').split('/').slice(0, -2).join('/');
  const known = rest.operations.map(({ path }) => path.replace('{id}', '1'));
  const withdrawn = RELEASED_PATHS.filter((path) => !known.includes(`${base}${path}`));
  return [
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
    ...withdrawn,
  ].map((path) => ({ call: { method: 'GET', path: `${base}${path}` }, expected: { kind: 'notFound' } }));
}

/** A refusal is JSON with one sentence; over HTTP an answer to HEAD has no body. */
function checkBody(answered: AnsweredCall): void {
  const { call, text, json, status } = answered;
  if (call.method === 'HEAD' || typeof (json as { error?: unknown } | undefined)?.error === 'string') return;
  throw new Finding('The body of a refusal', `${status} ${shown(text)}`, [answered]);
}

interface HeadCase {
  /** Absent for GraphQL and the OpenAPI document. */
  readonly operation?: string;
  readonly path: string;
  readonly credential: Credential;
  /** The header `service-version`. */
  readonly version?: string | undefined;
}

/** Headers of the connection or of one answer; a server may leave out Content-Length (RFC 9110, section 9.3.2). */
const NOT_COMPARED = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];

const CREDENTIALS: readonly Credential[] = [
  { who: 'owner' },
  { who: 'owner', tokenIn: 'query' },
  { who: 'nobody' },
  { who: 'nobody', header: 'Bearer x' },
];

/** A query, a mutation, which only POST executes, a document with a fault, and no document. */
const GRAPHQL_QUERIES = ['{ __typename }', 'mutation { __typename }', '{', undefined];

const UNUSABLE_VERSION = '1999-01-01';

export function headSuite(world: World): Suite<HeadCase> {
  const cases = casesOf(world);

  async function run({ operation, path, credential, version }: HeadCase): Promise<void> {
    const call = { path, credential, ...(version && { headers: { 'service-version': version } }) };
    const [head, get] = [await send({ ...call, method: 'HEAD' }), await send({ ...call, method: 'GET' })];
    checkLikeGet(head, get);
    if (operation) throwFirstFault(world.rest.faults(operation, head), head);
    checkHeaders(head);
  }

  async function send(call: Call): Promise<AnsweredCall> {
    const answered = await world.client.send('rest', call);
    world.tally.count(call.method, 'rest', observeRest(answered));
    return answered;
  }

  return {
    ...ofCases(cases),
    labelOf: ({ operation, credential, version }) => `${operation} ${credential.who} ${version}`,
    run,
  };
}

function casesOf({ rest, fixtures }: World): HeadCase[] {
  const ids = [...fixtures.online.slice(0, 1), ...fixtures.bundles, ...fixtures.rivals].map(({ id }) => String(id));
  const reads = rest.operations.filter(({ method }) => method === 'GET');
  const targets = reads.flatMap((operation) =>
    [...ids, '1', '2147483647', 'abc'].map((id) => ({ operation: operation.name, path: pathOf(operation, id) })),
  );
  return [
    ...targets.flatMap((target) => [
      ...CREDENTIALS.map((credential) => ({ ...target, credential })),
      ...[rest.version, UNUSABLE_VERSION].map((version) => ({
        ...target,
        credential: { who: 'owner' as const },
        version,
      })),
    ]),
    ...GRAPHQL_QUERIES.flatMap((query) =>
      CREDENTIALS.map((credential) => ({
        path: `${GRAPHQL_PATH}?${new URLSearchParams(query === undefined ? {} : { query })}`,
        credential,
      })),
    ),
    { path: '/openapi.json', credential: { who: 'nobody' } },
  ];
}

function checkLikeGet(head: AnsweredCall, get: AnsweredCall): void {
  const expectLike = (aspect: string, ofHead: unknown, ofGet: unknown) =>
    expectSame(`HEAD in place of GET, its ${aspect}`, ofHead, ofGet, head, get);
  expectLike('status', head.status, get.status);
  // Over HTTP no client sees a body of HEAD; a refusal has one where the harness runs in the process of the service.
  if (head.status < 300) expectLike('body', head.text, '');
  for (const name of new Set([...head.headers.keys(), ...get.headers.keys()])) {
    if (!NOT_COMPARED.includes(name)) expectLike(`header ${name}`, head.headers.get(name), get.headers.get(name));
  }
  const [ofHead, ofGet] = [head, get].map(({ headers }) => headers.get('content-length'));
  if (ofHead && ofGet) expectLike('header content-length', ofHead, ofGet);
}

interface RequestCase {
  readonly call: Call;
  readonly status: 400 | 401 | 405;
  /** The methods in the header Allow. */
  readonly allow?: readonly string[];
}

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const MUTATION = 'mutation { createProduct(input: { title: "Harness", rent: 1, stockType: BULK }) { success } }';

/** Bodies in JSON without a document, or with a document that is no text; a batch is no request. */
const NO_DOCUMENT = [
  [{ query: '{ __typename }' }],
  {},
  { query: null },
  { query: 5 },
  { query: true },
  { query: ['{ __typename }'] },
  { query: {} },
];

export function graphqlRequestSuite(world: World): Suite<RequestCase> {
  const cases = [undefined, RESPONSE_TYPE]
    .flatMap((accept) => graphqlCasesOf(accept === undefined ? {} : { Accept: accept }))
    .flatMap((given): RequestCase[] => [
      given,
      { call: { ...given.call, credential: { who: 'nobody' } }, status: 401 },
    ]);

  async function run({ call, status, allow }: RequestCase): Promise<void> {
    const { answered, observed } = await exchange(world, 'graphql', call, 'requests');
    expectSame(`GraphQL status of ${call.method}`, answered.status, status, answered);
    if (allow) checkAllow(allow, answered);
    if (status === 401) checkAnswer(observed, { kind: 'unauthenticated' }, answered);
    if (status === 405) checkAnswer(observed, { kind: 'methodNotAllowed' }, answered);
  }

  return {
    ...ofCases(cases),
    labelOf: ({ call, status }) => `${call.method} ${status}`,
    run,
  };
}

function graphqlCasesOf(headers: Readonly<Record<string, string>>): RequestCase[] {
  const byGet = (parameters: Readonly<Record<string, string>>): Call => ({
    method: 'GET',
    path: `${GRAPHQL_PATH}?${new URLSearchParams(parameters)}`,
    headers,
  });
  const two = `query A { __typename } ${MUTATION.replace('mutation', 'mutation B')}`;
  const body = JSON.stringify({ query: '{ __typename }' });
  const content = { 'Content-Type': 'application/json', ...headers };
  return [
    ...OTHER_METHODS.map((method): RequestCase => {
      const sent = method === 'OPTIONS' ? { headers } : { headers: content, body };
      return { call: { method, path: GRAPHQL_PATH, ...sent }, status: 405, allow: ['GET', 'HEAD', 'POST'] };
    }),
    { call: byGet({ query: MUTATION }), status: 405, allow: ['POST'] },
    { call: byGet({ query: two, operationName: 'B' }), status: 405, allow: ['POST'] },
    { call: byGet({}), status: 400 },
    ...NO_DOCUMENT.map(
      (given): RequestCase => ({
        call: { method: 'POST', path: GRAPHQL_PATH, headers: content, body: JSON.stringify(given) },
        status: 400,
      }),
    ),
  ];
}
