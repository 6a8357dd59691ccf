// Updates of products, right and wrong: twins of one state get the same change, one over each surface.
import fc from 'fast-check';
import { checkAnswers, checkOutcomes } from '../check/pair.ts';
import { asRead, sameJson } from '../exchange/json-text.ts';
import { type Manner, manner, PLAIN, sendPair } from '../exchange/send-pair.ts';
import { type JsonObject, placeOf } from '../expect/outcome.ts';
import { expectUpdated } from '../expect/product.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { VOCABULARY, validObject } from '../generate/valid.ts';
import { createOne, type World } from '../world.ts';
import { expectStored, productOf, readProduct } from './read.ts';
import type { Suite } from './suite.ts';

interface UpdateCase {
  /** Whether the fields that nothing clears (D20) have values, or never had any. */
  readonly twins: 'full' | 'plain';
  /** What both twins are before the change. */
  readonly base: JsonObject;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly manner: Manner;
}

/** Once set they stay set: null clears none of them. */
const LASTING = [
  'code',
  'stock_unit_type_id',
  'barcode',
  'commodity_code',
  'country_of_manufacture',
  'shelf_life_min',
  'shelf_life_max',
];

/** A base names every field that can be cleared, so that each case begins with the same state. */
const PLAIN_BASE: JsonObject = {
  title: 'Harness',
  description: null,
  rent: 10,
  cost: null,
  stock_type: 1,
  sku: null,
  quantity: 1,
  equipments: [],
  images: [],
  online: true,
  archived: false,
};

const FULL_BASE: JsonObject = {
  ...PLAIN_BASE,
  description: 'text',
  cost: 5,
  stock_type: 0,
  sku: 'S-1',
  code: 'C-1',
  stock_unit_type_id: 1,
  barcode: 'B-1',
  commodity_code: '6306',
  country_of_manufacture: 'DE',
  shelf_life_min: 2,
  shelf_life_max: 4,
};

export function updateProductSuite(world: World): Suite<UpdateCase> {
  const operation = world.rest.operation('updateProduct');
  const shape = operation.envelopes[0]?.shape;
  if (!shape) throw new Error('updateProduct has no input');
  const edits = editsOf(shape, VOCABULARY);
  const twins = createTwins(world);
  const pick = fc.constantFrom(...edits);

  const base = (kind: UpdateCase['twins']): fc.Arbitrary<JsonObject> =>
    validObject(shape, VOCABULARY, [...LASTING, 'stock_type', 'sku']).map((some) => ({
      ...(kind === 'full' ? FULL_BASE : PLAIN_BASE),
      ...some,
    }));

  const update = fc.constantFrom<UpdateCase['twins']>('full', 'plain').chain((kind) =>
    fc.record({
      twins: fc.constant(kind),
      base: base(kind),
      change: validObject(shape, VOCABULARY, kind === 'full' ? [] : LASTING),
      edits: fc.oneof(
        { withCrossShrink: true },
        { weight: 3, arbitrary: fc.constant<Edit[]>([]) },
        { weight: 5, arbitrary: fc.array(pick, { minLength: 1, maxLength: 1 }) },
        { weight: 2, arbitrary: fc.array(pick, { minLength: 2, maxLength: 4 }) },
      ),
      manner,
    }),
  );

  /** Puts a state on both twins; it is itself an update that must be taken. */
  async function put(ids: readonly [number, number], state: JsonObject) {
    const pair = await sendPair(world, { operation, ids, input: state, manner: PLAIN });
    checkAnswers(world, pair);
    const { graphql } = checkOutcomes(pair, { kind: 'ok' });
    return productOf(world, 'graphql', (graphql.data?.product ?? {}) as JsonObject);
  }

  async function run({ twins: kind, base: state, change, edits: changes, manner: how }: UpdateCase): Promise<void> {
    const ids = await twins.ids(kind);
    const before = await put(ids, state);
    expectStored(asRead(state) as JsonObject, before, [], 'An update did not store what it was given');
    const input = asRead(edited(change, changes)) as JsonObject;
    const expected = expectUpdated(input, before, shape as NonNullable<typeof shape>);
    const pair = await sendPair(world, { operation, ids, input: edited(change, changes), manner: how });
    checkAnswers(world, pair);
    const { graphql } = checkOutcomes(pair, expected);

    const swap = how.graphqlFirst;
    const [one, other] = [
      await readProduct(world, ids[0], swap ? 'graphql' : 'rest'),
      await readProduct(world, ids[1], swap ? 'rest' : 'graphql'),
    ];
    if (LASTING.some((name) => kind === 'plain' && (one.product[name] ?? other.product[name]) !== null))
      twins.discard(kind);
    const { id: _id, created_at: _created, updated_at: updatedAt, ...fields } = before;
    const wanted: JsonObject = { ...fields, ...(expected.kind === 'ok' ? expected.stored : {}) };
    const { id: _i, created_at: _c, updated_at: _u, ...stored } = wanted;
    const aspect =
      expected.kind === 'ok' ? 'An update did not leave what it should' : 'A refused update changed something';
    expectStored(stored, one.product, [pair.rest, one.exchange], aspect);
    expectStored(stored, other.product, [pair.graphql, other.exchange], aspect);
    if (expected.kind !== 'ok') {
      expectStored({ updated_at: updatedAt }, other.product, [pair.graphql, other.exchange], aspect);
    } else {
      const payload = productOf(world, 'graphql', (graphql.data?.product ?? {}) as JsonObject);
      if (!sameJson(payload, other.product)) {
        expectStored(
          payload,
          other.product,
          [pair.graphql, other.exchange],
          'The payload of an update is not what is read',
        );
      }
    }
  }

  return {
    name: 'update a product',
    share: 38,
    creates: 0,
    arbitrary: update,
    examples: edits.flatMap((edit) =>
      (['full', 'plain'] as const).map((kind) => ({
        twins: kind,
        base: kind === 'full' ? FULL_BASE : PLAIN_BASE,
        change: {},
        edits: [edit],
        manner: PLAIN,
      })),
    ),
    placeOf({ base, change, edits }) {
      const input = asRead(edited(change, edits)) as JsonObject;
      return placeOf(expectUpdated(input, base, shape));
    },
    run,
  };
}

/** Pairs of products in the same state; made when they are needed, and again when they were spoilt. */
function createTwins(world: World) {
  const pairs = new Map<string, readonly [number, number]>();
  return {
    async ids(kind: string): Promise<readonly [number, number]> {
      const known = pairs.get(kind);
      if (known) return known;
      const create = () =>
        createOne(world, world.client, 'createProduct', { title: 'Harness', rent: 1, stock_type: 1 });
      const made = [await create(), await create()] as const;
      pairs.set(kind, made);
      return made;
    },
    discard: (kind: string) => pairs.delete(kind),
  };
}
