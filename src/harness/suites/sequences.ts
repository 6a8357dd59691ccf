// Several updates of one product, each over either surface: after every step the other surface reads what it must.
import fc from 'fast-check';
import { graphqlOutcome, restOutcome } from '../check/outcome.ts';
import { checkVersion, expectOutcome } from '../check/pair.ts';
import type { Surface } from '../exchange/client.ts';
import { asRead } from '../exchange/json-text.ts';
import { type Manner, manner, prepare } from '../exchange/send-pair.ts';
import type { JsonObject } from '../expect/outcome.ts';
import { expectUpdated } from '../expect/product.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { VOCABULARY, validObject } from '../generate/valid.ts';
import { createOne, type World } from '../world.ts';
import { expectStored, readProduct } from './read.ts';
import type { Suite } from './suite.ts';

interface Step {
  readonly surface: Surface;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly manner: Manner;
}

export function sequenceSuite(world: World): Suite<readonly Step[]> {
  const operation = world.rest.operation('updateProduct');
  const shape = operation.envelopes[0]?.shape;
  if (!shape) throw new Error('updateProduct has no input');
  const subject = { id: undefined as number | undefined };

  /** Makes a step, and gives what the product must be after it. */
  async function take(
    { surface, change, edits, manner: how }: Step,
    id: number,
    before: JsonObject,
  ): Promise<JsonObject> {
    const input = edited(change, edits);
    const { calls, field, envelope } = prepare(world, { operation, ids: [id, String(id)], input, manner: how });
    const exchange = await world.client.send(surface, calls[surface]);
    const expected = expectUpdated(asRead(input) as JsonObject, before, shape as NonNullable<typeof shape>);
    checkVersion(exchange);
    expectOutcome(
      surface === 'rest' ? restOutcome(exchange) : graphqlOutcome(exchange, field.name),
      expected,
      exchange,
      envelope,
    );
    const other = await readProduct(world, id, surface === 'rest' ? 'graphql' : 'rest');
    const { updated_at: _, ...wanted } = expected.kind === 'ok' ? (expected.stored ?? {}) : before;
    expectStored(wanted, other.product, [exchange, other.exchange], 'The other surface does not read what was written');
    return other.product;
  }

  return {
    name: 'updates over both surfaces in turn',
    share: 4,
    creates: 0,
    arbitrary: fc.array(
      fc.record({
        surface: fc.constantFrom<Surface>('rest', 'graphql'),
        change: validObject(shape, VOCABULARY),
        edits: fc.oneof(
          fc.constant<Edit[]>([]),
          fc.array(fc.constantFrom(...editsOf(shape, VOCABULARY)), { maxLength: 1 }),
        ),
        manner,
      }),
      { minLength: 1, maxLength: 5 },
    ),
    async run(steps) {
      subject.id ??= await createOne(world, world.client, 'createProduct', {
        title: 'Harness',
        rent: 1,
        stock_type: 1,
      });
      let product = (await readProduct(world, subject.id, 'rest')).product;
      for (const step of steps) product = await take(step, subject.id, product);
    },
  };
}
