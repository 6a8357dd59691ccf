// Product updates, valid and invalid: two products in the same state get the same change, one over each API.
import fc from 'fast-check';
import { asRead, SURFACES } from '../calls/call.ts';
import { type SendOptions, sendOptions } from '../calls/prepare.ts';
import { knownFields, membersOf, type Shape, withoutFields } from '../contract/shape.ts';
import { type JsonObject, OK, rulesOf } from '../expect/expected-answer.ts';
import { updatableFields, updateProductRules } from '../expect/product.ts';
import { keepsNull, sampleProduct, unsetProduct } from '../expect/product-fields.ts';
import { expectPair, expectRest } from '../expect/write-rules.ts';
import { completed, type Edit, edited, editsOf, someOf } from '../generate/edits.ts';
import { validObject } from '../generate/valid.ts';
import { isOfVersion, MANY_UNKNOWN } from '../generate/values.ts';
import type { World } from '../world.ts';
import { expectReadBack, expectStored, readProduct, sendBoth } from './send.ts';
import { combinations, DEPENDENT_FIELDS, type Suite } from './suite.ts';

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
function basesOf(shape: Shape) {
  const full = {
    ...sampleProduct(shape),
    ...completed(knownFields(SHELF_LIVES, shape), shape),
  };
  // Null doesn't clear a field that the version requires.
  const unset = membersOf(
    unsetProduct(shape),
    (name, value) => value !== null || !keepsNull(name, shape),
  );
  const bulk = { ...full, stockType: 'BULK' };
  return { plain: { ...bulk, ...unset }, full, bulk };
}

/** The code as the sku, null under each stock, and more errors than a response has. */
function examplesOf({ plain, full, bulk }: ReturnType<typeof basesOf>) {
  const examples: readonly (readonly [base: JsonObject, change: JsonObject])[] = [
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
  return examples;
}

export function updateProductSuite(world: World): Suite<UpdateCase> {
  const operation = world.rest.operation('updateProduct');
  const shape = updatableFields(world.rest.inputShape('updateProduct'));
  const edits = editsOf(shape);
  const bases = basesOf(shape);
  const states = Object.values(bases);
  const caseOf = (base: JsonObject, change: JsonObject, ...some: readonly Edit[]) => ({
    base,
    change,
    edits: some,
    options: {},
  });
  const ids = world.fixtures.changing;

  /** Updates both products to a state; returns the state from GraphQL. */
  async function put(state: JsonObject): Promise<JsonObject> {
    const { graphql } = await sendBoth(world, { operation, id: ids, input: state }, OK);
    const stored = graphql.observed.resource ?? {};
    const aspect = 'An update stored other values than it was given';
    expectStored(asRead(state) as JsonObject, stored, [], aspect);
    return stored;
  }

  async function run({ base, change, edits: some, options }: UpdateCase): Promise<void> {
    const before = await put(base);
    const input = edited(change, some);
    const expected = expectPair(updateProductRules(world, before), input);
    const pair = await sendBoth(world, { operation, id: ids, input, options }, expected);
    for (const [index, surface] of SURFACES.entries()) {
      const wanted = expected[surface];
      const isOk = wanted.kind === 'ok';
      const reader = options.graphqlFirst === (surface === 'rest') ? 'graphql' : 'rest';
      const read = await readProduct(world, ids[index] ?? 0, reader);
      // The other product has its own ID and times, and each update another time.
      const own = isOk || surface === 'rest' ? ['id', 'createdAt', 'updatedAt'] : [];
      const after = (isOk && wanted.stored) || before;
      const kept = membersOf(after, (name) => !own.includes(name));
      const aspect = isOk
        ? 'An updated product is read back differently'
        : 'A rejected update changed a field';
      expectReadBack(pair[surface], read, kept, aspect);
    }
  }

  return {
    arbitrary: fc.record({
      base: fc
        .tuple(
          fc.constantFrom(...states),
          validObject(withoutFields(shape, DEPENDENT_FIELDS)),
        )
        .map(([whole, some]) => ({ ...whole, ...some })),
      change: validObject(shape),
      edits: someOf(edits),
      options: sendOptions,
    }),
    boundaries: [
      ...examplesOf(bases)
        .filter((inputs) => inputs.every((input) => isOfVersion(input, shape)))
        .map(([base, change]) => caseOf(base, change)),
      ...edits
        .filter(({ isBoundary }) => isBoundary)
        .map((edit) => caseOf(bases.plain, {}, edit)),
    ],
    examples: combinations(edits, states).map(([edit, state]) => caseOf(state, {}, edit)),
    labelOf({ base, change, edits: some }) {
      const rules = updateProductRules(world, { type: 'PRODUCT', ...base });
      return rulesOf(expectRest(rules, edited(change, some)));
    },
    run,
  };
}
