// Creates of products and bundles, right and wrong, on both surfaces.
import fc from 'fast-check';
import { type AnsweredCall, asRead, jsonText, sameJson } from '../calls/call.ts';
import { DEFAULT_OPTIONS, type SendOptions, sendOptions, sendPair } from '../calls/send-pair.ts';
import { Finding } from '../check/answer.ts';
import { checkAnswers, checkContracts, disagreement } from '../check/pair.ts';
import { createBundleRules } from '../expect/bundle.ts';
import { type JsonObject, rulesOf } from '../expect/expected-answer.ts';
import { createProductRules } from '../expect/product.ts';
import { expectPair, expectRest } from '../expect/write-rules.ts';
import { boundaryEdits, completed, type Edit, edited, editsOf } from '../generate/edits.ts';
import { KNOWN_VALUES, type KnownValues, validObject } from '../generate/valid.ts';
import { MANY_UNKNOWN } from '../generate/values.ts';
import type { World } from '../world.ts';
import { expectStored, expectTagOfRead, payloadProduct, readOnBoth } from './send-one.ts';
import type { Suite } from './suite.ts';

export interface CreateCase {
  readonly input: JsonObject;
  readonly edits: readonly Edit[];
  readonly options: SendOptions;
}

const SMALLEST: JsonObject = { title: 'Tent', rent: 10, sku: 'S' };

/** The code as the sku, and more errors than an answer has. */
const EXAMPLES: readonly JsonObject[] = [
  { title: 'Tent', rent: 10, code: 'C' },
  { title: 'Tent', rent: 10, code: 'C', sku: null },
  { title: 'Tent', rent: 10, code: 'C', stock_type: 1 },
  { title: 'Tent', rent: 10, code: 'C', sku: 'S' },
  { ...SMALLEST, title: '', ...MANY_UNKNOWN },
  { ...SMALLEST, title: 5, ...MANY_UNKNOWN },
];

export function createProductSuite(world: World): Suite<CreateCase> {
  const operation = world.rest.operation('createProduct');
  const rules = createProductRules(world.rest.inputShape('createProduct'));
  const complete = (input: JsonObject) => completed(input, rules.shape, KNOWN_VALUES);
  const edits = editsOf(rules.shape, KNOWN_VALUES);

  async function run({ input, edits: changes, options }: CreateCase): Promise<void> {
    const given = edited(input, changes);
    const pair = await sendPair(world, { operation, input: given, options });
    checkContracts(world, pair);
    const expected = expectPair(rules, asRead(given) as JsonObject, pair);
    const observed = checkAnswers(pair, expected);
    if (observed.rest.kind === 'ok') checkLocation(observed.rest.data?.location, pair.rest);
    for (const surface of ['rest', 'graphql'] as const) {
      const wanted = expected[surface];
      if (wanted.kind !== 'ok' || !wanted.stored) continue;
      const { product, pair: reads } = await readOnBoth(world, Number(observed[surface].data?.id));
      expectStored(wanted.stored, product, [pair[surface], reads.rest], 'A created product is read back differently');
      if (surface === 'rest') {
        expectTagOfRead(pair.rest, reads.rest);
        continue;
      }
      const payload = payloadProduct(world, observed.graphql.data);
      expectStored(payload, product, [pair.graphql, reads.rest], 'The payload of a create differs from a read');
    }
  }

  const withEdit = (edit: Edit): CreateCase => ({
    ...{ input: complete(SMALLEST), edits: [edit], options: DEFAULT_OPTIONS },
  });
  return {
    isThrottled: true,
    arbitrary: createCase(validObject(rules.shape, KNOWN_VALUES), edits, { stock_type: 1 }),
    boundaries: boundaryEdits(rules.shape, KNOWN_VALUES).map(withEdit),
    examples: [
      ...EXAMPLES.map((input) => ({ input: complete(input), edits: [], options: DEFAULT_OPTIONS })),
      ...edits.map(withEdit),
    ],
    labelOf: ({ input, edits: changes }) =>
      changes.length === 0
        ? JSON.stringify(input)
        : rulesOf(expectRest(rules, asRead(edited(input, changes)) as JsonObject)),
    run,
  };
}

/** Inputs with no edit in four of ten cases; `usual` in half of them avoids most errors of rules across fields. */
const createCase = (
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
    options: sendOptions,
  });

function checkLocation(location: unknown, answered: AnsweredCall): void {
  const header = answered.headers.get('location');
  if (header !== null && header === location) return;
  throw new Finding('The Location header', `is ${header}, the body has ${location}`, [answered], 'rest');
}

/** Ids of no product. */
const UNUSED_IDS = [2_147_483_647, 2_147_483_646, 0, -1, -2_147_483_647];

export function createBundleSuite(world: World): Suite<CreateCase> {
  const operation = world.rest.operation('createBundle');
  const { online, offline, bundles, rivals } = world.fixtures;
  const refused = [offline, ...bundles, ...rivals];
  const candidates = new Map([...online, ...refused].map(({ id, ...candidate }) => [id, candidate]));
  const { answer } = world.rest.operation('readProduct');
  const rules = createBundleRules(world.rest.inputShape('createBundle'), candidates, answer?.shape);
  const known: KnownValues = {
    right: { ...KNOWN_VALUES.right, ad_id: online.map(({ id }) => id) },
    wrong: { ...KNOWN_VALUES.wrong, ad_id: [...refused.map(({ id }) => id), ...UNUSED_IDS] },
  };
  /** Any other id could be one of a product that the harness did not create. */
  const isKnown = (id: unknown) => candidates.has(Number(id)) || !(Number(id) > 0 && Number(id) < 2_147_483_646);
  const edits = editsOf(rules.shape, known).filter(({ value }) => idsIn(value).every(isKnown));
  const field = world.graphql.field('Query.bundle');

  async function run({ input, edits: changes, options }: CreateCase): Promise<void> {
    const given = edited(input, changes);
    const pair = await sendPair(world, { operation, input: given, options });
    checkContracts(world, pair);
    const expected = expectPair(rules, asRead(given) as JsonObject, pair);
    const observed = checkAnswers(pair, expected);
    for (const surface of ['rest', 'graphql'] as const) {
      const wanted = expected[surface];
      if (wanted.kind !== 'ok' || !wanted.stored) continue;
      const { product, pair: reads } = await readOnBoth(world, Number(observed[surface].data?.id));
      expectStored(wanted.stored, product, [pair[surface], reads.rest], 'A created bundle is read back differently');
      if (surface === 'rest') {
        expectTagOfRead(pair.rest, reads.rest);
        continue;
      }
      const payload = observed.graphql.data?.bundle;
      if (field.faults(payload).length > 0 || !sameJson((payload as JsonObject).rent, wanted.stored.rent))
        throw disagreement('new bundle', [wanted.stored, payload], pair);
    }
  }

  const line = (index: number, quantity: number) => ({ ad_id: online[index]?.id, quantity });
  const complete = (items: readonly unknown[]) => completed({ title: 'Pack', items }, rules.shape, known);
  const smallest = complete([line(0, 1)]);
  const withEdit = (edit: Edit): CreateCase => ({ input: smallest, edits: [edit], options: DEFAULT_OPTIONS });
  const sums = [
    [line(0, 3)],
    [line(0, 1), line(1, 1)],
    Array.from({ length: 10 }, () => line(0, 1)),
    online.map((_, index) => line(index, 3)),
  ].map((items): CreateCase => ({ input: complete(items), edits: [], options: DEFAULT_OPTIONS }));
  return {
    isThrottled: true,
    arbitrary: createCase(validObject(rules.shape, known), edits, {}),
    boundaries: boundaryEdits(rules.shape, known)
      .filter(({ value }) => idsIn(value).every(isKnown))
      .map(withEdit),
    examples: [...sums, ...edits.map(withEdit)],
    labelOf: ({ input, edits: changes }) =>
      changes.length === 0
        ? `sum ${jsonText(input)}`
        : rulesOf(expectRest(rules, asRead(edited(input, changes)) as JsonObject)),
    run,
  };
}

/** The ids in the value of an edit: a list of items, or a single item. */
const idsIn = (value: unknown): unknown[] =>
  [value]
    .flat()
    .map((item) => (item as { ad_id?: unknown } | null)?.ad_id)
    .filter((id) => Number.isInteger(id));
