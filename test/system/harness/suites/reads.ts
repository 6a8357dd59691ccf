// Reads by IDs of every spelling, each sent twice, GraphQL-only reads, and reads with If-None-Match.
import fc from 'fast-check';
import { type Credential, SURFACES } from '../calls/call.ts';
import { graphqlCall, prepare, type SendOptions, sendOptions } from '../calls/prepare.ts';
import { checkAnswer, expectSame, listIn } from '../check/answer.ts';
import { observe } from '../check/observed-answer.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL } from '../contract/translate.ts';
import { type Candidate, idsOf } from '../expect/bundle.ts';
import { type ExpectedAnswer, type JsonObject, OK } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './codings.ts';
import { tagOf } from './conditional-updates.ts';
import { exchange, expectStored, readProduct, sendBoth } from './send.ts';
import { combinations, type Suite } from './suite.ts';

/** Strings that are not IDs, and IDs of no product. */
const NO_IDS =
  "2147483647|2147483646|0|-1|2147483648|99999999999999999999|007|1.0|1.5|1e3|1e21|0x1|+1| 1|1 |abc|null|NaN|١|1,2|1/2|1%00|1'--|ünïd".split(
    '|',
  );

const FORBIDDEN: ExpectedAnswer = { kind: 'forbidden' };
const NOT_FOUND: ExpectedAnswer = { kind: 'notFound' };

export interface Target {
  readonly id: string;
  /** The caller. */
  readonly who: 'owner' | 'rival';
  readonly expected: ExpectedAnswer;
}

const targetsOf = (
  ids: readonly (string | number)[],
  who: Target['who'],
  expected: ExpectedAnswer,
): Target[] => ids.map((id) => ({ id: String(id), who, expected }));

/** Products that the caller can't use: another owner's, and none. */
export const refusedTargets = (
  { client, fixtures }: World,
  mine: readonly Candidate[],
): Target[] => [
  ...targetsOf(idsOf(fixtures.rivals), 'owner', FORBIDDEN),
  ...(client.hasRival ? targetsOf(idsOf(mine), 'rival', FORBIDDEN) : []),
  ...targetsOf(NO_IDS, 'owner', NOT_FOUND),
];

export function readProductSuite(world: World): Suite<ReadCase> {
  const { online, offline, bundles, rivals } = world.fixtures;
  const mine = [...online, offline, ...bundles];
  return readSuite(world, world.rest.operation('readProduct'), [
    ...targetsOf(idsOf(mine), 'owner', OK),
    ...targetsOf(idsOf(rivals), 'rival', OK),
    ...refusedTargets(world, mine),
  ]);
}

type QueryCase = readonly [
  name: 'viewer' | 'bundle',
  who: Credential['who'],
  expected: ExpectedAnswer,
  id?: string | number | undefined,
];

/** The GraphQL queries that REST doesn't have: the caller, and a product as a bundle. */
export function graphqlQuerySuite(world: World): Suite<QueryCase> {
  const { online, bundles } = world.fixtures;
  const mine = idsOf(bundles);

  async function run([name, who, expected, id]: QueryCase): Promise<void> {
    const field = world.graphql.field(`Query.${name}`);
    const call = graphqlCall(field, { id: id && String(id) }, { credential: { who } });
    const answered = await world.client.send('graphql', call);
    const observed = observe(world, answered, undefined, field);
    checkAnswer({ answered, observed }, expected);
    if (!observed.data) return;
    if (name === 'viewer') {
      const permissions = observed.data.permissions as string[];
      const names = permissions.map((permission) => permission.toLowerCase()).toSorted();
      const told = listIn(answered, 'Token-Permissions');
      return expectSame('The permissions of the caller', names, told, answered);
    }
    const { product, answered: read } = await readProduct(world, Number(id), 'graphql');
    const { answer } = world.rest.operation('readProduct');
    const seen = fromGraphQL(observed.data, answer?.shape) as JsonObject;
    expectStored(seen, product, [answered, read], 'A bundle differs from its product');
  }

  return {
    examples: [
      ['viewer', 'owner', OK],
      ['viewer', 'nobody', { kind: 'unauthenticated' }],
      ...combinations(['bundle'], ['owner'], [OK], mine),
      ...combinations(['bundle'], world.client.hasRival ? ['rival'] : [], [FORBIDDEN], mine),
      ...combinations(['bundle'], ['owner'], [NOT_FOUND], [online[0].id, ...NO_IDS]),
    ],
    labelOf: ([name, who, { kind }]) => `${name} ${who} ${kind}`,
    run,
  };
}

/** No operation lists these objects, so their first IDs are read as owner and as rival, and the APIs must agree. */
const FIRST_IDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** The harness can't create rentals. */
export function readRentalSuite(world: World): Suite<ReadCase> {
  const unknown = combinations(
    FIRST_IDS,
    world.client.hasRival ? ['owner', 'rival'] : ['owner'],
  );
  return readSuite(world, world.rest.operation('readRental'), [
    ...unknown.map(([id, who]) => ({ id: String(id), who })),
    ...targetsOf(NO_IDS, 'owner', NOT_FOUND),
  ]);
}

interface ReadCase extends Omit<Target, 'expected'> {
  /** Absent for an object of which the harness doesn't know whether it exists. */
  readonly expected?: ExpectedAnswer;
  readonly options: SendOptions;
}

function readSuite(
  world: World,
  operation: RestOperation,
  cases: readonly Omit<ReadCase, 'options'>[],
): Suite<ReadCase> {
  return {
    arbitrary: fc
      .record({ target: fc.constantFrom(...cases), options: sendOptions, comment: fc.uuid() })
      .map(({ target, options, comment }) => ({
        ...target,
        options: { ...options, comment },
      })),
    examples: cases.map((target) => ({ ...target, options: {} })),
    labelOf: ({ who, id, expected }) => `${who} ${expected?.kind ?? `ID ${id}`}`,
    async run({ id, who, options, expected }) {
      const given = { operation, id, options, credential: { who } };
      const pair = await sendBoth(world, given, expected);
      const again = await sendBoth(world, given, expected);
      for (const surface of SURFACES) {
        const [first, second] = [pair[surface].answered, again[surface].answered];
        const [wanted, got] = [first, second].map(({ status, text }) => ({ status, text }));
        expectSame('A second read', got, wanted, first, second);
      }
    },
  };
}

type Condition = readonly [
  name: string,
  /** Whether the resource is as the client has it; the comparison is weak (RFC 9110, section 13.1.2). */
  matches: boolean,
  ifNoneMatch: (tag: string) => string,
];

const CONDITIONS: readonly Condition[] = [
  ['same', true, (tag) => tag],
  ['listed', true, (tag) => `"x", ${tag}`],
  ['weak', true, (tag) => `W/${tag}`],
  ['after one with a comma', true, (tag) => `"a,b",W/${tag}`],
  ['any', true, () => '*'],
  ['a tag that is an asterisk', false, () => '"*"'],
  ['longer', false, (tag) => `"x${tag.slice(1)}`],
  ['other', false, () => '"x"'],
  ['unquoted', false, (tag) => tag.slice(1, -1)],
];

type ConditionalCase = readonly [
  target: readonly [operation: 'readProduct' | 'readRental', id: number],
  method: string,
  condition: Condition,
];

export function conditionalReadSuite(world: World): Suite<ConditionalCase> {
  const { online, offline, bundles } = world.fixtures;
  const targets = [
    ...combinations(['readProduct'], idsOf([...online.slice(0, 2), offline, ...bundles])),
    ...combinations(['readRental'], FIRST_IDS),
  ];
  return {
    examples: combinations(targets, ['GET', 'HEAD'], CONDITIONS),
    labelOf: ([[name], method, [condition]]) => `${name} ${method} ${condition}`,
    async run([[name, id], method, [, matches, ifNoneMatch]]) {
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
  };
}
