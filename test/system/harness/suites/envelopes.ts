// Tokens and versions, which both APIs reject before anything else, and inputs that are not objects.
import type { Credential } from '../calls/call.ts';
import { expectSame } from '../check/answer.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import type { Path } from '../contract/shape.ts';
import {
  type ExpectedAnswer,
  type ExpectedError,
  type ExpectedPair,
  rulesOf,
  type ValidationCode,
} from '../expect/expected-answer.ts';
import { nested } from '../generate/values.ts';
import type { World } from '../world.ts';
import { sendBoth } from './send-one.ts';
import { OK, ofRows, type Row, type Suite } from './suite.ts';

const invalid = (...errors: ExpectedError[]) => ({ kind: 'invalid', errors }) as const;
const at = (code: ValidationCode, ...path: Path): ExpectedError => ({ path, code });

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
const UNUSABLE_VERSIONS =
  '1999-01-01 2999-12-31 latest 2025-8-16 2025-08-16T00:00:00Z 0 2025-02-30'.split(' ');

export function accessSuite(world: World): Suite<Row> {
  const id = world.fixtures.online[0]?.id ?? 0;
  const row = (
    operation: RestOperation,
    credential: Credential,
    expected: ExpectedAnswer,
    version?: string,
  ): Row => ({
    label: `${operation.name} ${rulesOf(expected)}`,
    async run() {
      const { rest, graphql } = await sendBoth(
        world,
        {
          operation,
          id,
          ...(operation.envelopes.length > 0 && { input: {} }),
          credential,
          ...(version !== undefined && { headers: { 'service-version': version } }),
        },
        expected,
      );
      for (const answered of expected.kind === 'unauthenticated' ? [rest, graphql] : [])
        expectSame('The status of a request without a token', answered.status, 401, answered);
    },
  });
  const rows = world.rest.operations.flatMap((operation) => [
    ...REFUSED.map((credential) => row(operation, credential, { kind: 'unauthenticated' })),
    ...REFUSED.slice(0, 2).map((credential) =>
      row(operation, credential, { kind: 'unauthenticated' }, '1999-01-01'),
    ),
    ...UNUSABLE_VERSIONS.map((version) =>
      row(
        operation,
        { who: 'owner' },
        invalid(at('INVALID_FORMAT', 'service-version')),
        version,
      ),
    ),
  ]);
  const read = world.rest.operation('readProduct');
  const accepted = ACCEPTED.flatMap((credential) =>
    [undefined, world.rest.version].map((version) => row(read, credential, OK, version)),
  );
  return ofRows([...rows, ...accepted]);
}

const BAD_BODY = invalid(at('INVALID_FORMAT', 'body'));
const MIB = 1024 * 1024;

/** An error of the input itself: at the wrapper object on REST, at the variable on GraphQL. */
const wholeInput = (code: ValidationCode): ExpectedPair => ({
  rest: invalid(at(code)),
  graphql: { ...invalid(at(code)), listedIn: 'variables' },
});

/** Inputs that are not objects, or too deep. */
const INPUTS: readonly (readonly [
  value: unknown,
  expected: ExpectedAnswer | ExpectedPair,
])[] = [
  ...[undefined, null].map((value) => [value, wholeInput('REQUIRED')] as const),
  ...[5, 'text', true, [], [{}], 0.5].map(
    (value) => [value, wholeInput('INVALID_FORMAT')] as const,
  ),
  ...[nested(40), nested(500), { description: nested(40) }].map(
    (value) => [value, BAD_BODY] as const,
  ),
];

export function envelopeSuite(world: World): Suite<Row> {
  const id = world.fixtures.online[0]?.id ?? 0;
  const operations = world.rest.operations.filter(({ envelopes }) => envelopes.length > 0);
  const row = (
    operation: RestOperation,
    input: unknown,
    expected: ExpectedAnswer | ExpectedPair,
  ): Row => ({
    label: `${operation.name} ${rulesOf('kind' in expected ? expected : expected.rest)}`,
    run: () => sendBoth(world, { operation, id, input }, expected),
  });
  return ofRows(
    operations.flatMap((operation) =>
      INPUTS.map(([input, expected]) => row(operation, input, expected)),
    ),
    operations.map((operation) =>
      row(operation, { description: 'x'.repeat(MIB) }, { kind: 'tooLarge' }),
    ),
  );
}
