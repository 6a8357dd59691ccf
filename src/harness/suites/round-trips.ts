// A client sends back what it read (D15): taken as it is, refused where it changes what nobody can; REST alone.
import fc from 'fast-check';
import { restOutcome } from '../check/outcome.ts';
import { expectOutcome, refuse } from '../check/pair.ts';
import { jsonText } from '../exchange/json-text.ts';
import { restCall } from '../exchange/send-pair.ts';
import type { JsonObject } from '../expect/outcome.ts';
import { expectUpdated } from '../expect/product.ts';
import type { World } from '../world.ts';
import { expectStored, readProduct } from './read.ts';
import type { Suite } from './suite.ts';

interface RoundTrip {
  readonly id: number;
  readonly envelope: number;
  /** What is put over what was read. */
  readonly change: JsonObject;
}

const OTHER_VALUES = [
  null,
  0,
  1,
  2_147_483_647,
  'text',
  '2025-08-16T00:00:00.000Z',
  true,
  [],
  [{ ad_id: 1, quantity: 99 }],
  {},
];

export function roundTripSuite(world: World): Suite<RoundTrip> {
  const operation = world.rest.operation('updateProduct');
  const shape = operation.envelopes[0]?.shape;
  if (!shape) throw new Error('updateProduct has no input');
  const { online, offline, bundle } = world.fixtures;
  const fixed = [...(shape.fields ?? [])].filter(([, field]) => field.shape.readBack).map(([name]) => name);
  const products = [bundle, offline, ...online.slice(0, 2)].map(({ id }) => id);
  const changes: JsonObject[] = [{}, ...fixed.flatMap((name) => OTHER_VALUES.map((value) => ({ [name]: value })))];

  async function run({ id, envelope, change }: RoundTrip): Promise<void> {
    const before = await readProduct(world, id, 'rest');
    const input = { ...before.product, ...change };
    const body = jsonText(operation.envelopes[envelope % operation.envelopes.length]?.wrap(input));
    const exchange = await world.client.send(
      'rest',
      restCall(operation, id, body, { headers: {}, credential: { who: 'owner' } }),
    );
    world.tally.count(operation.name, 'rest', restOutcome(exchange));
    refuse(world.rest.faults(operation.name, exchange), exchange);
    const expected = expectUpdated(input, before.product, shape as NonNullable<typeof shape>);
    expectOutcome(restOutcome(exchange), expected, exchange);
    const after = await readProduct(world, id, 'graphql');
    const { updated_at: _, ...kept } = before.product;
    expectStored(kept, after.product, [exchange, after.exchange], 'What was read and sent back changed something');
  }

  const roundTrip = fc.record({
    id: fc.constantFrom(...products),
    envelope: fc.nat(1),
    change: fc.constantFrom(...changes),
  });
  return { name: 'send back what was read', share: 2, creates: 0, arbitrary: roundTrip, run };
}
