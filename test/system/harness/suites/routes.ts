// REST paths and methods, and GraphQL requests that are not executed: each as it is, and without a token.
import type { Call, Credential, Surface } from '../calls/call.ts';
import { GRAPHQL_PATH, graphqlByGet, pathOf, withJson } from '../calls/prepare.ts';
import { checkAnswer, expectIn, expectSame, listIn } from '../check/answer.ts';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import { EXPECTED_FAILURES, type ExpectedFailure } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { exchange } from './send.ts';
import type { Suite } from './suite.ts';

export const NOBODY: Credential = { who: 'nobody' };
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
  /** Without it the status is 400. */
  readonly kind?: ExpectedFailure;
  /** The methods in the header Allow. */
  readonly allow?: readonly string[];
}

/** Each call as it is, and without a token. */
const refusals = (
  world: World,
  surface: Surface,
  cases: readonly Refused[],
): Suite<Refused> => ({
  examples: cases.flatMap((given) => [
    given,
    { call: { ...given.call, credential: NOBODY }, kind: 'unauthenticated' },
  ]),
  labelOf: ({ call, kind }) => `${call.method} ${kind}`,
  async run({ call, kind, allow }) {
    const sent = await exchange(world, surface, call);
    const { answered } = sent;
    const { status } = kind ? EXPECTED_FAILURES[kind] : { status: 400 };
    expectIn(answered, `status of ${call.method}`, answered.status, status);
    if (kind) checkAnswer(sent, { kind });
    const { error } = (answered.json ?? {}) as { error?: unknown };
    if (surface === 'rest' && call.method !== 'HEAD')
      expectSame('The type of the error in a response', typeof error, 'string', answered);
    const wanted = allow?.map((name) => name.toLowerCase()).toSorted();
    if (wanted) expectSame('The Allow header', listIn(answered, 'Allow'), wanted, answered);
  },
});

export function restRouteSuite(world: World): Suite<Refused> {
  const { operations } = world.rest;
  const { id } = world.fixtures.online[0];
  const known = new Set(operations.map(({ path }) => path));
  const wrongMethods = [...known].flatMap((path): Refused[] => {
    const allow = operations
      .filter((operation) => operation.path === path)
      .flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
    const others = METHODS.filter((method) => !allow.includes(method));
    return others.map((method) => ({
      call: { method, path: pathOf({ path }, id) },
      kind: 'methodNotAllowed',
      allow,
    }));
  });
  const base = (operations[0]?.path ?? '').split('/').slice(0, -2).join('/');
  const withdrawn = RELEASED_PATHS.filter(
    (path) => !known.has(`${base}${path.replace('1', '{id}')}`),
  );
  const unknown = [...UNKNOWN_PATHS, ...withdrawn].map(
    (path): Refused => ({
      call: { method: 'GET', path: `${base}${path}` },
      kind: 'notFound',
    }),
  );
  return refusals(world, 'rest', [...wrongMethods, ...unknown]);
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

export function graphqlRequestSuite(world: World): Suite<Refused> {
  const byBody = (method: string, body: unknown) =>
    withJson({ method, path: GRAPHQL_PATH }, body);
  const refused = (allow: readonly string[], ...calls: readonly Call[]): Refused[] =>
    calls.map((call) => ({ call, kind: 'methodNotAllowed', allow }));
  const cases: Refused[] = [
    ...refused(
      ['GET', 'HEAD', 'POST'],
      ...['PUT', 'PATCH', 'DELETE'].map((method) =>
        byBody(method, { query: '{ __typename }' }),
      ),
      { method: 'OPTIONS', path: GRAPHQL_PATH },
    ),
    ...refused(
      ['POST'],
      graphqlByGet({ query: MUTATION }),
      graphqlByGet({ query: TWO, operationName: 'B' }),
    ),
    { call: graphqlByGet({}) },
    ...NO_DOCUMENT.map((body) => ({ call: byBody('POST', body) })),
  ];
  const asked = cases.map(({ call, ...given }) => ({
    ...given,
    call: { ...call, headers: { ...call.headers, Accept: RESPONSE_TYPE } },
  }));
  return refusals(world, 'graphql', [...cases, ...asked]);
}
