// Tokens and versions, which both APIs reject before anything else, and bodies with a wrong wrapper object.
import { type Credential, jsonText } from '../calls/call.ts';
import { prepare } from '../calls/send-pair.ts';
import { checkAnswer, expectSame } from '../check/answer.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import type { Path } from '../contract/shape.ts';
import {
  type ExpectedAnswer,
  type ExpectedError,
  type ExpectedPair,
  mentioning,
  rulesOf,
  type ValidationCode,
} from '../expect/expected-answer.ts';
import { unknownField } from '../expect/schema-errors.ts';
import { nested } from '../generate/values.ts';
import type { World } from '../world.ts';
import { checkVerdict, exchange, sendBoth } from './send-one.ts';
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
const badBody = (...texts: string[]) =>
  invalid({ ...at('INVALID_FORMAT', 'body'), ...mentioning(...texts) });
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

/** Over both APIs if GraphQL has the same case, else only over REST. */
export function envelopeSuite(world: World): Suite<Row> {
  const id = world.fixtures.online[0]?.id ?? 0;
  const operations = world.rest.operations.filter(({ envelopes }) => envelopes.length > 0);
  const onBoth = (
    operation: RestOperation,
    input: unknown,
    expected: ExpectedAnswer | ExpectedPair,
  ): Row => ({
    label: `${operation.name} ${rulesOf('kind' in expected ? expected : expected.rest)}`,
    run: () => sendBoth(world, { operation, id, input }, expected),
  });
  const onRest = (operation: RestOperation, [body, expected, headers]: RestBody): Row => ({
    label: `${operation.name} ${rulesOf(expected)}`,
    async run() {
      const { rest } = prepare(world, { operation, id, input: {} }).calls;
      const call = { ...rest, body, headers: { ...rest.headers, ...headers } };
      const { observed, answered } = await exchange(world, 'rest', call, operation);
      checkAnswer(observed, expected, answered);
      checkVerdict(world, answered, operation);
    },
  });
  return ofRows(
    operations.flatMap((operation) => [
      ...INPUTS.map(([input, expected]) => onBoth(operation, input, expected)),
      ...restBodies(operation).map((body) => onRest(operation, body)),
    ]),
    operations.map((operation) =>
      onBoth(operation, { description: 'x'.repeat(MIB) }, { kind: 'tooLarge' }),
    ),
  );
}

type RestBody = readonly [
  body: string | Uint8Array<ArrayBuffer>,
  expected: ExpectedAnswer,
  headers?: Readonly<Record<string, string>>,
];

const NO_OBJECTS = ['{', 'null', '[]', '"text"', '1', '{"a":}', 'NaN', "{'a':1}", '1e999'];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
];

function restBodies({ envelopes }: RestOperation): RestBody[] {
  const [{ name: wrapper, wrap } = { name: '', wrap: (input: unknown) => input }] = envelopes;
  const input = jsonText(wrap({}));
  const levels = ['[['.repeat(5_000), '['.repeat(5_000) + ']'.repeat(5_000)];
  return [
    ['', badBody('empty')],
    ['{\n"a" 1}', badBody('line 2', 'column 5')],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), badBody('byte 3')],
    ...[...NO_OBJECTS, `${input},`, ...levels].map((body): RestBody => [body, BAD_BODY]),
    ...TYPES.map((type): RestBody => [input, BAD_BODY, { 'Content-Type': type }]),
    [input, BAD_BODY, { 'Content-Encoding': 'gzip' }],
    [`{"${wrapper}":{},"unknown":1}`, invalid(unknownField(['unknown']))],
    [
      '{"unknown":1}',
      invalid({ ...at('REQUIRED', wrapper), ...mentioning(`{"${wrapper}": `) }),
    ],
    ...(envelopes.length > 1 ? DATA_BODIES : []),
  ];
}

const BAD_DATA = invalid(at('INVALID_FORMAT', 'data'));
const NO_ATTRIBUTES = at('REQUIRED', 'data', 'attributes');
const OTHER_TYPE = { ...at('INVALID_FORMAT', 'data', 'type'), ...mentioning('products') };

/** The second wrapper object. */
const DATA_BODIES: readonly RestBody[] = [
  ['{"product":{},"data":{}}', BAD_DATA],
  ['{"data":{},"product":null}', BAD_DATA],
  ['{"data":null}', invalid(at('REQUIRED', 'data'))],
  ['{"data":[]}', BAD_DATA],
  ['{"data":{}}', invalid(at('REQUIRED', 'data', 'type'), NO_ATTRIBUTES)],
  ['{"data":{"type":"products"}}', invalid(NO_ATTRIBUTES)],
  ['{"data":{"type":"bundles","attributes":{}}}', invalid(OTHER_TYPE)],
  [
    '{"data":{"type":"products","attributes":3}}',
    invalid(at('INVALID_FORMAT', 'data', 'attributes')),
  ],
  [
    '{"data":{"type":"products","attributes":{},"x":1}}',
    invalid(unknownField(['data', 'x'])),
  ],
];
