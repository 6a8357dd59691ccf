// REST paths and methods, and GraphQL requests that are not executed: each as it is, and without a token.
import type { Call, Credential, Surface } from '../calls/call.ts';
import { GRAPHQL_PATH, pathOf } from '../calls/send-pair.ts';
import {
  checkAnswer,
  expectSame,
  Finding,
  listIn,
  SURFACE_TITLES,
  shown,
} from '../check/answer.ts';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import { EXPECTED_FAILURES, type ExpectedFailure } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { exchange } from './send-one.ts';
import { ofRows, type Row, type Suite } from './suite.ts';

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
  readonly kind?: ExpectedFailure;
  /** The methods in the header Allow. */
  readonly allow?: readonly string[];
}

const refusals = (world: World, surface: Surface, cases: readonly Refused[]): Suite<Row> =>
  ofRows(
    cases.flatMap((given) => {
      const call = { ...given.call, credential: NOBODY };
      return [given, { call, kind: 'unauthenticated' } as const].map((refused) =>
        refusal(world, surface, refused),
      );
    }),
  );

/** Without a kind the status is 400. */
const refusal = (world: World, surface: Surface, { call, kind, allow }: Refused): Row => ({
  label: `${call.method} ${kind}`,
  async run() {
    const { answered, observed } = await exchange(world, surface, call);
    const { status } = kind ? EXPECTED_FAILURES[kind] : { status: 400 };
    const aspect = `${SURFACE_TITLES[surface]} status of ${call.method}`;
    expectSame(aspect, answered.status, status, answered);
    if (kind) checkAnswer(observed, { kind }, answered);
    const { error } = (answered.json ?? {}) as { error?: unknown };
    if (surface === 'rest' && call.method !== 'HEAD' && typeof error !== 'string')
      throw new Finding('The body of an error response', shown(answered.text), answered);
    const listed = allow?.map((name) => name.toLowerCase()).toSorted();
    if (listed) expectSame('The Allow header', listIn(answered, 'Allow'), listed, answered);
  },
});

export function restRouteSuite(world: World): Suite<Row> {
  const { operations } = world.rest;
  const id = world.fixtures.online[0]?.id ?? 0;
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

export const graphqlByGet = (parameters: Readonly<Record<string, string>>): Call => ({
  method: 'GET',
  path: `${GRAPHQL_PATH}?${new URLSearchParams(parameters)}`,
});

const byBody = (method: string, body: unknown): Call => ({
  method,
  path: GRAPHQL_PATH,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export function graphqlRequestSuite(world: World): Suite<Row> {
  const refused = (allow: readonly string[], calls: readonly Call[]): Refused[] =>
    calls.map((call) => ({ call, kind: 'methodNotAllowed', allow }));
  const cases = [
    ...refused(
      ['GET', 'HEAD', 'POST'],
      [
        ...['PUT', 'PATCH', 'DELETE'].map((method) =>
          byBody(method, { query: '{ __typename }' }),
        ),
        { method: 'OPTIONS', path: GRAPHQL_PATH },
      ],
    ),
    ...refused(
      ['POST'],
      [graphqlByGet({ query: MUTATION }), graphqlByGet({ query: TWO, operationName: 'B' })],
    ),
    ...[graphqlByGet({}), ...NO_DOCUMENT.map((body) => byBody('POST', body))].map((call) => ({
      call,
    })),
  ];
  const asked = cases.map(({ call, ...given }) => ({
    ...given,
    call: { ...call, headers: { ...call.headers, Accept: RESPONSE_TYPE } },
  }));
  return refusals(world, 'graphql', [...cases, ...asked]);
}
