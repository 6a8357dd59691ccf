// Creates of bundles, right and wrong: their items, and their rent as the decimal sum of theirs.
import { checkAnswers, checkOutcomes, disagreement } from '../check/pair.ts';
import { asRead, jsonText, sameJson } from '../exchange/json-text.ts';
import { PLAIN, sendPair } from '../exchange/send-pair.ts';
import { expectBundle } from '../expect/bundle.ts';
import { type JsonObject, placeOf } from '../expect/outcome.ts';
import { edited, editsOf } from '../generate/edits.ts';
import { VOCABULARY, type Vocabulary, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';
import { type CreateCase, createCase } from './create-product.ts';
import { expectStored, readOnBoth } from './read.ts';
import type { Suite } from './suite.ts';

/** Ids that name no product anywhere. */
const NOBODYS = [2_147_483_647, 2_147_483_646, 0, -1, -2_147_483_647];

export function createBundleSuite(world: World): Suite<CreateCase> {
  const operation = world.rest.operation('createBundle');
  const shape = operation.envelopes[0]?.shape;
  if (!shape) throw new Error('createBundle has no input');
  const { online, offline, bundle, rivals } = world.fixtures;
  const refused = [offline, bundle, ...rivals];
  const candidates = new Map([...online, ...refused].map(({ id, ...candidate }) => [id, candidate]));
  const words: Vocabulary = {
    right: { ...VOCABULARY.right, ad_id: online.map(({ id }) => id) },
    wrong: { ...VOCABULARY.wrong, ad_id: [...refused.map(({ id }) => id), ...NOBODYS] },
  };
  const isKnown = (id: unknown) => candidates.has(Number(id)) || !(Number(id) > 0 && Number(id) < 2_147_483_646);
  const edits = editsOf(shape, words).filter(({ value }) => idsIn(value).every(isKnown));
  const field = world.graphql.field('Query.bundle');

  async function run({ input, edits: changes, manner: how }: CreateCase): Promise<void> {
    const given = edited(input, changes);
    const expected = expectBundle(asRead(given) as JsonObject, shape as NonNullable<typeof shape>, candidates);
    const pair = await sendPair(world, { operation, input: given, manner: how });
    checkAnswers(world, pair);
    const { rest, graphql } = checkOutcomes(pair, expected);
    if (expected.kind !== 'ok' || !expected.stored) return;
    const created = { rest: Number(rest.data?.id), graphql: Number(graphql.data?.id) };
    for (const surface of ['rest', 'graphql'] as const) {
      const { product, pair: reads } = await readOnBoth(world, created[surface]);
      expectStored(expected.stored, product, [pair[surface], reads.rest], 'What was created is not what is read');
    }
    const payload = graphql.data?.bundle;
    const faults = field.faults(payload);
    if (faults.length > 0 || !sameJson((payload as JsonObject).rent, expected.stored.rent)) {
      throw disagreement('new bundle', [expected.stored, payload], pair);
    }
  }

  const smallest = { title: 'Pack', items: [{ ad_id: online[0]?.id, quantity: 1 }] };
  const line = (index: number, quantity: number) => ({ ad_id: online[index]?.id, quantity });
  const sums = [
    [line(0, 3)],
    [line(0, 1), line(1, 1)],
    Array.from({ length: 10 }, () => line(0, 1)),
    online.map((_, index) => line(index, 3)),
  ].map((items): CreateCase => ({ input: { title: 'Pack', items }, edits: [], manner: PLAIN }));
  return {
    name: 'create a bundle',
    share: 16,
    creates: 2,
    arbitrary: createCase(validObject(shape, words), edits, {}),
    examples: [...sums, ...edits.map((edit) => ({ input: smallest, edits: [edit], manner: PLAIN }))],
    placeOf: ({ input, edits: changes }) =>
      changes.length === 0
        ? `sum ${jsonText(input)}`
        : placeOf(expectBundle(asRead(edited(input, changes)) as JsonObject, shape, candidates)),
    run,
  };
}

/** The ids that an edit would name; one that is neither made by the harness nor nobody's could be anybody's product. */
const idsIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.map((item) => item?.ad_id).filter((id) => Number.isInteger(id)) : [];
