// Reads by ids of every spelling, each sent twice, and reads with If-None-Match.
import fc from 'fast-check';
import { sameJson } from '../calls/call.ts';
import { prepare, type SendOptions, sendOptions, sendPair, targetOf } from '../calls/send-pair.ts';
import { expectSame } from '../check/answer.ts';
import { observeRest } from '../check/observed-answer.ts';
import { checkAnswers, checkContracts, disagreement } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL } from '../contract/translate.ts';
import { type ExpectedAnswer, sameOnBoth } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './codings.ts';
import { tagOf } from './conditional-updates.ts';
import { exchange } from './send-one.ts';
import { ofRows, type Row, SURFACES, type Suite } from './suite.ts';

/** Texts that are no id, and ids of no product. */
export const NO_IDS =
  "2147483647|2147483646|0|-1|2147483648|99999999999999999999|007|1.0|1.5|1e3|1e21|0x1|+1| 1|1 |abc|null|NaN|١|1,2|1/2|1%00|1'--|ünïd".split(
    '|',
  );

interface ReadCase {
  readonly id: string;
  readonly expected?: ExpectedAnswer['kind'];
  readonly who: 'owner' | 'rival';
  readonly options: SendOptions;
}

export function readProductSuite(world: World): Suite<ReadCase> {
  const { online, offline, bundles, rivals } = world.fixtures;
  const mine = [...online, offline, ...bundles].map(({ id }) => String(id));
  const theirs = rivals.map(({ id }) => String(id));
  const cases: Omit<ReadCase, 'options'>[] = [
    ...mine.map((id) => ({ id, expected: 'ok' as const, who: 'owner' as const })),
    ...theirs.map((id) => ({ id, expected: 'forbidden' as const, who: 'owner' as const })),
    ...(world.client.hasRival ? mine.map((id) => ({ id, expected: 'forbidden' as const, who: 'rival' as const })) : []),
    ...theirs.map((id) => ({ id, expected: 'ok' as const, who: 'rival' as const })),
    ...NO_IDS.map((id) => ({ id, expected: 'notFound' as const, who: 'owner' as const })),
  ];
  return readSuite(world, world.rest.operation('readProduct'), cases);
}

/** No operation lists the rentals: these ids are read as owner and as rival, and the surfaces must agree. */
const RENTAL_IDS = Array.from({ length: 12 }, (_, index) => String(index + 1));

export function readRentalSuite(world: World): Suite<ReadCase> {
  const people = world.client.hasRival ? (['owner', 'rival'] as const) : (['owner'] as const);
  const cases: Omit<ReadCase, 'options'>[] = [
    ...RENTAL_IDS.flatMap((id) => people.map((who) => ({ id, who }))),
    ...NO_IDS.map((id) => ({ id, expected: 'notFound' as const, who: 'owner' as const })),
  ];
  return readSuite(world, world.rest.operation('readRental'), cases);
}

function readSuite(
  world: World,
  operation: RestOperation,
  cases: readonly Omit<ReadCase, 'options'>[],
): Suite<ReadCase> {
  async function run({ id, who, options, expected }: ReadCase): Promise<void> {
    const sent = { operation, ids: [id, id] as const, options, credential: { who, tokenIn: options.tokenIn } };
    const pair = await sendPair(world, sent);
    checkContracts(world, pair);
    const kind = expected ?? observeRest(pair.rest).kind;
    const { rest, graphql } = checkAnswers(pair, sameOnBoth({ kind } as ExpectedAnswer));
    const again = await sendPair(world, sent);
    for (const surface of SURFACES)
      for (const name of ['text', 'status'] as const)
        expectSame('A second read', again[surface][name], pair[surface][name], pair[surface], again[surface]);
    if (kind !== 'ok') return;
    const read = rest.data?.[operation.answer?.name ?? ''];
    const other = fromGraphQL(graphql.data, operation.answer?.shape);
    if (!sameJson(read, other)) throw disagreement(`answers to ${operation.name}`, [read, other], pair);
  }
  return {
    arbitrary: fc
      .record({ target: fc.constantFrom(...cases), options: sendOptions, comment: fc.uuid() })
      .map(({ target, options, comment }) => ({ ...target, options: { ...options, comment } })),
    examples: cases.map((target) => ({ ...target, options: {} })),
    labelOf: ({ who, id, expected = `rental ${id}` }) => `${who} ${expected}`,
    run,
  };
}

/** Whether the resource is as the client has it; the comparison is weak (RFC 9110, section 13.1.2). */
const CONDITIONS: Readonly<
  Record<string, { readonly matches: boolean; readonly ifNoneMatch: (tag: string) => string }>
> = {
  same: { matches: true, ifNoneMatch: (tag) => tag },
  listed: { matches: true, ifNoneMatch: (tag) => `"x", ${tag}` },
  weak: { matches: true, ifNoneMatch: (tag) => `W/${tag}` },
  any: { matches: true, ifNoneMatch: () => '*' },
  other: { matches: false, ifNoneMatch: () => '"x"' },
  unquoted: { matches: false, ifNoneMatch: (tag) => tag.slice(1, -1) },
};

export function conditionalReadSuite(world: World): Suite<Row> {
  const { online, offline, bundles } = world.fixtures;
  const targets = [
    ...[...online.slice(0, 2), offline, ...bundles].map(({ id }) => ({ operation: 'readProduct' as const, id })),
    ...RENTAL_IDS.map((id) => ({ operation: 'readRental' as const, id: Number(id) })),
  ];

  const row = (target: (typeof targets)[number], method: string, condition: string): Row => ({
    label: `${target.operation} ${method} ${condition}`,
    async run() {
      const operation = world.rest.operation(target.operation);
      const send = async (headers: Readonly<Record<string, string>>) => {
        const call = { ...prepare(world, { ...targetOf(operation, target.id), headers }).calls.rest, method };
        const { answered } = await exchange(world, 'rest', call, operation);
        checkCaching(answered);
        return answered;
      };
      const plain = await send({});
      // No operation lists the rentals of the caller.
      if (plain.status !== 200 && target.operation === 'readRental') return;
      const tag = tagOf(plain);
      const { matches = false, ifNoneMatch = String } = CONDITIONS[condition] ?? {};
      const answered = await send({ 'If-None-Match': ifNoneMatch(tag) });
      expectSame('The status of a conditional read', answered.status, matches ? 304 : 200, answered, plain);
      expectSame('The ETag of a second read', tagOf(answered), tag, answered, plain);
      if (matches || method === 'GET')
        expectSame('The body of a conditional read', answered.text, matches ? '' : plain.text, answered, plain);
    },
  });
  return ofRows(
    targets.flatMap((target) =>
      ['GET', 'HEAD'].flatMap((method) => Object.keys(CONDITIONS).map((condition) => row(target, method, condition))),
    ),
  );
}
