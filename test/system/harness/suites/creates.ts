// Creates of products and bundles, valid and invalid, on both APIs.
import fc from 'fast-check';
import { SURFACES } from '../calls/call.ts';
import { type SendOptions, sendOptions } from '../calls/prepare.ts';
import { expectSame } from '../check/answer.ts';
import { eachMember, type Shape } from '../contract/shape.ts';
import { idsOf } from '../expect/bundle.ts';
import { type JsonObject, OK, rulesOf } from '../expect/expected-answer.ts';
import { createProductRules } from '../expect/product.ts';
import { expectPair, expectRest, type WriteRules } from '../expect/write-rules.ts';
import { completed, type Edit, edited, editsOf, someOf } from '../generate/edits.ts';
import { validObject } from '../generate/valid.ts';
import { isOfVersion, MANY_UNKNOWN } from '../generate/values.ts';
import type { World } from '../world.ts';
import { expectReadBack, expectTagOfRead, sendBoth } from './send.ts';
import { bundleRules, combinations, type Suite } from './suite.ts';

interface CreateCase {
  readonly input: JsonObject;
  readonly edits: readonly Edit[];
  readonly options: SendOptions;
}

const SMALLEST: JsonObject = { title: 'Tent', rent: 10, sku: 'S' };

/** The code as the sku, and more errors than a response has. */
const EXAMPLES: readonly JsonObject[] = [
  { title: 'Tent', rent: 10, code: 'C' },
  { title: 'Tent', rent: 10, code: 'C', sku: null },
  { title: 'Tent', rent: 10, code: 'C', stockType: 'BULK' },
  { title: 'Tent', rent: 10, code: 'C', sku: 'S' },
  { ...SMALLEST, title: '', ...MANY_UNKNOWN },
  { ...SMALLEST, title: 5, ...MANY_UNKNOWN },
];

/** Each pair of members of the enums of an input: every kind of stock with every type of product. */
const enumPairs = (shape: Shape): JsonObject[] =>
  combinations(eachMember(shape), eachMember(shape)).map(([one, other]) => ({
    ...SMALLEST,
    ...one,
    ...other,
  }));

export function createProductSuite(world: World): Suite<CreateCase> {
  const shape = world.rest.inputShape('createProduct');
  return createSuite(world, 'createProduct', createProductRules(world), {
    smallest: SMALLEST,
    examples: [...EXAMPLES.filter((input) => isOfVersion(input, shape)), ...enumPairs(shape)],
    usual: { stockType: 'BULK' },
  });
}

interface Inputs {
  readonly smallest: JsonObject;
  readonly examples: readonly JsonObject[];
  /** Fields that avoid most errors of rules across fields; half of the random inputs have them. */
  readonly usual?: JsonObject;
  readonly edits?: readonly Edit[];
}

/** Both suites of creates: a created product is read back as given, over both APIs. */
function createSuite(
  world: World,
  name: 'createProduct' | 'createBundle',
  rules: WriteRules,
  { smallest, examples, usual = {}, edits = editsOf(rules.shape) }: Inputs,
): Suite<CreateCase> {
  const operation = world.rest.operation(name);
  const reading = world.rest.operation('readProduct');
  const hasLocation = operation.success.fields.has('location');
  const example = (input: JsonObject, ...some: readonly Edit[]) => ({
    input: completed(input, rules.shape),
    edits: some,
    options: {},
  });
  return {
    async run({ input, edits, options }) {
      const given = edited(input, edits);
      const expected = expectPair(rules, given);
      const sent = await sendBoth(world, { operation, input: given, options }, expected);
      for (const surface of SURFACES) {
        const wanted = expected[surface];
        if (wanted.kind !== 'ok') continue;
        const { answered, observed } = sent[surface];
        const target = { operation: reading, id: Number(observed.data?.id) };
        const { rest: read } = await sendBoth(world, target, OK);
        const product = read.observed.resource ?? {};
        const aspect = 'What was created is read back differently';
        expectReadBack(
          sent[surface],
          { product, answered: read.answered },
          wanted.stored,
          aspect,
        );
        if (surface === 'rest') expectTagOfRead(answered, read.answered);
      }
      const { answered, observed } = sent.rest;
      const location = answered.headers.get('location');
      if (hasLocation && observed.kind === 'ok')
        expectSame('The Location header', location, observed.data?.location, answered);
    },
    arbitrary: fc.record({
      input: fc
        .tuple(validObject(rules.shape), fc.constantFrom({}, usual))
        .map(([given, others]) => ({ ...given, ...others })),
      edits: someOf(edits),
      options: sendOptions,
    }),
    boundaries: [
      ...examples.map((input) => example(input)),
      ...edits.filter(({ isBoundary }) => isBoundary).map((edit) => example(smallest, edit)),
    ],
    examples: edits.map((edit) => example(smallest, edit)),
    labelOf: ({ input, edits: some }) => rulesOf(expectRest(rules, edited(input, some))),
  };
}

export function createBundleSuite(world: World): Suite<CreateCase> {
  const { online, offline, bundles, rivals } = world.fixtures;
  const refused = [offline, ...bundles, ...rivals];
  const rules = bundleRules(world);
  const known = idsOf([...online, ...refused]);
  /** Any other ID could belong to a product that the harness did not create. */
  const isKnown = (id: number) => known.includes(id) || !(id > 0 && id < 2_147_483_646);
  const edits = editsOf(rules.shape).filter(({ value }) => idsIn(value).every(isKnown));
  const item = (index: number, quantity: number) => ({ adId: online[index]?.id, quantity });
  const pack = (...items: readonly unknown[]) => ({ title: 'Pack', items });
  const examples = [
    pack(item(0, 3)),
    pack(item(0, 1), item(1, 1)),
    pack(...Array.from({ length: 10 }, () => item(0, 1))),
    pack(...online.map((_, index) => item(index, 3))),
    // One of each kind of product that can't be an item.
    ...refused.map(({ id }) => pack({ adId: id, quantity: 1 })),
  ];
  const inputs = { smallest: pack(item(0, 1)), examples, edits };
  return createSuite(world, 'createBundle', rules, inputs);
}

/** The IDs in the value of an edit: a list of items, or a single item. */
const idsIn = (value: unknown): number[] =>
  [value]
    .flat()
    .map((item) => (item as { adId?: unknown } | null)?.adId)
    .filter((id): id is number => Number.isInteger(id));
