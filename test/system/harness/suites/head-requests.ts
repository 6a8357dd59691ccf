// HEAD in place of GET (D21): the status and the headers of GET, without a body.
import fc from 'fast-check';
import type { AnsweredCall, Call, Credential } from '../calls/call.ts';
import { GRAPHQL_PATH, pathOf } from '../calls/send-pair.ts';
import { checkHeaders, throwFirstFault } from '../check/answer.ts';
import { Finding, shown } from '../check/finding.ts';
import { observeRest } from '../check/observed-answer.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

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
    name: 'HEAD in place of GET',
    share: 1,
    isThrottled: false,
    arbitrary: fc.constantFrom(...cases),
    examples: cases,
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
  const differing = (aspect: string, detail: string) => new Finding(`HEAD, its ${aspect}`, detail, [head, get], 'rest');
  if (head.status !== get.status) throw differing('status', `${head.status}, that of GET is ${get.status}`);
  // Over HTTP no client sees a body of HEAD; a refusal has one where the harness runs in the process of the service.
  if (head.status < 300 && head.text !== '') throw differing('body', shown(head.text));
  for (const name of new Set([...head.headers.keys(), ...get.headers.keys()])) {
    const [ofHead, ofGet] = [head.headers.get(name), get.headers.get(name)];
    if (ofHead === ofGet || NOT_COMPARED.includes(name)) continue;
    throw differing(`header ${name}`, `${shown(ofHead)}, that of GET is ${shown(ofGet)}`);
  }
  const [ofHead, ofGet] = [head, get].map(({ headers }) => headers.get('content-length'));
  if (ofHead && ofGet && ofHead !== ofGet)
    throw differing('header content-length', `${ofHead}, that of GET is ${ofGet}`);
}
