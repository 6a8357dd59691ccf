// Tokens and versions (section 5, 9, D1 to D7): who is refused is refused alike on both surfaces, before anything else.
import fc from 'fast-check';
import { Finding } from '../check/finding.ts';
import { checkAnswers, checkOutcomes } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import type { Credential } from '../exchange/client.ts';
import { PLAIN, sendPair } from '../exchange/send-pair.ts';
import { type Expected, placeOf } from '../expect/outcome.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

interface AccessCase {
  readonly operation: RestOperation;
  readonly credential: Credential;
  readonly version?: string;
  readonly expected: Expected;
}

/** Well-formed but for its checksum, so that it costs the service no look-up. */
const NOBODYS_TOKEN = 'svc_test_0000000000000000000000000000000000AAAAAA';

const REFUSED: Credential[] = [
  { who: 'nobody' },
  ...[
    `Bearer ${NOBODYS_TOKEN}`,
    `Bearer ${NOBODYS_TOKEN.replace('test', 'live')}`,
    'Bearer',
    'Bearer x',
    'Basic b3duZXI6eA==',
    'x',
  ].map((header): Credential => ({ who: 'nobody', header })),
  ...[NOBODYS_TOKEN, '', 'x'].map((query): Credential => ({ who: 'nobody', query })),
  // A Bearer header wins, valid or not.
  { who: 'owner', place: 'query', header: `Bearer ${NOBODYS_TOKEN}` },
];

const ACCEPTED: Credential[] = [
  { who: 'owner', place: 'header' },
  { who: 'owner', place: 'query' },
  { who: 'owner', place: 'both' },
  { who: 'owner', place: 'header', query: NOBODYS_TOKEN },
  { who: 'owner', place: 'query', header: 'Basic b3duZXI6eA==' },
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

const UNUSABLE: Expected = { kind: 'invalid', errors: [{ field: 'service-version', code: 'INVALID_FORMAT' }] };

export function accessSuite(world: World): Suite<AccessCase> {
  const { operations, version } = world.rest;
  const cases = operations.flatMap((operation): AccessCase[] => [
    ...REFUSED.map((credential) => ({ operation, credential, expected: { kind: 'unauthenticated' } as const })),
    ...REFUSED.slice(0, 2).map((credential) => ({
      operation,
      credential,
      version: '1999-01-01',
      expected: { kind: 'unauthenticated' } as const,
    })),
    ...UNUSABLE_VERSIONS.map((wanted) => ({
      operation,
      credential: { who: 'owner' } as const,
      version: wanted,
      expected: UNUSABLE,
    })),
    ...(operation.name === 'readProduct'
      ? ACCEPTED.flatMap((credential) =>
          [{}, { version }].map((with_) => ({ operation, credential, ...with_, expected: { kind: 'ok' } as const })),
        )
      : []),
  ]);

  async function run({ operation, credential, version: wanted, expected }: AccessCase): Promise<void> {
    const id = world.fixtures.online[0]?.id ?? 0;
    const pair = await sendPair(world, {
      operation,
      ...(operation.path.includes('{id}') && { ids: [id, String(id)] as const }),
      ...(operation.envelopes.length > 0 && { input: {} }),
      manner: PLAIN,
      credential,
      ...(wanted !== undefined && { headers: { 'service-version': wanted } }),
    });
    checkAnswers(world, pair);
    checkOutcomes({ ...pair, variable: undefined }, expected);
    if (expected.kind !== 'unauthenticated') return;
    for (const exchange of [pair.rest, pair.graphql]) {
      if (exchange.status === 401) continue;
      throw new Finding('A request without a token', `was answered ${exchange.status}`, [exchange], exchange.surface);
    }
  }

  return {
    name: 'tokens and versions',
    share: 3,
    creates: 0,
    arbitrary: fc.constantFrom(...cases),
    examples: cases,
    placeOf: ({ operation, expected }) => `${operation.name} ${placeOf(expected)}`,
    run,
  };
}
