// Tokens and versions: both surfaces refuse the same requests before any other check.
import type { Credential } from '../calls/call.ts';
import { sendPair, targetOf } from '../calls/send-pair.ts';
import { expectSame } from '../check/answer.ts';
import { checkAnswers, checkContracts } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { type ExpectedAnswer, rulesOf, sameOnBoth } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { ofCases, type Suite } from './suite.ts';

interface AccessCase {
  readonly operation: RestOperation;
  readonly credential: Credential;
  /** The header `service-version`. */
  readonly version?: string;
  readonly expected: ExpectedAnswer;
}

/** Its checksum is wrong, so that the service refuses it without a database read. */
const UNKNOWN_TOKEN = 'svc_test_0000000000000000000000000000000000AAAAAA';

const REFUSED: Credential[] = [
  { who: 'nobody' },
  ...[
    `Bearer ${UNKNOWN_TOKEN}`,
    `Bearer ${UNKNOWN_TOKEN.replace('test', 'live')}`,
    'Bearer',
    'Bearer x',
    'Basic b3duZXI6eA==',
    'x',
  ].map((header): Credential => ({ who: 'nobody', header })),
  ...[UNKNOWN_TOKEN, '', 'x'].map((query): Credential => ({ who: 'nobody', query })),
  // A Bearer header wins over the query, valid or not.
  { who: 'owner', tokenIn: 'query', header: `Bearer ${UNKNOWN_TOKEN}` },
];

const ACCEPTED: Credential[] = [
  { who: 'owner', tokenIn: 'header' },
  { who: 'owner', tokenIn: 'query' },
  { who: 'owner', tokenIn: 'both' },
  { who: 'owner', tokenIn: 'header', query: UNKNOWN_TOKEN },
  { who: 'owner', tokenIn: 'query', header: 'Basic b3duZXI6eA==' },
];

const UNUSABLE_VERSIONS = [
  '1999-01-01',
  '2999-12-31',
  'latest',
  '2025-8-16',
  '2025-08-16T00:00:00Z',
  '0',
  '2025-02-30',
];

const UNAUTHENTICATED: ExpectedAnswer = { kind: 'unauthenticated' };
const UNUSABLE: ExpectedAnswer = { kind: 'invalid', errors: [{ path: ['service-version'], code: 'INVALID_FORMAT' }] };

export function accessSuite(world: World): Suite<AccessCase> {
  const { operations, version } = world.rest;
  const cases = operations.flatMap((operation): AccessCase[] => [
    ...REFUSED.map((credential) => ({ operation, credential, expected: UNAUTHENTICATED })),
    ...REFUSED.slice(0, 2).map((credential) => ({
      operation,
      credential,
      version: '1999-01-01',
      expected: UNAUTHENTICATED,
    })),
    ...UNUSABLE_VERSIONS.map((unusable) => ({
      operation,
      credential: { who: 'owner' } as const,
      version: unusable,
      expected: UNUSABLE,
    })),
    ...(operation.name === 'readProduct'
      ? ACCEPTED.flatMap((credential) =>
          [{}, { version }].map((pinned) => ({ operation, credential, ...pinned, expected: { kind: 'ok' } as const })),
        )
      : []),
  ]);

  async function run({ operation, credential, version: named, expected }: AccessCase): Promise<void> {
    const id = world.fixtures.online[0]?.id ?? 0;
    const pair = await sendPair(world, {
      ...targetOf(operation, id),
      ...(operation.envelopes.length > 0 && { input: {} }),
      credential,
      ...(named !== undefined && { headers: { 'service-version': named } }),
    });
    checkContracts(world, pair);
    checkAnswers(pair, sameOnBoth(expected));
    if (expected.kind !== 'unauthenticated') return;
    for (const answered of [pair.rest, pair.graphql])
      expectSame('The status of a request without a token', answered.status, 401, answered);
  }

  return {
    ...ofCases(cases),
    labelOf: ({ operation, expected }) => `${operation.name} ${rulesOf(expected)}`,
    run,
  };
}
