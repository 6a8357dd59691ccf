// Updates of products of another owner, and of ids without a product: refused on both surfaces, without effect.
import fc from 'fast-check';
import { asRead } from '../calls/json-text.ts';
import { type SendOptions, sendOptions, sendPair } from '../calls/send-pair.ts';
import { checkAnswers, checkContracts } from '../check/pair.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import { updatableFields, updateProductRules } from '../expect/product.ts';
import { variableRefusal } from '../expect/write-rules.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { KNOWN_VALUES, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';
import { expectStored, readProduct } from './read-back.ts';
import { NO_IDS } from './read-by-id.ts';
import type { Suite } from './suite.ts';

interface Target {
  readonly id: string;
  /** The caller. */
  readonly who: 'owner' | 'rival';
  /** The owner of the product; absent for an id without a product. */
  readonly owner?: 'owner' | 'rival';
}

interface ForeignCase {
  readonly target: Target;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly options: SendOptions;
}

export function foreignProductSuite(world: World): Suite<ForeignCase> {
  const operation = world.rest.operation('updateProduct');
  const body = world.rest.inputShape('updateProduct');
  const shape = updatableFields(body);
  const { online, bundles, rivals } = world.fixtures;
  const mine = world.client.hasRival ? [...online.slice(0, 2), ...bundles] : [];
  const targets: Target[] = [
    ...rivals.map(({ id }) => ({ id: String(id), who: 'owner' as const, owner: 'rival' as const })),
    ...mine.map(({ id }) => ({ id: String(id), who: 'rival' as const, owner: 'owner' as const })),
    ...NO_IDS.map((id) => ({ id, who: 'owner' as const })),
  ];

  async function run({ target: { id, who, owner }, change, edits, options }: ForeignCase): Promise<void> {
    const before = owner && (await readProduct(world, Number(id), 'rest', owner));
    const credential = { who, tokenIn: options.tokenIn };
    const input = edited(change, edits);
    const pair = await sendPair(world, { operation, ids: [id, id], input, options, credential });
    checkContracts(world, pair);
    const refused: ExpectedAnswer = { kind: owner ? 'forbidden' : 'notFound' };
    // GraphQL refuses variables of the wrong type before it looks for the product (D36).
    const byVariable = variableRefusal(updateProductRules(body, {}), asRead(input) as JsonObject, pair);
    checkAnswers(pair, { rest: refused, graphql: byVariable ?? refused });
    if (!before || !owner) return;
    const after = await readProduct(world, Number(id), 'rest', owner);
    expectStored(
      before.product,
      after.product,
      [pair.rest, pair.graphql, after.answered],
      'An update by another user changed a field',
    );
  }

  return {
    name: 'update a product of another owner',
    share: 4,
    isThrottled: false,
    arbitrary: fc.record({
      target: fc.constantFrom(...targets),
      change: validObject(shape, KNOWN_VALUES),
      edits: fc.array(fc.constantFrom(...editsOf(shape, KNOWN_VALUES)), { maxLength: 2 }),
      options: sendOptions,
    }),
    run,
  };
}
