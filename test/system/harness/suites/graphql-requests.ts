// Requests that GraphQL does not execute: other methods, a mutation by GET, and requests without a document.
import type { Call } from '../calls/call.ts';
import { GRAPHQL_PATH } from '../calls/send-pair.ts';
import { checkAnswer, expectSame } from '../check/answer.ts';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import type { World } from '../world.ts';
import { checkAllow } from './rest-requests.ts';
import { exchange } from './send-one.ts';
import { ofCases, type Suite } from './suite.ts';

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
    .flatMap((accept) => casesOf(accept === undefined ? {} : { Accept: accept }))
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

function casesOf(headers: Readonly<Record<string, string>>): RequestCase[] {
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
