// Reads of products and rentals by ids of every spelling: the surfaces agree, and reading twice gives the same.
import fc from 'fast-check';
import { Finding } from '../check/finding.ts';
import { restOutcome } from '../check/outcome.ts';
import { checkAnswers, checkOutcomes, disagreement } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { toRestAnswer } from '../contract/translate.ts';
import { sameJson } from '../exchange/json-text.ts';
import { type Manner, manner, PLAIN, sendPair } from '../exchange/send-pair.ts';
import type { Expected, JsonObject } from '../expect/outcome.ts';
import type { World } from '../world.ts';
import type { Suite } from './suite.ts';

/** What spells no id (D10), and ids that nothing has. */
export const NO_IDS = [
  '2147483647',
  '2147483646',
  '0',
  '-1',
  '2147483648',
  '99999999999999999999',
  '007',
  '1.0',
  '1.5',
  '1e3',
  '1e21',
  '0x1',
  '+1',
  ' 1',
  '1 ',
  'abc',
  'null',
  'NaN',
  '١',
  '1,2',
  '1/2',
  '1%00',
  "1'--",
  'ünïd',
];

interface ReadCase {
  readonly id: string;
  readonly expected?: Expected['kind'];
  readonly who: 'owner' | 'rival';
  readonly manner: Manner;
}

export function readProductSuite(world: World): Suite<ReadCase> {
  const { online, offline, bundle, rivals } = world.fixtures;
  const mine = [...online, offline, bundle].map(({ id }) => String(id));
  const theirs = rivals.map(({ id }) => String(id));
  const cases: Omit<ReadCase, 'manner'>[] = [
    ...mine.map((id) => ({ id, expected: 'ok' as const, who: 'owner' as const })),
    ...theirs.map((id) => ({ id, expected: 'forbidden' as const, who: 'owner' as const })),
    ...(world.client.hasRival ? mine.map((id) => ({ id, expected: 'forbidden' as const, who: 'rival' as const })) : []),
    ...theirs.map((id) => ({ id, expected: 'ok' as const, who: 'rival' as const })),
    ...NO_IDS.map((id) => ({ id, expected: 'notFound' as const, who: 'owner' as const })),
  ];
  return readSuite(world, 'read a product', 7, world.rest.operation('readProduct'), cases);
}

/** Nobody tells the harness which rentals there are: it looks at the first ones, as owner and as rival. */
const RENTAL_IDS = Array.from({ length: 12 }, (_, index) => String(index + 1));

export function readRentalSuite(world: World): Suite<ReadCase> {
  const people = world.client.hasRival ? (['owner', 'rival'] as const) : (['owner'] as const);
  const cases: Omit<ReadCase, 'manner'>[] = [
    ...RENTAL_IDS.flatMap((id) => people.map((who) => ({ id, who }))),
    ...NO_IDS.map((id) => ({ id, expected: 'notFound' as const, who: 'owner' as const })),
  ];
  return readSuite(world, 'read a rental', 5, world.rest.operation('readRental'), cases);
}

function readSuite(
  world: World,
  name: string,
  share: number,
  operation: RestOperation,
  cases: readonly Omit<ReadCase, 'manner'>[],
): Suite<ReadCase> {
  async function run({ id, who, manner: how, expected }: ReadCase): Promise<void> {
    const sent = { operation, ids: [id, id] as const, manner: how, credential: { who, place: how.tokenIn } };
    const pair = await sendPair(world, sent);
    checkAnswers(world, pair);
    const kind = expected ?? (restOutcome(pair.rest).kind as Expected['kind']);
    const { rest, graphql } = checkOutcomes(pair, { kind } as Expected);
    const again = await sendPair(world, sent);
    for (const surface of ['rest', 'graphql'] as const) {
      if (pair[surface].text === again[surface].text) continue;
      throw new Finding('A read is not idempotent', surface, [pair[surface], again[surface]], surface);
    }
    if (kind !== 'ok') return;
    const read = rest.data?.[operation.answer?.name ?? ''];
    const other = toRestAnswer(graphql.data, operation.answer?.shape) as JsonObject;
    if (!sameJson(read, other)) throw disagreement(`answers to ${operation.name}`, [read, other], pair);
  }
  return {
    name,
    share,
    creates: 0,
    arbitrary: fc
      .record({ what: fc.constantFrom(...cases), manner })
      .map(({ what, manner: how }) => ({ ...what, manner: how })),
    examples: cases.map((what) => ({ ...what, manner: PLAIN })),
    placeOf: ({ who, id, expected = `whatever ${id} is` }) => `${who} ${expected}`,
    run,
  };
}
