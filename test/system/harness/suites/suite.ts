// The type of a suite, and what several of them use: writes that the service accepts, IDs and responses.
import type fc from 'fast-check';
import { withoutFields } from '../contract/shape.ts';
import { createBundleRules } from '../expect/bundle.ts';
import { invalidAt, type JsonObject } from '../expect/expected-answer.ts';
import { createProductRules, updatableFields } from '../expect/product.ts';
import { expectRest, type WriteRules } from '../expect/write-rules.ts';
import { completed } from '../generate/edits.ts';
import { validObject } from '../generate/valid.ts';
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
  run(given: Case): Promise<unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: suites of different cases are in one list
export type AnySuite = Suite<any>;

type Combination<Lists extends readonly (readonly unknown[])[]> = {
  -readonly [Index in keyof Lists]: Lists[Index][number];
};

/** Each combination of an entry of each list. */
export const combinations = <const Lists extends readonly (readonly unknown[])[]>(
  ...lists: Lists
): Combination<Lists>[] =>
  lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((entry) => [...row, entry])),
    [[]],
  ) as Combination<Lists>[];

/** The largest ID, of no product. */
export const NO_ID = 2_147_483_647;

export const REQUIRED_TITLE = invalidAt('REQUIRED', 'title');

const WRITES = ['createProduct', 'createBundle', 'updateProduct'] as const;

/** A write's operationId. */
export type Write = (typeof WRITES)[number];

export const isWrite = (name: string): name is Write => Object.hasOwn(VALID_INPUTS, name);

/** The writes that the version has. */
export const writesOf = ({ rest }: World): readonly Write[] =>
  WRITES.filter((write) => rest.has(write));

/** Fields with rules that involve another field, or the stored product. */
export const DEPENDENT_FIELDS = ['stockType', 'sku', 'shelfLifeMin', 'shelfLifeMax'];

/** The rules of bundles of the harness's products. */
export function bundleRules(world: World): WriteRules {
  const { online, offline, bundles, rivals } = world.fixtures;
  const candidates = [...online, offline, ...bundles, ...rivals];
  return createBundleRules(world, candidates);
}

const accepted = (rules: WriteRules, usual: JsonObject = {}): fc.Arbitrary<JsonObject> =>
  validObject(rules.shape)
    .map((input) => ({ ...input, ...usual }))
    .filter((input) => expectRest(rules, input).kind === 'ok');

const VALID_INPUTS: Readonly<Record<Write, (world: World) => fc.Arbitrary<JsonObject>>> = {
  createProduct: (world) => accepted(createProductRules(world), { stockType: 'BULK' }),
  createBundle: (world) => accepted(bundleRules(world)),
  updateProduct({ rest }) {
    const fields = updatableFields(rest.inputShape('updateProduct'));
    return validObject(withoutFields(fields, DEPENDENT_FIELDS));
  },
};

/** Inputs of a write that the service accepts: products are under bulk stock. */
export const validInput = (world: World, write: Write): fc.Arbitrary<JsonObject> =>
  VALID_INPUTS[write](world);

/** The smallest input of a write. */
export function smallestInput({ rest, fixtures }: World, write: Write): JsonObject {
  const inputs: Readonly<Record<Write, JsonObject>> = {
    createProduct: { title: 'Tent', rent: 10, stockType: 'BULK' },
    createBundle: { title: 'Pack', items: [{ adId: fixtures.online[0].id, quantity: 1 }] },
    updateProduct: { title: 'Tent' },
  };
  return completed(inputs[write], rest.inputShape(write));
}
