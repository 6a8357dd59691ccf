// Creates of products and bundles, right and wrong, on both surfaces.
import fc from 'fast-check';
import { asRead, jsonText, sameJson } from '../calls/call.ts';
import { type SendOptions, sendOptions, sendPair } from '../calls/send-pair.ts';
import { expectSame } from '../check/answer.ts';
import { checkAnswers, checkContracts, disagreement, type ObservedPair, type Pair } from '../check/pair.ts';
import { createBundleRules } from '../expect/bundle.ts';
import { type JsonObject, rulesOf } from '../expect/expected-answer.ts';
import { createProductRules } from '../expect/product.ts';
import { expectPair, expectRest, type WriteRules } from '../expect/write-rules.ts';
import { completed, type Edit, edited, editsOf } from '../generate/edits.ts';
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
  const rules = createProductRules(world.rest.inputShape('createProduct'));
  const complete = (input: JsonObject) => completed(input, rules.shape, KNOWN_VALUES);
  const edits = editsOf(rules.shape, KNOWN_VALUES);
  const suite = createSuite(world, 'createProduct', rules, (pair, observed, reads) => {
    const payload = payloadProduct(world, observed.graphql.data);
    expectStored(
      payload,
      reads.product,
      [pair.graphql, reads.pair.rest],
      'The payload of a create differs from a read',
    );
  });
  return {
    ...suite,
    arbitrary: createCase(validObject(rules.shape, KNOWN_VALUES), edits, { stock_type: 1 }),
    ...casesFrom(complete(SMALLEST), EXAMPLES.map(complete), edits),
  };
}

/** What both suites of creates share: a product that was created is read back as it was given, over both surfaces. */
function createSuite(
  world: World,
  name: 'createProduct' | 'createBundle',
  rules: WriteRules,
  checkPayload: (pair: Pair, observed: ObservedPair, reads: Awaited<ReturnType<typeof readOnBoth>>) => void,
) {
  const operation = world.rest.operation(name);
  const hasLocation = operation.success.fields?.has('location') === true;
  return {
    isThrottled: true as const,
    async run({ input, edits, options }: CreateCase): Promise<void> {
      const given = edited(input, edits);
      const pair = await sendPair(world, { operation, input: given, options });
      checkContracts(world, pair);
      const expected = expectPair(rules, asRead(given) as JsonObject, pair);
      const observed = checkAnswers(pair, expected);
      for (const surface of ['rest', 'graphql'] as const) {
        const wanted = expected[surface];
        if (wanted.kind !== 'ok' || !wanted.stored) continue;
        const reads = await readOnBoth(world, Number(observed[surface].data?.id));
        const calls = [pair[surface], reads.pair.rest];
        expectStored(wanted.stored, reads.product, calls, 'What was created is read back differently');
        if (surface === 'graphql') checkPayload(pair, observed, reads);
        else expectTagOfRead(pair.rest, reads.pair.rest);
      }
      if (hasLocation && observed.rest.kind === 'ok')
        expectSame('The Location header', pair.rest.headers.get('location'), observed.rest.data?.location, pair.rest);
    },
    labelOf: ({ input, edits }: CreateCase) =>
      edits.length === 0 ? jsonText(input) : rulesOf(expectRest(rules, asRead(edited(input, edits)) as JsonObject)),
  };
}

/** Cases of one edit of the smallest input: examples, and the boundaries of every run. */
function casesFrom(smallest: JsonObject, examples: readonly JsonObject[], edits: readonly Edit[]) {
  const withEdit = (edit: Edit): CreateCase => ({ input: smallest, edits: [edit], options: {} });
  const whole = examples.map((input): CreateCase => ({ input, edits: [], options: {} }));
  const boundaries = edits.filter(({ isBoundary }) => isBoundary).map(withEdit);
  return { boundaries, examples: [...whole, ...edits.map(withEdit)] };
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

/** Ids of no product. */
const UNUSED_IDS = [2_147_483_647, 2_147_483_646, 0, -1, -2_147_483_647];

export function createBundleSuite(world: World): Suite<CreateCase> {
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
  const suite = createSuite(world, 'createBundle', rules, (pair, observed, { product }) => {
    const payload = observed.graphql.data?.bundle;
    if (field.faults(payload).length > 0 || !sameJson((payload as JsonObject).rent, product.rent))
      throw disagreement('new bundle', [product, payload], pair);
  });
  const item = (index: number, quantity: number) => ({ ad_id: online[index]?.id, quantity });
  const complete = (items: readonly unknown[]) => completed({ title: 'Pack', items }, rules.shape, known);
  const sums = [
    [item(0, 3)],
    [item(0, 1), item(1, 1)],
    Array.from({ length: 10 }, () => item(0, 1)),
    online.map((_, index) => item(index, 3)),
  ];
  return {
    ...suite,
    arbitrary: createCase(validObject(rules.shape, known), edits, {}),
    ...casesFrom(complete([item(0, 1)]), sums.map(complete), edits),
  };
}

/** The ids in the value of an edit: a list of items, or a single item. */
const idsIn = (value: unknown): unknown[] =>
  [value]
    .flat()
    .map((item) => (item as { ad_id?: unknown } | null)?.ad_id)
    .filter((id) => Number.isInteger(id));
