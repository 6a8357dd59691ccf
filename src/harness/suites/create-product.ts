// Creates of products, right and wrong: what was created is what is read, over both surfaces.
import fc from 'fast-check';
import { Finding } from '../check/finding.ts';
import { checkAnswers, checkOutcomes } from '../check/pair.ts';
import { asRead } from '../exchange/json-text.ts';
import { type Manner, manner, PLAIN, sendPair } from '../exchange/send-pair.ts';
import { type JsonObject, placeOf } from '../expect/outcome.ts';
import { expectCreated } from '../expect/product.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { VOCABULARY, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';
import { expectStored, productOf, readOnBoth } from './read.ts';
import type { Suite } from './suite.ts';

export interface CreateCase {
  readonly input: JsonObject;
  readonly edits: readonly Edit[];
  readonly manner: Manner;
}

export function createProductSuite(world: World): Suite<CreateCase> {
  const operation = world.rest.operation('createProduct');
  const shape = operation.envelopes[0]?.shape;
  if (!shape) throw new Error('createProduct has no input');
  const edits = editsOf(shape, VOCABULARY);

  async function run({ input, edits: changes, manner: how }: CreateCase): Promise<void> {
    const given = edited(input, changes);
    const expected = expectCreated(asRead(given) as JsonObject, shape as NonNullable<typeof shape>);
    const pair = await sendPair(world, { operation, input: given, manner: how });
    checkAnswers(world, pair);
    const { rest, graphql } = checkOutcomes(pair, expected);
    if (expected.kind !== 'ok' || !expected.stored) return;
    checkLocation(pair.rest.headers.get('location'), rest.data?.location, pair.rest);
    const created = { rest: Number(rest.data?.id), graphql: Number(graphql.data?.id) };
    for (const surface of ['rest', 'graphql'] as const) {
      const { product, pair: reads } = await readOnBoth(world, created[surface]);
      expectStored(expected.stored, product, [pair[surface], reads.rest], 'What was created is not what is read');
      if (surface === 'graphql') {
        const payload = productOf(world, 'graphql', (graphql.data?.product ?? {}) as JsonObject);
        expectStored(payload, product, [pair.graphql, reads.rest], 'The payload of a create is not what is read');
      }
    }
  }

  return {
    name: 'create a product',
    share: 20,
    creates: 2,
    arbitrary: createCase(validObject(shape, VOCABULARY), edits, { stock_type: 1 }),
    examples: edits.map((edit) => ({ input: { title: 'Tent', rent: 10, sku: 'S' }, edits: [edit], manner: PLAIN })),
    placeOf: ({ input, edits: changes }) => placeOf(expectCreated(asRead(edited(input, changes)) as JsonObject, shape)),
    run,
  };
}

/** Half of the cases are right, or nearly so; `usual` keeps most of them clear of rules across fields. */
export const createCase = (
  input: fc.Arbitrary<JsonObject>,
  edits: readonly Edit[],
  usual: JsonObject,
): fc.Arbitrary<CreateCase> =>
  fc.record({
    input: fc.tuple(input, fc.boolean()).map(([given, isUsual]) => (isUsual ? { ...given, ...usual } : given)),
    edits: fc.oneof(
      { withCrossShrink: true },
      { weight: 4, arbitrary: fc.constant<Edit[]>([]) },
      { weight: 4, arbitrary: fc.array(fc.constantFrom(...edits), { minLength: 1, maxLength: 1 }) },
      { weight: 2, arbitrary: fc.array(fc.constantFrom(...edits), { minLength: 2, maxLength: 4 }) },
    ),
    manner,
  });

function checkLocation(
  header: string | null,
  location: unknown,
  exchange: Parameters<typeof expectStored>[2][number],
): void {
  if (header !== null && header === location) return;
  throw new Finding('The Location header', `is ${header}, the body says ${location}`, [exchange], 'rest');
}
