// Product updates, valid and invalid: two products in the same state get the same change, one over each API.
import fc from 'fast-check';
import { asRead } from '../calls/call.ts';
import { type SendOptions, sendOptions } from '../calls/send-pair.ts';
import { knownFields, type Shape, withoutFields } from '../contract/shape.ts';
import { type JsonObject, rulesOf } from '../expect/expected-answer.ts';
import { updatableFields, updateProductRules } from '../expect/product.ts';
import { isClearable, sampleProduct, unsetProduct } from '../expect/product-fields.ts';
import { expectPair, expectRest, type SentInput } from '../expect/write-rules.ts';
import { completed, type Edit, edited, editsOf, someOf } from '../generate/edits.ts';
import { validObject } from '../generate/valid.ts';
import { isOfVersion, MANY_UNKNOWN } from '../generate/values.ts';
import { createOne, type World } from '../world.ts';
import { expectStored, payloadProduct, readProduct, sendBoth } from './send-one.ts';
import { DEPENDENT_FIELDS, OK, SURFACES, type Suite } from './suite.ts';

interface UpdateCase {
  /** The state of both products before the change, with a value or null for every field. */
  readonly base: JsonObject;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly options: SendOptions;
}

/** Each has values below and above the other's. */
const SHELF_LIVES = { shelfLifeMin: 2, shelfLifeMax: 4 };

/** States of a product: with no optional fields, with everything, and that under bulk stock. */
function basesOf(shape: Shape): { plain: JsonObject; full: JsonObject; bulk: JsonObject } {
  const full = {
    ...sampleProduct(shape),
    ...completed(knownFields(SHELF_LIVES, shape), shape),
  };
  const unset = Object.entries(unsetProduct(shape)).filter(
    ([name, value]) => value !== null || isClearable(name, shape),
  );
  const bulk = { ...full, stockType: 'BULK' };
  return { plain: { ...bulk, ...Object.fromEntries(unset) }, full, bulk };
}

/** The code as the sku, null under each stock, and more errors than a response has. */
const examplesOf = ({
  plain,
  full,
  bulk,
}: ReturnType<typeof basesOf>): readonly (readonly [
  base: JsonObject,
  change: JsonObject,
])[] => [
  [plain, { code: 'C' }],
  [plain, { code: 'C', stockType: 'UNIT' }],
  [plain, { code: 'C', sku: null }],
  [plain, { code: 'C', sku: null, stockType: 'UNIT' }],
  [{ ...plain, code: 'C' }, { stockType: 'UNIT' }],
  [full, { code: 'C' }],
  [full, { code: null }],
  [bulk, { code: 'C', sku: null }],
  [bulk, { sku: null, stockType: 'UNIT' }],
  [bulk, { shelfLifeMin: null, shelfLifeMax: 1 }],
  [bulk, { title: '', ...MANY_UNKNOWN }],
];

export function updateProductSuite(world: World): Suite<UpdateCase> {
  const operation = world.rest.operation('updateProduct');
  const body = world.rest.inputShape('updateProduct');
  const shape = updatableFields(body);
  const edits = editsOf(shape);
  const bases = basesOf(shape);
  const states = Object.values(bases);
  const rulesByState = new Map(
    states.map((state) => [
      state,
      updateProductRules(world.rest, { type: 'PRODUCT', ...state }),
    ]),
  );
  const caseOf = (state: JsonObject, edit: Edit) => ({
    base: state,
    change: {},
    edits: [edit],
    options: {},
  });
  let created: readonly [rest: number, graphql: number] | undefined;

  const base: fc.Arbitrary<JsonObject> = fc
    .tuple(fc.constantFrom(...states), validObject(withoutFields(shape, DEPENDENT_FIELDS)))
    .map(([whole, some]) => ({ ...whole, ...some }));

  /** Updates both products to a state; returns the state from GraphQL. */
  async function put(ids: readonly [number, number], state: JsonObject): Promise<JsonObject> {
    const { observed } = await sendBoth(world, { operation, id: ids, input: state }, OK);
    return payloadProduct(world, observed.graphql.data);
  }

  async function run({
    base: state,
    change,
    edits: changes,
    options,
  }: UpdateCase): Promise<void> {
    created ??= [await createOne(world), await createOne(world)];
    const before = await put(created, state);
    expectStored(
      asRead(state) as JsonObject,
      before,
      [],
      'An update stored other values than it was given',
    );
    const input = edited(change, changes);
    const expectedOf = (sent: SentInput) =>
      expectPair(updateProductRules(world.rest, before), asRead(input) as JsonObject, sent);
    const pair = await sendBoth(
      world,
      { operation, id: created, input, options },
      expectedOf,
    );
    const { expected, observed } = pair;

    for (const [index, surface] of SURFACES.entries()) {
      const wanted = expected[surface];
      const isOk = wanted.kind === 'ok';
      const reader = options.graphqlFirst === (surface === 'rest') ? 'graphql' : 'rest';
      const read = await readProduct(world, created[index] ?? 0, reader);
      // The other product has its own ID and times, and each update another time.
      const own = isOk || surface === 'rest' ? ['id', 'createdAt', 'updatedAt'] : [];
      const after = Object.entries((isOk && wanted.stored) || before);
      const aspect = isOk
        ? 'An updated product is read back differently'
        : 'A rejected update changed a field';
      expectStored(
        Object.fromEntries(after.filter(([name]) => !own.includes(name))),
        read.product,
        [pair[surface], read.answered],
        aspect,
      );
      if (!isOk || surface === 'rest') continue;
      const payload = payloadProduct(world, observed.graphql.data);
      const calls = [pair.graphql, read.answered];
      expectStored(
        payload,
        read.product,
        calls,
        'The payload of an update differs from a read',
      );
    }
  }

  return {
    arbitrary: fc.record({
      base,
      change: validObject(shape),
      edits: someOf(edits),
      options: sendOptions,
    }),
    boundaries: [
      ...examplesOf(bases)
        .filter((inputs) => inputs.every((input) => isOfVersion(input, shape)))
        .map(([state, change]) => ({ base: state, change, edits: [], options: {} })),
      ...edits
        .filter(({ isBoundary }) => isBoundary)
        .map((edit) => caseOf(bases.plain, edit)),
    ],
    examples: edits.flatMap((edit) => states.map((state) => caseOf(state, edit))),
    labelOf({ base: state, change, edits: changes }) {
      const rules = rulesByState.get(state) ?? updateProductRules(world.rest, state);
      return rulesOf(expectRest(rules, asRead(edited(change, changes)) as JsonObject));
    },
    run,
  };
}
