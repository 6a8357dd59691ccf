// Sequences of updates of one product, each over either surface: the other surface reads the result of every step.
import fc from 'fast-check';
import type { Surface } from '../calls/call.ts';
import { asRead } from '../calls/json-text.ts';
import { prepare, type SendOptions, sendOptions } from '../calls/send-pair.ts';
import { checkAnswer, checkHeaders } from '../check/answer.ts';
import { observeGraphQL, observeRest } from '../check/observed-answer.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { updatableFields, updateProductRules } from '../expect/product.ts';
import { expectPair } from '../expect/write-rules.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { KNOWN_VALUES, validObject } from '../generate/valid.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { expectStored, readProduct } from './read-back.ts';
import type { Suite } from './suite.ts';

interface Step {
  readonly surface: Surface;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly options: SendOptions;
}

export function updateSequenceSuite(world: World): Suite<readonly Step[]> {
  const operation = world.rest.operation('updateProduct');
  const body = world.rest.inputShape('updateProduct');
  const shape = updatableFields(body);
  let created: number | undefined;

  /** Takes a step; the product after it. */
  async function take({ surface, change, edits, options }: Step, id: number, before: JsonObject): Promise<JsonObject> {
    const input = edited(change, edits);
    const { calls, envelope, ...sent } = prepare(world, { operation, ids: [id, String(id)], input, options });
    const answered = await world.client.send(surface, calls[surface]);
    const rules = updateProductRules(body, before);
    const expected = expectPair(rules, asRead(input) as JsonObject, sent)[surface];
    checkHeaders(answered);
    const observed = surface === 'rest' ? observeRest(answered, operation) : observeGraphQL(answered, sent.field.name);
    checkAnswer(observed, expected, answered, envelope);
    const other = await readProduct(world, id, surface === 'rest' ? 'graphql' : 'rest');
    const { updated_at: _, ...wanted } = expected.kind === 'ok' ? (expected.stored ?? {}) : before;
    expectStored(
      wanted,
      other.product,
      [answered, other.answered],
      'The other surface reads other values after an update',
    );
    return other.product;
  }

  return {
    name: 'updates over both surfaces in turn',
    share: 4,
    isThrottled: false,
    arbitrary: fc.array(
      fc.record({
        surface: fc.constantFrom<Surface>('rest', 'graphql'),
        change: validObject(shape, KNOWN_VALUES),
        edits: fc.oneof(
          fc.constant<Edit[]>([]),
          fc.array(fc.constantFrom(...editsOf(shape, KNOWN_VALUES)), { maxLength: 1 }),
        ),
        options: sendOptions,
      }),
      { minLength: 1, maxLength: 5 },
    ),
    async run(steps) {
      created ??= await createOne(world, world.client, 'createProduct', PLAIN_PRODUCT);
      let product = (await readProduct(world, created, 'rest')).product;
      for (const step of steps) product = await take(step, created, product);
    },
  };
}
