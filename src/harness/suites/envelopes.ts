// Bodies whose envelope is wrong (D11, D20): on both surfaces where GraphQL can say the same, else on REST alone.
import fc from 'fast-check';
import { restOutcome } from '../check/outcome.ts';
import { checkAnswers, checkOutcomes, expectOutcome, refuse } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { jsonText } from '../exchange/json-text.ts';
import { PLAIN, pathOf, sendPair } from '../exchange/send-pair.ts';
import { type Expected, type ExpectedError, type FieldErrorCode, placeOf } from '../expect/outcome.ts';
import { nested } from '../generate/values.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

interface BodyCase {
  readonly operation: RestOperation;
  /** An input for both surfaces; REST alone gets `body` instead. */
  readonly input?: { readonly value: unknown };
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

const invalid = (...errors: [field: string, code: FieldErrorCode][]): Expected => ({
  kind: 'invalid',
  errors: errors.map(([field, code]): ExpectedError => ({ field, code })),
});
const badBody = invalid(['body', 'INVALID_FORMAT']);

/** One byte more than fits, and a body that fits. */
const MIB = 1024 * 1024;

export function envelopeSuite(world: World): Suite<BodyCase> {
  const [product] = world.fixtures.online;
  const cases = ['updateProduct', 'createProduct', 'createBundle']
    .map((name) => world.rest.operation(name))
    .flatMap((operation) => [...sharedCases(operation), ...restCases(operation)]);
  const id = product?.id ?? 0;

  async function run({ operation, input, body, headers, expected }: BodyCase): Promise<void> {
    const takesId = operation.path.includes('{id}');
    if (input) {
      const pair = await sendPair(world, {
        operation,
        ...(takesId && { ids: [id, String(id)] as const }),
        input: input.value,
        manner: PLAIN,
      });
      checkAnswers(world, pair);
      checkOutcomes({ ...pair, variable: undefined }, expected);
      return;
    }
    const rest = await world.client.send('rest', {
      method: operation.method,
      path: pathOf(operation, id),
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    });
    world.tally.count(operation.name, 'rest', restOutcome(rest));
    refuse(world.rest.faults(operation.name, rest), rest);
    expectOutcome(restOutcome(rest), expected, rest);
  }

  return {
    name: 'envelopes',
    share: 5,
    creates: 2,
    arbitrary: fc.constantFrom(...cases),
    examples: cases,
    placeOf: ({ operation, expected }) => `${operation.name} ${placeOf(expected)}`,
    run,
  };
}

/** What an input can be beside an object: the same on both surfaces. */
function sharedCases(operation: RestOperation): BodyCase[] {
  const wrapper = operation.envelopes[0]?.name ?? '';
  const wrong = [5, 'text', true, [], [{}], 0.5].map((value) => ({
    value,
    expected: invalid([wrapper, 'INVALID_FORMAT']),
  }));
  return [
    { value: undefined, expected: invalid([wrapper, 'REQUIRED']) },
    { value: null, expected: invalid([wrapper, 'REQUIRED']) },
    ...wrong,
    { value: nested(40), expected: badBody },
    { value: nested(500), expected: badBody },
    { value: { description: nested(40) }, expected: badBody },
    { value: { description: 'x'.repeat(MIB) }, expected: { kind: 'tooLarge' } as const },
  ].map(({ value, expected }) => ({ operation, input: { value }, expected }));
}

function restCases(operation: RestOperation): BodyCase[] {
  const wrapper = operation.envelopes[0]?.name ?? '';
  const input = jsonText(operation.envelopes[0]?.wrap({}));
  const texts = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '1',
    'true',
    '[{}]',
    '{"a":}',
    `${input},`,
    'NaN',
    "{'a':1}",
    '1e999',
  ];
  const types = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
  ];
  return [
    ...texts.map((body) => ({ body, expected: badBody })),
    { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), expected: badBody },
    { body: '[['.repeat(5_000), expected: badBody },
    { body: `${'['.repeat(5_000)}${']'.repeat(5_000)}`, expected: badBody },
    ...types.map((type) => ({ body: input, headers: { 'Content-Type': type }, expected: badBody })),
    { body: input, headers: { 'Content-Encoding': 'gzip' }, expected: badBody },
    { body: `{"${wrapper}":{},"unknown":1}`, expected: invalid(['unknown', 'INVALID_FORMAT']) },
    { body: '{"unknown":1}', expected: invalid([wrapper, 'REQUIRED'], ['unknown', 'INVALID_FORMAT']) },
    ...(operation.envelopes.length > 1 ? dataCases() : []),
  ].map((given) => ({ operation, ...given }));
}

const dataCases = (): Omit<BodyCase, 'operation'>[] => [
  { body: '{"product":{},"data":{}}', expected: invalid(['data', 'INVALID_FORMAT']) },
  { body: '{"data":[]}', expected: invalid(['data', 'INVALID_FORMAT']) },
  { body: '{"data":{}}', expected: invalid(['data.type', 'REQUIRED'], ['data.attributes', 'REQUIRED']) },
  { body: '{"data":{"type":"products"}}', expected: invalid(['data.attributes', 'REQUIRED']) },
  { body: '{"data":{"type":"bundles","attributes":{}}}', expected: invalid(['data.type', 'INVALID_FORMAT']) },
  { body: '{"data":{"type":"products","attributes":3}}', expected: invalid(['data.attributes', 'INVALID_FORMAT']) },
  { body: '{"data":{"type":"products","attributes":{},"x":1}}', expected: invalid(['data.x', 'INVALID_FORMAT']) },
];
