// Writes to what is not one's own, or not there: refused alike on both surfaces, whatever the body, and without effect.
import fc from 'fast-check';
import { checkAnswers, checkOutcomes } from '../check/pair.ts';
import { type Manner, manner, sendPair } from '../exchange/send-pair.ts';
import type { JsonObject } from '../expect/outcome.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { VOCABULARY, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';
import { expectStored, readProduct } from './read.ts';
import { NO_IDS } from './reads.ts';
import type { Suite } from './suite.ts';

interface Target {
  readonly id: string;
  /** Who tries. */
  readonly who: 'owner' | 'rival';
  /** Whose it is; absent where it is nothing. */
  readonly owner?: 'owner' | 'rival';
}

interface OwnershipCase {
  readonly target: Target;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly manner: Manner;
}

export function ownershipSuite(world: World): Suite<OwnershipCase> {
  const operation = world.rest.operation('updateProduct');
  const shape = operation.envelopes[0]?.shape;
  if (!shape) throw new Error('updateProduct has no input');
  const { online, bundle, rivals } = world.fixtures;
  const mine = world.client.hasRival ? [...online.slice(0, 2), bundle] : [];
  const targets: Target[] = [
    ...rivals.map(({ id }) => ({ id: String(id), who: 'owner' as const, owner: 'rival' as const })),
    ...mine.map(({ id }) => ({ id: String(id), who: 'rival' as const, owner: 'owner' as const })),
    ...NO_IDS.map((id) => ({ id, who: 'owner' as const })),
  ];

  async function run({ target: { id, who, owner }, change, edits, manner: how }: OwnershipCase): Promise<void> {
    const before = owner && (await readProduct(world, Number(id), 'rest', owner));
    const credential = { who, place: how.tokenIn };
    const pair = await sendPair(world, {
      operation,
      ids: [id, id],
      input: edited(change, edits),
      manner: how,
      credential,
    });
    checkAnswers(world, pair);
    checkOutcomes(pair, { kind: owner ? 'forbidden' : 'notFound' });
    if (!before || !owner) return;
    const after = await readProduct(world, Number(id), 'rest', owner);
    expectStored(
      before.product,
      after.product,
      [pair.rest, pair.graphql, after.exchange],
      "Somebody else's update changed something",
    );
  }

  return {
    name: 'update what is not yours',
    share: 4,
    creates: 0,
    arbitrary: fc.record({
      target: fc.constantFrom(...targets),
      change: validObject(shape, VOCABULARY),
      edits: fc.array(fc.constantFrom(...editsOf(shape, VOCABULARY)), { maxLength: 2 }),
      manner,
    }),
    run,
  };
}
