// Reads by ids of every spelling, documents that are sent again, and reads with If-None-Match.
import fc from 'fast-check';
import { type AnsweredCall, sameJson } from '../calls/call.ts';
import { graphqlCall, prepare, type SendOptions, sendOptions, sendPair, targetOf } from '../calls/send-pair.ts';
import { expectSame } from '../check/answer.ts';
import { observeGraphQL, observeRest } from '../check/observed-answer.ts';
import { checkAnswers, checkContracts, disagreement } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL } from '../contract/translate.ts';
import { type ExpectedAnswer, sameOnBoth } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './codings.ts';
import { tagOf } from './conditional-updates.ts';
import { exchange } from './send-one.ts';
import { ofCases, type Suite } from './suite.ts';

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
    for (const surface of ['rest', 'graphql'] as const)
      expectSame('A second read', again[surface].text, pair[surface].text, pair[surface], again[surface]);
    if (kind !== 'ok') return;
    const read = rest.data?.[operation.answer?.name ?? ''];
    const other = fromGraphQL(graphql.data, operation.answer?.shape);
    if (!sameJson(read, other)) throw disagreement(`answers to ${operation.name}`, [read, other], pair);
  }
  return {
    arbitrary: fc
      .record({ target: fc.constantFrom(...cases), options: sendOptions })
      .map(({ target, options }) => ({ ...target, options })),
    examples: cases.map((target) => ({ ...target, options: {} })),
    labelOf: ({ who, id, expected = `rental ${id}` }) => `${who} ${expected}`,
    run,
  };
}

interface RepeatedCase {
  readonly operation: string;
  readonly id: string;
  /** A comment that makes the document another one than those before. */
  readonly comment: string;
  readonly accept: string | undefined;
}

const TIMES = 3;

export function repeatedDocumentSuite(world: World): Suite<RepeatedCase> {
  const { online, offline, bundles, rivals } = world.fixtures;
  const products = [...online, offline, ...bundles, ...rivals].map(({ id }) => String(id));
  const ids = { readProduct: [...products, ...NO_IDS], readRental: [...RENTAL_IDS, ...NO_IDS] };

  async function run({ operation, id, comment, accept }: RepeatedCase): Promise<void> {
    const field = world.graphql.field(world.rest.operation(operation).graphqlField);
    const document = { kind: field.kind, query: `${field.query} # ${comment}` };
    const context = { headers: {}, credential: { who: 'owner' } } as const;
    const call = graphqlCall(document, { id }, context, { accept });
    let first: AnsweredCall | undefined;
    for (let time = 0; time < TIMES; time++) {
      const again = await world.client.send('graphql', call);
      world.tally.count(operation, 'graphql', observeGraphQL(again, field.name));
      if (first) checkSame(first, again);
      first ??= again;
    }
  }

  return {
    arbitrary: fc.constantFrom(...(Object.keys(ids) as (keyof typeof ids)[])).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        id: fc.constantFrom(...ids[operation]),
        comment: fc.uuid(),
        accept: sendOptions.map(({ accept }) => accept),
      }),
    ),
    run,
  };
}

function checkSame(first: AnsweredCall, again: AnsweredCall): void {
  const [before, after] = [first, again].map(({ status, text, headers }) => ({
    ...{ status, body: text, 'content type': headers.get('content-type') },
  }));
  expectSame('repeated document, its answer', after, before, first, again);
}

interface ConditionalCase {
  readonly operation: 'readProduct' | 'readRental';
  readonly id: number;
  readonly method: 'GET' | 'HEAD';
  readonly condition: string;
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

const NOT_MODIFIED = 304;

export function conditionalReadSuite(world: World): Suite<ConditionalCase> {
  const { online, offline, bundles } = world.fixtures;
  const targets = [
    ...[...online.slice(0, 2), offline, ...bundles].map(({ id }) => ({ operation: 'readProduct' as const, id })),
    ...RENTAL_IDS.map((id) => ({ operation: 'readRental' as const, id: Number(id) })),
  ];

  async function run({ operation, id, method, condition }: ConditionalCase): Promise<void> {
    const given = { ...targetOf(world.rest.operation(operation), id), options: {} };
    const send = async (headers: Readonly<Record<string, string>>) => {
      const call = { ...prepare(world, { ...given, headers }).calls.rest, method };
      const { answered } = await exchange(world, 'rest', call, given.operation);
      checkCaching(answered);
      return answered;
    };
    const plain = await send({});
    // No operation lists the rentals of the caller.
    if (plain.status !== 200 && operation === 'readRental') return;
    const tag = tagOf(plain);
    const { matches = false, ifNoneMatch = String } = CONDITIONS[condition] ?? {};
    const answered = await send({ 'If-None-Match': ifNoneMatch(tag) });
    const { status, text } = answered;
    const wanted = matches ? NOT_MODIFIED : 200;
    expectSame('The status of a conditional read', status, wanted, answered, plain);
    expectSame('The ETag of a second read', tagOf(answered), tag, answered, plain);
    if (matches || method === 'GET')
      expectSame('The body of a conditional read', text, matches ? '' : plain.text, answered, plain);
  }

  const cases = targets.flatMap((target) =>
    (['GET', 'HEAD'] as const).flatMap((method) =>
      Object.keys(CONDITIONS).map((condition) => ({ ...target, method, condition })),
    ),
  );
  return {
    ...ofCases(cases),
    labelOf: ({ operation, method, condition }) => `${operation} ${method} ${condition}`,
    run,
  };
}
