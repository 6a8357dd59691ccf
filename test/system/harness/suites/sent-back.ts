// Products sent back as they were read, and updates of another owner's products.
import fc from 'fast-check';
import { asRead, RawNumber } from '../calls/call.ts';
import { type SendOptions, sendOptions, targetOf } from '../calls/send-pair.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import { updatableFields, updateProductRules } from '../expect/product.ts';
import { readOnlyFields } from '../expect/product-fields.ts';
import { expectRest, type SentInput, variableRefusal } from '../expect/write-rules.ts';
import { type Edit, edited, editsOf } from '../generate/edits.ts';
import { NOTHING_KNOWN, validObject } from '../generate/valid.ts';
import type { World } from '../world.ts';
import { NO_IDS } from './reads.ts';
import { expectStored, readProduct, sendBoth, sendOne } from './send-one.ts';
import type { Suite } from './suite.ts';

interface RoundTrip {
  readonly id: number;
  readonly envelope: number;
  /** Fields to replace in the product that was read. */
  readonly change: JsonObject;
}

const OTHER_VALUES = [
  null,
  0,
  1,
  2_147_483_647,
  'text',
  'a\0b',
  '2025-08-16T00:00:00.000Z',
  true,
  [],
  [{ ad_id: 1, quantity: 99 }],
  {},
  new RawNumber('1e999'),
];

export function roundTripSuite(world: World): Suite<RoundTrip> {
  const operation = world.rest.operation('updateProduct');
  const shape = world.rest.inputShape('updateProduct');
  const { online, offline, bundles } = world.fixtures;
  const targets = [...bundles, offline].map(({ id }) => id);
  const products = [...bundles, offline, ...online.slice(0, 2)].map(({ id }) => id);
  const changes: JsonObject[] = [
    {},
    { created_at: null, updated_at: 'text' },
    ...readOnlyFields(shape).flatMap((name) => OTHER_VALUES.map((value) => ({ [name]: value }))),
  ];

  async function run({ id, envelope, change }: RoundTrip): Promise<void> {
    const before = await readProduct(world, id, 'rest');
    const input = { ...before.product, ...change };
    const expected = expectRest(
      updateProductRules(world.rest, before.product),
      asRead(input) as JsonObject,
    );
    const given = { ...targetOf(operation, id), input, options: { envelope } };
    const { answered } = await sendOne(world, 'rest', given, expected);
    const after = await readProduct(world, id, 'graphql');
    const { updated_at: _, ...kept } = before.product;
    expectStored(
      kept,
      after.product,
      [answered, after.answered],
      'A product that was sent back as read has changed',
    );
  }

  const cases = changes.flatMap((change) => targets.map((id) => ({ id, envelope: 0, change })));
  return {
    arbitrary: fc.record({
      id: fc.constantFrom(...products),
      envelope: fc.nat(1),
      change: fc.constantFrom(...changes),
    }),
    examples: cases,
    labelOf: ({ id, change }) =>
      `${id === offline.id ? 'product' : 'bundle'} ${Object.keys(change).join()}`,
    run,
  };
}

interface Target {
  readonly id: string;
  /** The caller. */
  readonly who: 'owner' | 'rival';
  /** The owner of the product; absent for an ID without a product. */
  readonly owner?: 'owner' | 'rival';
}

interface ForeignCase {
  readonly target: Target;
  readonly change: JsonObject;
  readonly edits: readonly Edit[];
  readonly options: SendOptions;
}

export function foreignProductSuite(world: World): Suite<ForeignCase> {
  const operation = world.rest.operation('updateProduct');
  const body = world.rest.inputShape('updateProduct');
  const shape = updatableFields(body);
  const { online, bundles, rivals } = world.fixtures;
  const mine = world.client.hasRival ? [...online.slice(0, 2), ...bundles] : [];
  const targets: Target[] = [
    ...rivals.map(({ id }) => ({ id: String(id), who: 'owner' as const, owner: 'rival' as const })),
    ...mine.map(({ id }) => ({ id: String(id), who: 'rival' as const, owner: 'owner' as const })),
    ...NO_IDS.map((id) => ({ id, who: 'owner' as const })),
  ];

  async function run({
    target: { id, who, owner },
    change,
    edits,
    options,
  }: ForeignCase): Promise<void> {
    const before = owner && (await readProduct(world, Number(id), 'rest', owner));
    const credential = { who, tokenIn: options.tokenIn };
    const input = edited(change, edits);
    const refused: ExpectedAnswer = { kind: owner ? 'forbidden' : 'notFound' };
    // GraphQL rejects variables of the wrong type before it looks up the product.
    const expectedOf = (sent: SentInput) => {
      const byVariable = variableRefusal(
        updateProductRules(world.rest, {}),
        asRead(input) as JsonObject,
        sent,
      );
      return { rest: refused, graphql: byVariable ?? refused };
    };
    const pair = await sendBoth(
      world,
      { operation, ids: [id, id], input, options, credential },
      expectedOf,
    );
    if (!before || !owner) return;
    const after = await readProduct(world, Number(id), 'rest', owner);
    const calls = [pair.rest, pair.graphql, after.answered];
    expectStored(before.product, after.product, calls, 'An update by another user changed a field');
  }

  return {
    arbitrary: fc.record({
      target: fc.constantFrom(...targets),
      change: validObject(shape, NOTHING_KNOWN),
      edits: fc.array(fc.constantFrom(...editsOf(shape, NOTHING_KNOWN)), { maxLength: 2 }),
      options: sendOptions,
    }),
    run,
  };
}
