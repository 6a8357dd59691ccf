// HEAD instead of GET: the same status and headers, and no body.
import type { AnsweredCall, Credential } from '../calls/call.ts';
import { pathOf } from '../calls/send-pair.ts';
import { expectSame, throwFirstFailure } from '../check/answer.ts';
import { checkHeaders } from '../check/headers.ts';
import type { World } from '../world.ts';
import { graphqlByGet, NOBODY } from './routes.ts';
import { NO_ID, ofRows, type Row, type Suite } from './suite.ts';

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
const QUERIES = [
  { query: '{ __typename }' },
  { query: 'mutation { __typename }' },
  { query: '{' },
  {},
];

export function headSuite({ client, rest, fixtures }: World): Suite<Row> {
  const { online, bundles, rivals } = fixtures;
  const ids = [...online.slice(0, 1), ...bundles, ...rivals].map(({ id }) => id);

  /** `operation` is absent for GraphQL and the OpenAPI document. */
  const row = (path: string, credential: Credential, operation?: string): Row => ({
    label: `${operation} ${credential.who}`,
    async run() {
      const head = await client.send('rest', { path, credential, method: 'HEAD' });
      const get = await client.send('rest', { path, credential, method: 'GET' });
      checkLikeGet(head, get);
      if (operation) throwFirstFailure(rest.failures(operation, head), head);
      checkHeaders(head);
    },
  });
  const reads = rest.operations.filter(({ method }) => method === 'GET');
  return ofRows([
    ...CREDENTIALS.flatMap((credential) => [
      ...reads.flatMap((read) =>
        [...ids, 1, NO_ID, 'abc'].map((id) => row(pathOf(read, id), credential, read.name)),
      ),
      ...QUERIES.map((query) =>
        row(graphqlByGet(query as { query: string }).path, credential),
      ),
    ]),
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
}
