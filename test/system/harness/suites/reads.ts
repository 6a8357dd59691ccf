// Reads by IDs of every spelling, each sent twice, GraphQL-only reads, and reads with If-None-Match.
import fc from 'fast-check';
import { type Credential, sameJson } from '../calls/call.ts';
import {
  graphqlCall,
  prepare,
  type SendOptions,
  sendOptions,
  sendPair,
} from '../calls/send-pair.ts';
import { checkAnswer, expectSame, listIn } from '../check/answer.ts';
import { observeRest } from '../check/observed-answer.ts';
import { disagreement, type Pair } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL } from '../contract/translate.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './codings.ts';
import { tagOf } from './conditional-updates.ts';
import {
  exchange,
  exchangeGraphQL,
  expectStored,
  readProduct,
  sendBoth,
} from './send-one.ts';
import { OK, ofRows, type Row, SURFACES, type Suite } from './suite.ts';

/** Strings that are not IDs, and IDs of no product. */
export const NO_IDS =
  "2147483647|2147483646|0|-1|2147483648|99999999999999999999|007|1.0|1.5|1e3|1e21|0x1|+1| 1|1 |abc|null|NaN|١|1,2|1/2|1%00|1'--|ünïd".split(
    '|',
  );

type Caller = Credential['who'];

interface ReadCase {
  readonly id: string;
  readonly expected?: ExpectedAnswer['kind'];
  readonly who: 'owner' | 'rival';
  readonly options: SendOptions;
}

type Target = Omit<ReadCase, 'options'>;

const targetsOf = (
  ids: readonly (string | number)[],
  who: Target['who'],
  expected?: ExpectedAnswer['kind'],
): Target[] => ids.map((id) => ({ id: String(id), who, ...(expected && { expected }) }));

export function readProductSuite(world: World): Suite<ReadCase> {
  const { online, offline, bundles, rivals } = world.fixtures;
  const mine = [...online, offline, ...bundles].map(({ id }) => id);
  const theirs = rivals.map(({ id }) => id);
  return readSuite(world, world.rest.operation('readProduct'), [
    ...targetsOf(mine, 'owner', 'ok'),
    ...targetsOf(theirs, 'owner', 'forbidden'),
    ...(world.client.hasRival ? targetsOf(mine, 'rival', 'forbidden') : []),
    ...targetsOf(theirs, 'rival', 'ok'),
    ...targetsOf(NO_IDS, 'owner', 'notFound'),
  ]);
}

/** The GraphQL queries that REST doesn't have: the caller, and a product as a bundle. */
export function graphqlQuerySuite(world: World): Suite<Row> {
  const { online, bundles } = world.fixtures;

  async function query(name: string, who: Caller, expected: ExpectedAnswer, id?: string) {
    const field = world.graphql.field(`Query.${name}`);
    const call = graphqlCall(field, { id }, { headers: {}, credential: { who } });
    const { answered, observed } = await exchangeGraphQL(world, call, field);
    checkAnswer(observed, expected, answered);
    return { answered, data: observed.data };
  }

  const viewer = (who: Caller, expected: ExpectedAnswer): Row => ({
    label: `viewer ${who}`,
    async run() {
      const { answered, data } = await query('viewer', who, expected);
      if (!data) return;
      const names = (data.permissions as string[]).map((name) => name.toLowerCase());
      const told = listIn(answered, 'Token-Permissions');
      expectSame('The permissions of the caller', names.toSorted(), told, answered);
    },
  });

  const bundle = (id: string, who: Caller, expected: ExpectedAnswer): Row => ({
    label: `bundle ${who} ${expected.kind}`,
    async run() {
      const { answered, data } = await query('bundle', who, expected, id);
      if (!data) return;
      const { product, answered: read } = await readProduct(world, Number(id), 'graphql');
      const { answer } = world.rest.operation('readProduct');
      const seen = fromGraphQL(data, answer?.shape) as JsonObject;
      expectStored(seen, product, [answered, read], 'A bundle differs from its product');
    },
  });

  const mine = bundles.map(({ id }) => String(id));
  return ofRows([
    viewer('owner', OK),
    viewer('nobody', { kind: 'unauthenticated' }),
    ...mine.map((id) => bundle(id, 'owner', OK)),
    ...(world.client.hasRival
      ? mine.map((id) => bundle(id, 'rival', { kind: 'forbidden' }))
      : []),
    ...[String(online[0]?.id), ...NO_IDS].map((id) =>
      bundle(id, 'owner', { kind: 'notFound' }),
    ),
  ]);
}

/** No operation lists these objects, so their first IDs are read as owner and as rival, and the APIs must agree. */
const FIRST_IDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Reads by an operation whose objects the harness can't create. */
export const readSuiteOf =
  (operation: string) =>
  (world: World): Suite<ReadCase> =>
    readSuite(world, world.rest.operation(operation), [
      ...targetsOf(FIRST_IDS, 'owner'),
      ...(world.client.hasRival ? targetsOf(FIRST_IDS, 'rival') : []),
      ...targetsOf(NO_IDS, 'owner', 'notFound'),
    ]);

function readSuite(
  world: World,
  operation: RestOperation,
  cases: readonly Target[],
): Suite<ReadCase> {
  async function run({ id, who, options, expected }: ReadCase): Promise<void> {
    const given = {
      operation,
      id,
      options,
      credential: { who, tokenIn: options.tokenIn },
    };
    const expectedOf = ({ rest }: Pair) =>
      ({ kind: expected ?? observeRest(rest).kind }) as ExpectedAnswer;
    const { observed, ...pair } = await sendBoth(world, given, expectedOf);
    const again = await sendPair(world, given);
    for (const surface of SURFACES) {
      const [first, second] = [pair[surface], again[surface]];
      const [wanted, got] = [first, second].map(({ status, text }) => ({ status, text }));
      expectSame('A second read', got, wanted, first, second);
    }
    if (observed.rest.kind !== 'ok') return;
    const read = observed.rest.data?.[operation.answer?.name ?? ''];
    const other = fromGraphQL(observed.graphql.data, operation.answer?.shape);
    if (!sameJson(read, other))
      throw disagreement(`answers to ${operation.name}`, [read, other], pair);
  }
  return {
    arbitrary: fc
      .record({ target: fc.constantFrom(...cases), options: sendOptions, comment: fc.uuid() })
      .map(({ target, options, comment }) => ({
        ...target,
        options: { ...options, comment },
      })),
    examples: cases.map((target) => ({ ...target, options: {} })),
    labelOf: ({ who, id, expected = `ID ${id}` }) => `${who} ${expected}`,
    run,
  };
}

/** Whether the resource is as the client has it; the comparison is weak (RFC 9110, section 13.1.2). */
const CONDITIONS = Object.entries<{ matches: boolean; ifNoneMatch(tag: string): string }>({
  same: { matches: true, ifNoneMatch: (tag) => tag },
  listed: { matches: true, ifNoneMatch: (tag) => `"x", ${tag}` },
  weak: { matches: true, ifNoneMatch: (tag) => `W/${tag}` },
  'after one with a comma': { matches: true, ifNoneMatch: (tag) => `"a,b",W/${tag}` },
  any: { matches: true, ifNoneMatch: () => '*' },
  'a tag that is an asterisk': { matches: false, ifNoneMatch: () => '"*"' },
  longer: { matches: false, ifNoneMatch: (tag) => `"x${tag.slice(1)}` },
  other: { matches: false, ifNoneMatch: () => '"x"' },
  unquoted: { matches: false, ifNoneMatch: (tag) => tag.slice(1, -1) },
});

export function conditionalReadSuite(world: World): Suite<Row> {
  const { online, offline, bundles } = world.fixtures;
  const targets = [
    ...[...online.slice(0, 2), offline, ...bundles].map(({ id }) => ({
      operation: 'readProduct' as const,
      id,
    })),
    ...FIRST_IDS.map((id) => ({ operation: 'readRental' as const, id })),
  ];

  const row = (
    { operation: name, id }: (typeof targets)[number],
    method: string,
    [condition, { matches, ifNoneMatch }]: (typeof CONDITIONS)[number],
  ): Row => ({
    label: `${name} ${method} ${condition}`,
    async run() {
      const operation = world.rest.operation(name);
      const send = async (headers: Readonly<Record<string, string>>) => {
        const { rest } = prepare(world, { operation, id, headers }).calls;
        const { answered } = await exchange(world, 'rest', { ...rest, method }, operation);
        checkCaching(answered);
        return answered;
      };
      const plain = await send({});
      // No operation lists the caller's rentals.
      if (plain.status !== 200 && name === 'readRental') return;
      const tag = tagOf(plain);
      const answered = await send({ 'If-None-Match': ifNoneMatch(tag) });
      const expectRead = (what: string, got: unknown, wanted: unknown) =>
        expectSame(`The ${what}`, got, wanted, answered, plain);
      expectRead('status of a conditional read', answered.status, matches ? 304 : 200);
      expectRead('ETag of a second read', tagOf(answered), tag);
      if (matches || method === 'GET')
        expectRead('body of a conditional read', answered.text, matches ? '' : plain.text);
    },
  });
  return ofRows(
    targets.flatMap((target) =>
      ['GET', 'HEAD'].flatMap((method) =>
        CONDITIONS.map((condition) => row(target, method, condition)),
      ),
    ),
  );
}
