// Bodies with a wrong envelope: over both surfaces if GraphQL has the same case, else over REST alone.
import { jsonText } from '../calls/call.ts';
import { pathOf, sendPair, targetOf } from '../calls/send-pair.ts';
import { checkAnswer } from '../check/answer.ts';
import { checkAnswers, checkContracts } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import type { Path } from '../contract/shape.ts';
import {
  type ExpectedAnswer,
  type ExpectedError,
  type ExpectedPair,
  mentioning,
  rulesOf,
  sameOnBoth,
  type ValidationCode,
} from '../expect/expected-answer.ts';
import { unknownField } from '../expect/shape-errors.ts';
import { nested } from '../generate/values.ts';
import type { World } from '../world.ts';
import { exchange } from './send-one.ts';
import { ofCases, type Suite } from './suite.ts';

interface SharedCase {
  readonly operation: RestOperation;
  readonly input: { readonly value: unknown };
  readonly expected: ExpectedPair;
}

interface RestCase {
  readonly operation: RestOperation;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: ExpectedAnswer;
}

const invalid = (...errors: ExpectedError[]) => ({ kind: 'invalid', errors }) as const;
const at = (code: ValidationCode, ...path: Path): ExpectedError => ({ path, code });

const BAD_BODY = invalid(at('INVALID_FORMAT', 'body'));

const MIB = 1024 * 1024;

export function envelopeSuite(world: World): Suite<SharedCase | RestCase> {
  const id = world.fixtures.online[0]?.id ?? 0;
  const cases = world.rest.operations
    .filter(({ envelopes }) => envelopes.length > 0)
    .flatMap((operation) => [...sharedCases(operation), ...restCases(operation)]);

  async function runShared({ operation, input, expected }: SharedCase): Promise<void> {
    const pair = await sendPair(world, {
      ...targetOf(operation, id),
      input: input.value,
    });
    checkContracts(world, pair);
    checkAnswers(pair, expected);
  }

  async function runRest({ operation, body, headers, expected }: RestCase): Promise<void> {
    const { method } = operation;
    const content = { 'Content-Type': 'application/json', ...headers };
    const call = { method, path: pathOf(operation, id), headers: content, body };
    const { observed, answered } = await exchange(world, 'rest', call, operation);
    checkAnswer(observed, expected, answered);
  }

  return {
    isThrottled: true,
    ...ofCases(cases),
    boundaries: cases.filter((given) => 'input' in given && given.expected.rest.kind === 'tooLarge'),
    labelOf: (given) => `${given.operation.name} ${rulesOf('input' in given ? given.expected.rest : given.expected)}`,
    run: (given) => ('input' in given ? runShared(given) : runRest(given)),
  };
}

/** Inputs that are no object, or too deep, or too large. */
function sharedCases(operation: RestOperation): SharedCase[] {
  /** An error of the input itself: at the wrapper on REST, at the variable on GraphQL. */
  const wholeInput = (code: ValidationCode): ExpectedPair => ({
    rest: invalid(at(code)),
    graphql: { ...invalid(at(code)), listedIn: 'variables' },
  });
  const cases: [value: unknown, expected: ExpectedPair][] = [
    ...[undefined, null].map((value): [unknown, ExpectedPair] => [value, wholeInput('REQUIRED')]),
    ...[5, 'text', true, [], [{}], 0.5].map((value): [unknown, ExpectedPair] => [value, wholeInput('INVALID_FORMAT')]),
    [nested(40), sameOnBoth(BAD_BODY)],
    [nested(500), sameOnBoth(BAD_BODY)],
    [{ description: nested(40) }, sameOnBoth(BAD_BODY)],
    [{ description: 'x'.repeat(MIB) }, sameOnBoth({ kind: 'tooLarge' })],
  ];
  return cases.map(([value, expected]) => ({ operation, input: { value }, expected }));
}

function restCases(operation: RestOperation): RestCase[] {
  const wrapper = operation.envelopes[0]?.name ?? '';
  const input = jsonText(operation.envelopes[0]?.wrap({}));
  const texts = ['{', 'null', '[]', '"text"', '1', 'true', '[{}]', '{"a":}', `${input},`, 'NaN', "{'a':1}", '1e999'];
  const types = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
  ];
  return [
    { body: '', expected: invalid({ ...at('INVALID_FORMAT', 'body'), ...mentioning('empty') }) },
    { body: '{\n"a" 1}', expected: invalid({ ...at('INVALID_FORMAT', 'body'), ...mentioning('line 2', 'column 5') }) },
    ...texts.map((body) => ({ body, expected: BAD_BODY })),
    {
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      expected: invalid({ ...at('INVALID_FORMAT', 'body'), ...mentioning('byte 3') }),
    },
    { body: '[['.repeat(5_000), expected: BAD_BODY },
    { body: `${'['.repeat(5_000)}${']'.repeat(5_000)}`, expected: BAD_BODY },
    ...types.map((type) => ({ body: input, headers: { 'Content-Type': type }, expected: BAD_BODY })),
    { body: input, headers: { 'Content-Encoding': 'gzip' }, expected: BAD_BODY },
    { body: `{"${wrapper}":{},"unknown":1}`, expected: invalid(unknownField(['unknown'])) },
    { body: '{"unknown":1}', expected: invalid({ ...at('REQUIRED', wrapper), ...mentioning(`{"${wrapper}": `) }) },
    ...(operation.envelopes.length > 1 ? dataCases() : []),
  ].map((given) => ({ operation, ...given }));
}

/** The second envelope. */
const dataCases = (): Omit<RestCase, 'operation'>[] => [
  { body: '{"product":{},"data":{}}', expected: invalid(at('INVALID_FORMAT', 'data')) },
  { body: '{"data":[]}', expected: invalid(at('INVALID_FORMAT', 'data')) },
  { body: '{"data":{}}', expected: invalid(at('REQUIRED', 'data', 'type'), at('REQUIRED', 'data', 'attributes')) },
  { body: '{"data":{"type":"products"}}', expected: invalid(at('REQUIRED', 'data', 'attributes')) },
  {
    body: '{"data":{"type":"bundles","attributes":{}}}',
    expected: invalid({ ...at('INVALID_FORMAT', 'data', 'type'), ...mentioning('products') }),
  },
  {
    body: '{"data":{"type":"products","attributes":3}}',
    expected: invalid(at('INVALID_FORMAT', 'data', 'attributes')),
  },
  {
    body: '{"data":{"type":"products","attributes":{},"x":1}}',
    expected: invalid(unknownField(['data', 'x'])),
  },
];
