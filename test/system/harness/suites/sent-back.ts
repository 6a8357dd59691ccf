// Products sent back as they were read, and updates of another owner's products.
import { asRead, RawNumber } from '../calls/call.ts';
import { eachMember } from '../contract/shape.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import { updateProductRules } from '../expect/product.ts';
import { readOnlyFields } from '../expect/product-fields.ts';
import { expectRest, type SentInput, variableRefusal } from '../expect/write-rules.ts';
import type { World } from '../world.ts';
import { NO_IDS } from './reads.ts';
import { expectStored, readProduct, sendBoth, sendOne } from './send-one.ts';
import { NO_ID, ofRows, type Row, type Suite } from './suite.ts';

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

export function roundTripSuite(world: World): Suite<Row> {
  const operation = world.rest.operation('updateProduct');
  const shape = world.rest.inputShape('updateProduct');
  const { bundles, offline, online } = world.fixtures;
  const changes: JsonObject[] = [
    {},
    { createdAt: null, updatedAt: 'text' },
    ...readOnlyFields(shape).flatMap((name) =>
      OTHER_VALUES.map((value) => ({ [name]: value })),
    ),
  ];

  /** `change` replaces fields in the product that was read. */
  const row = (id: number, change: JsonObject, envelope: number): Row => ({
    label: `${id} ${Object.keys(change).join()}`,
    async run() {
      const before = await readProduct(world, id, 'rest');
      const input = { ...before.product, ...change };
      const rules = updateProductRules(world.rest, before.product);
      const expected = expectRest(rules, asRead(input) as JsonObject);
      const given = { operation, id, input, options: { envelope } };
      const { answered } = await sendOne(world, 'rest', given, expected);
      const after = await readProduct(world, id, 'graphql');
      const { updatedAt: _, ...kept } = before.product;
      const aspect = 'A product that was sent back as read has changed';
      expectStored(kept, after.product, [answered, after.answered], aspect);
    },
  });

  const products = [offline, ...bundles, ...online.slice(0, 1)];
  // A bundle has one kind of stock, which each other member of the enum would change.
  const members = bundles.flatMap(({ id }) =>
    eachMember(shape).map((change) => row(id, change, 0)),
  );
  return ofRows([
    ...members,
    ...products.flatMap(({ id }) =>
      changes.map((change, index) => row(id, change, index % 2)),
    ),
  ]);
}

interface Target {
  readonly id: string;
  /** The caller. */
  readonly who: 'owner' | 'rival';
  /** The owner of the product; absent for an ID without a product. */
  readonly owner?: 'owner' | 'rival';
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

export function foreignProductSuite(world: World): Suite<Row> {
  const operation = world.rest.operation('updateProduct');
  const rules = updateProductRules(world.rest, {});
  const { online, bundles, rivals } = world.fixtures;
  const mine = world.client.hasRival ? [...online.slice(0, 2), ...bundles] : [];
  const targets: Target[] = [
    ...rivals.map(({ id }) => ({
      id: String(id),
      who: 'owner' as const,
      owner: 'rival' as const,
    })),
    ...mine.map(({ id }) => ({
      id: String(id),
      who: 'rival' as const,
      owner: 'owner' as const,
    })),
    ...NO_IDS.map((id) => ({ id, who: 'owner' as const })),
  ];

  const row = ({ id, who, owner }: Target, input: JsonObject): Row => ({
    label: `${who} ${owner} ${Object.keys(input).join()}`,
    async run() {
      const before = owner && (await readProduct(world, Number(id), 'rest', owner));
      const refused: ExpectedAnswer = { kind: owner ? 'forbidden' : 'notFound' };
      const expectedOf = (sent: SentInput) => ({
        rest: refused,
        graphql: variableRefusal(rules, input, sent) ?? refused,
      });
      const given = { operation, id, input, credential: { who } };
      const pair = await sendBoth(world, given, expectedOf);
      if (!before || !owner) return;
      const after = await readProduct(world, Number(id), 'rest', owner);
      const calls = [pair.rest, pair.graphql, after.answered];
      const aspect = 'An update by another user changed a field';
      expectStored(before.product, after.product, calls, aspect);
    },
  });
  return ofRows(targets.flatMap((target) => CHANGES.map((change) => row(target, change))));
}
