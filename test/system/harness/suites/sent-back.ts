// Products sent back as they were read, and updates of another owner's products.
import { RawNumber } from '../calls/call.ts';
import { eachMember } from '../contract/shape.ts';
import { idsOf } from '../expect/bundle.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { updateProductRules } from '../expect/product.ts';
import { readOnlyFields } from '../expect/product-fields.ts';
import { expectRest, variableRefusal } from '../expect/write-rules.ts';
import type { World } from '../world.ts';
import { refusedTargets, type Target } from './reads.ts';
import { expectStored, readProduct, sendBoth, sendOne } from './send.ts';
import { combinations, NO_ID, type Suite } from './suite.ts';

const OTHER_VALUES = [
  null,
  -1,
  NO_ID,
  'text',
  'a\0b',
  '2025-08-16T00:00:00.000Z',
  true,
  [],
  [{ adId: 1, quantity: 99 }],
  {},
  new RawNumber('1e999'),
];

/** The index is that of the wrapper object. */
type RoundTrip = readonly [id: number, change: JsonObject, envelope: number];

export function roundTripSuite(world: World): Suite<RoundTrip> {
  const operation = world.rest.operation('updateProduct');
  const shape = world.rest.inputShape('updateProduct');
  const { bundles, offline, online } = world.fixtures;
  const others = combinations(readOnlyFields(shape), OTHER_VALUES);
  const changes: JsonObject[] = [
    {},
    { createdAt: null, updatedAt: 'text' },
    ...others.map(([name, value]) => ({ [name]: value })),
  ];
  const products = idsOf([offline, ...bundles, ...online.slice(0, 1)]);
  return {
    examples: [
      // A bundle has one kind of stock, which each other member of the enum would change.
      ...combinations(idsOf(bundles), eachMember(shape), [0]),
      ...products.flatMap((id) =>
        changes.map((change, index): RoundTrip => [id, change, index % 2]),
      ),
    ],
    labelOf: ([id, change]) => `${id} ${Object.keys(change).join()}`,
    /** `change` replaces fields in the product that was read. */
    async run([id, change, envelope]) {
      const before = await readProduct(world, id, 'rest');
      const input = { ...before.product, ...change };
      const expected = expectRest(updateProductRules(world, before.product), input);
      const given = { operation, id, input, options: { envelope } };
      const { answered } = await sendOne(world, 'rest', given, expected);
      const after = await readProduct(world, id, 'graphql');
      const { updatedAt: _, ...kept } = before.product;
      const aspect = 'A product that was sent back as read has changed';
      expectStored(kept, after.product, [answered, after.answered], aspect);
    },
  };
}

/** Valid and invalid: ownership comes before the rules, but after the types of GraphQL variables. */
const CHANGES: readonly JsonObject[] = [
  {},
  { title: 'Not mine' },
  { title: '', rent: 0 },
  { title: 5 },
  { unknown: 1 },
  { images: [{ src: 'x' }] },
];

export function foreignProductSuite(
  world: World,
): Suite<readonly [target: Target, input: JsonObject]> {
  const operation = world.rest.operation('updateProduct');
  const rules = updateProductRules(world, {});
  const { online, bundles } = world.fixtures;
  const targets = refusedTargets(world, [...online.slice(0, 2), ...bundles]);
  return {
    examples: combinations(targets, CHANGES),
    labelOf: ([{ who, expected }, input]) =>
      `${who} ${expected.kind} ${Object.keys(input).join()}`,
    async run([{ id, who, expected: refused }, input]) {
      const expected = {
        rest: refused,
        graphql: variableRefusal(rules, input) ?? refused,
      };
      const given = { operation, id, input, credential: { who } };
      if (refused.kind === 'notFound') return sendBoth(world, given, expected);
      const read = () =>
        readProduct(world, Number(id), 'rest', who === 'owner' ? 'rival' : 'owner');
      const before = await read();
      const { rest, graphql } = await sendBoth(world, given, expected);
      const after = await read();
      const calls = [rest.answered, graphql.answered, after.answered];
      const aspect = 'An update by another user changed a field';
      return expectStored(before.product, after.product, calls, aspect);
    },
  };
}
