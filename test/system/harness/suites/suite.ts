// The type of a suite, and writes that the service accepts, for suites about the requests around them.
import fc from 'fast-check';
import { asRead } from '../calls/call.ts';
import { withoutFields } from '../contract/shape.ts';
import { createBundleRules } from '../expect/bundle.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { createProductRules, updatableFields } from '../expect/product.ts';
import { expectRest, type WriteRules } from '../expect/write-rules.ts';
import { completed } from '../generate/edits.ts';
import { type KnownValues, NOTHING_KNOWN, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';

export interface Suite<Case = unknown> {
  readonly arbitrary: fc.Arbitrary<Case>;
  /** Cases of every run, whatever its seed and number of cases. */
  readonly boundaries?: readonly Case[];
  /** Cases of which as many are tried as fit, among the random ones. */
  readonly examples?: readonly Case[];
  /** An example's label, such as the rules that it breaks: if not all examples fit, one of each label comes first. */
  readonly labelOf?: (example: Case) => string;
  /** Runs a case; throws a Finding. */
  run(given: Case): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: suites of different cases are in one list
export type AnySuite = Suite<any>;

/** A case of a suite with so few that each can be tried. */
export interface Row {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

export const ofRows = (rows: readonly Row[], boundaries: readonly Row[] = []): Suite<Row> => ({
  arbitrary: fc.constantFrom(...rows),
  boundaries,
  examples: rows,
  labelOf: ({ label }) => label,
  run: async (row) => void (await row.run()),
});

export const SURFACES = ['rest', 'graphql'] as const;

const WRITES = ['createProduct', 'createBundle', 'updateProduct'] as const;

/** A write's operationId. */
export type Write = (typeof WRITES)[number];

type ByWrite<Value> = Readonly<Record<Write, Value>>;

/** The writes that the version has. */
export const writesOf = ({ rest }: World): readonly Write[] =>
  WRITES.filter((write) => rest.has(write));

/** Fields whose rules involve the stored product. */
const DEPENDENT_FIELDS = ['stock_type', 'sku', 'shelf_life_min', 'shelf_life_max'];

/** Inputs that any product under bulk stock accepts. */
export function validUpdate({ rest }: Pick<World, 'rest'>): fc.Arbitrary<JsonObject> {
  const shape = updatableFields(rest.inputShape('updateProduct'));
  return validObject(withoutFields(shape, DEPENDENT_FIELDS), NOTHING_KNOWN);
}

const accepted = (
  rules: WriteRules,
  known: KnownValues,
  usual: JsonObject,
): fc.Arbitrary<JsonObject> =>
  validObject(rules.shape, known)
    .map((input) => ({ ...input, ...usual }))
    .filter((input) => expectRest(rules, asRead(input) as JsonObject).kind === 'ok');

/** Products under bulk stock. */
const validCreate = ({ rest }: Pick<World, 'rest'>): fc.Arbitrary<JsonObject> =>
  accepted(createProductRules(rest.inputShape('createProduct')), NOTHING_KNOWN, { stock_type: 1 });

/** Inputs that the service accepts, for the writes that the version has. */
export function validInputs(world: World): ByWrite<fc.Arbitrary<JsonObject>> {
  const { rest, fixtures } = world;
  const candidates = new Map(fixtures.online.map(({ id, ...candidate }) => [id, candidate]));
  const known = {
    ...NOTHING_KNOWN,
    right: { ...NOTHING_KNOWN.right, ad_id: [...candidates.keys()] },
  };
  const ofWrite: Readonly<Record<Write, () => fc.Arbitrary<JsonObject>>> = {
    createProduct: () => validCreate(world),
    createBundle: () =>
      accepted(createBundleRules(rest.inputShape('createBundle'), candidates), known, {}),
    updateProduct: () => validUpdate(world),
  };
  return Object.fromEntries(writesOf(world).map((write) => [write, ofWrite[write]()])) as ByWrite<
    fc.Arbitrary<JsonObject>
  >;
}

/** The smallest input of each write. */
export function smallestInputs(world: World): ByWrite<JsonObject> {
  const inputs: ByWrite<JsonObject> = {
    createProduct: { title: 'Tent', rent: 10, stock_type: 1 },
    createBundle: { title: 'Pack', items: [{ ad_id: world.fixtures.online[0]?.id, quantity: 1 }] },
    updateProduct: { title: 'Tent' },
  };
  const completeOf = (write: Write) =>
    completed(inputs[write], world.rest.inputShape(write), NOTHING_KNOWN);
  return {
    ...inputs,
    ...Object.fromEntries(writesOf(world).map((write) => [write, completeOf(write)])),
  };
}
