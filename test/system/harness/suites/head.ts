// HEAD instead of GET: the same status and headers, and no body.
import type { AnsweredCall, Credential } from '../calls/call.ts';
import { graphqlByGet, pathOf } from '../calls/prepare.ts';
import { expectSame, throwFirstFailure } from '../check/answer.ts';
import { checkHeaders } from '../check/headers.ts';
import { idsOf } from '../expect/bundle.ts';
import type { World } from '../world.ts';
import { NOBODY } from './routes.ts';
import { combinations, NO_ID, type Suite } from './suite.ts';

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
];
/** A query, a mutation, which only POST executes, an invalid document, and no document. */
const QUERIES: readonly Readonly<Record<string, string>>[] = [
  { query: '{ __typename }' },
  { query: 'mutation { __typename }' },
  { query: '{' },
  {},
];

/** Without an operation the path is GraphQL's or the OpenAPI document's. */
type Target = readonly [path: string, operation?: string];

export function headSuite({
  client,
  rest,
  fixtures,
}: World): Suite<readonly [target: Target, credential: Credential]> {
  const { online, bundles, rivals } = fixtures;
  const known = idsOf([...online.slice(0, 1), ...bundles, ...rivals]);
  const reads = rest.operations.filter(({ method }) => method === 'GET');
  const targets = [
    ...combinations(reads, [...known, 1, NO_ID, 'abc']).map(
      ([read, id]): Target => [pathOf(read, id), read.name],
    ),
    ...QUERIES.map((query): Target => [graphqlByGet(query).path]),
  ];
  return {
    examples: [...combinations(targets, CREDENTIALS), [['/openapi.json'], NOBODY]],
    labelOf: ([[, operation], { who }]) => `${operation} ${who}`,
    async run([[path, operation], credential]) {
      const head = await client.send('rest', { path, credential, method: 'HEAD' });
      const get = await client.send('rest', { path, credential, method: 'GET' });
      checkLikeGet(head, get);
      if (operation) throwFirstFailure(rest.failures(operation, head), head);
      checkHeaders(head);
    },
  };
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
}
