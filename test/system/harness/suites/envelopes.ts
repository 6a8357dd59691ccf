// Tokens and versions, which both APIs reject before anything else, and inputs that are not objects.
import type { Credential } from '../calls/call.ts';
import { expectSame } from '../check/answer.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import {
  bothOf,
  type ExpectedAnswer,
  type ExpectedPair,
  invalidAt,
  OK,
  rulesOf,
  type ValidationCode,
} from '../expect/expected-answer.ts';
import { nested } from '../generate/values.ts';
import type { World } from '../world.ts';
import { sendBoth } from './send.ts';
import { combinations, type Suite } from './suite.ts';

/** Its checksum is wrong, so that the service rejects it without a database read. */
const UNKNOWN_TOKEN = 'svc_test_0000000000000000000000000000000000AAAAAA';
const BEARER = `Bearer ${UNKNOWN_TOKEN}`;

const REFUSED: Credential[] = [
  { who: 'nobody' },
  ...[
    BEARER,
    BEARER.replace('test', 'live'),
    'Bearer',
    'Bearer x',
    'Basic b3duZXI6eA==',
    'x',
  ].map((header): Credential => ({ who: 'nobody', header })),
  ...[UNKNOWN_TOKEN, '', 'x'].map((query): Credential => ({ who: 'nobody', query })),
  // A Bearer header takes precedence over the query, valid or not.
  { who: 'owner', tokenIn: 'query', header: BEARER },
];
const ACCEPTED: Credential[] = [
  ...(['header', 'query', 'both'] as const).map(
    (tokenIn): Credential => ({ who: 'owner', tokenIn }),
  ),
  { who: 'owner', tokenIn: 'header', query: UNKNOWN_TOKEN },
  { who: 'owner', tokenIn: 'query', header: 'Basic b3duZXI6eA==' },
];
const OWNER: Credential = { who: 'owner' };
const UNUSABLE_VERSIONS =
  '1999-01-01 2999-12-31 latest 2025-8-16 2025-08-16T00:00:00Z 0 2025-02-30'.split(' ');

type AccessCase = readonly [
  operation: RestOperation,
  credential: Credential,
  expected: ExpectedAnswer,
  version?: string | undefined,
];

export function accessSuite(world: World): Suite<AccessCase> {
  const { id } = world.fixtures.online[0];
  const unauthenticated: ExpectedAnswer = { kind: 'unauthenticated' };
  const unusable = invalidAt('INVALID_FORMAT', 'service-version');
  const { operations } = world.rest;
  const read = world.rest.operation('readProduct');
  return {
    examples: [
      ...combinations(operations, REFUSED, [unauthenticated]),
      ...combinations(operations, REFUSED.slice(0, 2), [unauthenticated], ['1999-01-01']),
      ...combinations(operations, [OWNER], [unusable], UNUSABLE_VERSIONS),
      ...combinations([read], ACCEPTED, [OK], [undefined, world.rest.version]),
    ],
    labelOf: ([{ name }, , expected]) => `${name} ${rulesOf(expected)}`,
    async run([operation, credential, expected, version]) {
      const headers = version === undefined ? {} : { 'service-version': version };
      const given = { operation, id, input: {}, credential, headers };
      const { rest, graphql } = await sendBoth(world, given, expected);
      if (expected.kind !== 'unauthenticated') return;
      const aspect = 'The status of a request without a token';
      for (const { answered } of [rest, graphql])
        expectSame(aspect, answered.status, 401, answered);
    },
  };
}

const BAD_BODY = invalidAt('INVALID_FORMAT', 'body');
const MIB = 1024 * 1024;

/** An error of the input itself: at the wrapper object on REST, at the variable on GraphQL. */
const wholeInput = (code: ValidationCode): ExpectedPair => ({
  rest: invalidAt(code),
  graphql: { ...invalidAt(code), listedIn: 'variables' },
});

type Input = readonly [value: unknown, expected: ExpectedAnswer | ExpectedPair];

/** Inputs that are not objects, or too deep. */
const INPUTS: readonly Input[] = [
  ...combinations([undefined, null], [wholeInput('REQUIRED')]),
  ...combinations([5, 'text', true, [], [{}], 0.5], [wholeInput('INVALID_FORMAT')]),
  ...combinations([nested(40), nested(500), { description: nested(40) }], [BAD_BODY]),
];
const TOO_LARGE: Input = [{ description: 'x'.repeat(MIB) }, { kind: 'tooLarge' }];

export function envelopeSuite(
  world: World,
): Suite<readonly [operation: RestOperation, input: Input]> {
  const { id } = world.fixtures.online[0];
  const operations = world.rest.operations.filter(({ envelopes }) => envelopes.length > 0);
  return {
    boundaries: combinations(operations, [TOO_LARGE]),
    examples: combinations(operations, INPUTS),
    labelOf: ([{ name }, [, expected]]) => `${name} ${rulesOf(bothOf(expected).rest)}`,
    run: ([operation, [input, expected]]) =>
      sendBoth(world, { operation, id, input }, expected),
  };
}
