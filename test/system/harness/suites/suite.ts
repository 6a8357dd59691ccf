// The type of a suite, and what several of them use: writes that the service accepts, IDs and responses.
import type fc from 'fast-check';
import { asRead } from '../calls/call.ts';
import { withoutFields } from '../contract/shape.ts';
import { createBundleRules } from '../expect/bundle.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import { createProductRules, updatableFields } from '../expect/product.ts';
import { expectRest, type WriteRules } from '../expect/write-rules.ts';
import { completed } from '../generate/edits.ts';
import { type KnownValues, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';

export interface Suite<Case = unknown> {
  /** Random cases; without it, each example is tried once at the most. */
  readonly arbitrary?: fc.Arbitrary<Case>;
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

export const ofRows = (
  rows: readonly Row[],
  boundaries: readonly Row[] = [],
): Suite<Row> => ({
  boundaries,
  examples: rows,
  labelOf: ({ label }) => label,
  run: async (row) => void (await row.run()),
});

export const SURFACES = ['rest', 'graphql'] as const;

/** The largest ID, of no product. */
export const NO_ID = 2_147_483_647;

export const OK: ExpectedAnswer = { kind: 'ok' };
export const REQUIRED_TITLE: ExpectedAnswer = {
  kind: 'invalid',
  errors: [{ path: ['title'], code: 'REQUIRED' }],
};

const WRITES = ['createProduct', 'createBundle', 'updateProduct'] as const;

/** A write's operationId. */
export type Write = (typeof WRITES)[number];

type ByWrite<Value> = Readonly<Record<Write, Value>>;

/** The writes that the version has. */
export const writesOf = ({ rest }: World): readonly Write[] =>
  WRITES.filter((write) => rest.has(write));

/** Fields with rules that involve another field, or the stored product. */
export const DEPENDENT_FIELDS = ['stockType', 'sku', 'shelfLifeMin', 'shelfLifeMax'];

const accepted = (
  rules: WriteRules,
  usual: JsonObject,
  known?: KnownValues,
): fc.Arbitrary<JsonObject> =>
  validObject(rules.shape, known)
    .map((input) => ({ ...input, ...usual }))
    .filter((input) => expectRest(rules, asRead(input) as JsonObject).kind === 'ok');

/** Inputs that the service accepts, for the writes that the version has: products are under bulk stock. */
export function validInputs(world: World): ByWrite<fc.Arbitrary<JsonObject>> {
  const candidates = new Map(
    world.fixtures.online.map(({ id, ...candidate }) => [id, candidate]),
  );
  const shapeOf = (write: Write) => world.rest.inputShape(write);
  const ofWrite: ByWrite<() => fc.Arbitrary<JsonObject>> = {
    createProduct: () =>
      accepted(createProductRules(shapeOf('createProduct')), { stockType: 'BULK' }),
    createBundle: () =>
      accepted(
        createBundleRules(world.rest, candidates),
        {},
        {
          right: { adId: [...candidates.keys()] },
          wrong: {},
        },
      ),
    updateProduct: () =>
      validObject(withoutFields(updatableFields(shapeOf('updateProduct')), DEPENDENT_FIELDS)),
  };
  const entries = writesOf(world).map((write) => [write, ofWrite[write]()]);
  return Object.fromEntries(entries) as ByWrite<fc.Arbitrary<JsonObject>>;
}

/** The smallest input of each write. */
export function smallestInputs(world: World): ByWrite<JsonObject> {
  const inputs: ByWrite<JsonObject> = {
    createProduct: { title: 'Tent', rent: 10, stockType: 'BULK' },
    createBundle: {
      title: 'Pack',
      items: [{ adId: world.fixtures.online[0]?.id, quantity: 1 }],
    },
    updateProduct: { title: 'Tent' },
  };
  const entries = writesOf(world).map((write) => [
    write,
    completed(inputs[write], world.rest.inputShape(write)),
  ]);
  return { ...inputs, ...Object.fromEntries(entries) };
}
