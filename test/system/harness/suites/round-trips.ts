// Updates that send back a product as it was read (D15), with some of its read-only fields changed; REST alone.
import fc from 'fast-check';
import { asRead, jsonText, RawNumber } from '../calls/json-text.ts';
import { restCall } from '../calls/send-pair.ts';
import { checkAnswer, throwFirstFault } from '../check/answer.ts';
import { observeRest } from '../check/observed-answer.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { updateProductRules } from '../expect/product.ts';
import { COMPARED_ON_UPDATE, IGNORED_ON_UPDATE } from '../expect/product-fields.ts';
import { expectRest } from '../expect/write-rules.ts';
import type { World } from '../world.ts';
import { expectStored, readProduct } from './read-back.ts';
import type { Suite } from './suite.ts';

interface RoundTrip {
  readonly id: number;
  readonly envelope: number;
  /** Fields to replace in the product that was read. */
  readonly change: JsonObject;
}

const OTHER_VALUES = [
  null,
  0,
  1,
  2_147_483_647,
  'text',
  'a\0b',
  '2025-08-16T00:00:00.000Z',
  true,
  [],
  [{ ad_id: 1, quantity: 99 }],
  {},
  new RawNumber('1e999'),
];

export function roundTripSuite(world: World): Suite<RoundTrip> {
  const operation = world.rest.operation('updateProduct');
  const shape = world.rest.inputShape('updateProduct');
  const { online, offline, bundles } = world.fixtures;
  const targets = [...bundles, offline].map(({ id }) => id);
  const products = [...bundles, offline, ...online.slice(0, 2)].map(({ id }) => id);
  const changes: JsonObject[] = [
    {},
    { created_at: null, updated_at: 'text' },
    ...[...COMPARED_ON_UPDATE, ...IGNORED_ON_UPDATE].flatMap((name) =>
      OTHER_VALUES.map((value) => ({ [name]: value })),
    ),
  ];

  async function run({ id, envelope, change }: RoundTrip): Promise<void> {
    const before = await readProduct(world, id, 'rest');
    const input = { ...before.product, ...change };
    const body = jsonText(operation.envelopes[envelope % operation.envelopes.length]?.wrap(input));
    const answered = await world.client.send(
      'rest',
      restCall(operation, id, body, { headers: {}, credential: { who: 'owner' } }),
    );
    world.tally.count(operation.name, 'rest', observeRest(answered));
    throwFirstFault(world.rest.faults(operation.name, answered), answered);
    const expected = expectRest(updateProductRules(shape, before.product), asRead(input) as JsonObject);
    checkAnswer(observeRest(answered), expected, answered);
    const after = await readProduct(world, id, 'graphql');
    const { updated_at: _, ...kept } = before.product;
    expectStored(kept, after.product, [answered, after.answered], 'A product that was sent back as read has changed');
  }

  const cases = changes.flatMap((change) => targets.map((id) => ({ id, envelope: 0, change })));
  return {
    name: 'send back a product as it was read',
    share: 3,
    isThrottled: false,
    arbitrary: fc.record({
      id: fc.constantFrom(...products),
      envelope: fc.nat(1),
      change: fc.constantFrom(...changes),
    }),
    examples: cases,
    labelOf: ({ id, change }) => `${id === offline.id ? 'product' : 'bundle'} ${Object.keys(change).join()}`,
    run,
  };
}
