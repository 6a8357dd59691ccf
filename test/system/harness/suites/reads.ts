// Reads by IDs of every spelling, each sent twice, GraphQL-only reads, and reads with If-None-Match.
import fc from 'fast-check';
import { type Credential, sameJson } from '../calls/call.ts';
import {
  graphqlCall,
  prepare,
  type SendOptions,
  sendOptions,
  sendPair,
  targetOf,
} from '../calls/send-pair.ts';
import { checkAnswer, checkHeaders, expectSame, listIn, throwFirstFault } from '../check/answer.ts';
import { graphqlFaults, observeGraphQL, observeRest } from '../check/observed-answer.ts';
import { disagreement } from '../check/pair.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { fromGraphQL } from '../contract/translate.ts';
import { type ExpectedAnswer, type JsonObject, sameOnBoth } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './codings.ts';
import { tagOf } from './conditional-updates.ts';
import { exchange, expectStored, readProduct, sendBoth } from './send-one.ts';
import { ofRows, type Row, SURFACES, type Suite } from './suite.ts';

/** Strings that are not IDs, and IDs of no product. */
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

  async function query(
    name: string,
    credential: Credential,
    expected: ExpectedAnswer,
    id?: string,
  ) {
    const field = world.graphql.field(`Query.${name}`);
    const call = graphqlCall(field, { id }, { headers: {}, credential });
    const answered = await world.client.send('graphql', call);
    const observed = observeGraphQL(answered, name);
    world.tally.count(name, 'graphql', observed);
    checkHeaders(answered);
    throwFirstFault(graphqlFaults(answered, field), answered);
    checkAnswer(observed, expected, answered);
    return { answered, data: observed.data };
  }

  const viewer = (credential: Credential, expected: ExpectedAnswer): Row => ({
    label: `viewer ${credential.who}`,
    async run() {
      const { answered, data } = await query('viewer', credential, expected);
      if (!data) return;
      const permissions = (data.permissions as string[])
        .map((name) => name.toLowerCase())
        .toSorted();
      expectSame(
        'The permissions of the caller',
        permissions,
        listIn(answered, 'Token-Permissions'),
        answered,
      );
    },
  });

  const bundle = (id: string, who: 'owner' | 'rival', expected: ExpectedAnswer): Row => ({
    label: `bundle ${who} ${expected.kind}`,
    async run() {
      const { answered, data } = await query('bundle', { who }, expected, id);
      if (!data) return;
      const { product, answered: read } = await readProduct(world, Number(id), 'graphql');
      const { answer } = world.rest.operation('readProduct');
      const seen = fromGraphQL(data, answer?.shape) as JsonObject;
      expectStored(seen, product, [answered, read], 'A bundle differs from its product');
    },
  });

  const mine = bundles.map(({ id }) => String(id));
  const rows = [
    viewer({ who: 'owner' }, { kind: 'ok' }),
    viewer({ who: 'nobody' }, { kind: 'unauthenticated' }),
    ...mine.map((id) => bundle(id, 'owner', { kind: 'ok' })),
    ...(world.client.hasRival ? mine.map((id) => bundle(id, 'rival', { kind: 'forbidden' })) : []),
    ...[String(online[0]?.id), ...NO_IDS].map((id) => bundle(id, 'owner', { kind: 'notFound' })),
  ];
  return ofRows(rows);
}

/** No operation lists rentals, so these IDs are read as owner and as rival, and the APIs must agree. */
const RENTAL_IDS = Array.from({ length: 12 }, (_, index) => index + 1);

export const readRentalSuite = (world: World): Suite<ReadCase> =>
  readSuite(world, world.rest.operation('readRental'), [
    ...targetsOf(RENTAL_IDS, 'owner'),
    ...(world.client.hasRival ? targetsOf(RENTAL_IDS, 'rival') : []),
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
      ids: [id, id] as const,
      options,
      credential: { who, tokenIn: options.tokenIn },
    };
    const { observed, ...pair } = await sendBoth(world, given, ({ rest }) =>
      sameOnBoth({ kind: expected ?? observeRest(rest).kind } as ExpectedAnswer),
    );
    const again = await sendPair(world, given);
    for (const surface of SURFACES)
      for (const name of ['text', 'status'] as const)
        expectSame(
          'A second read',
          again[surface][name],
          pair[surface][name],
          pair[surface],
          again[surface],
        );
    if (observed.rest.kind !== 'ok') return;
    const read = observed.rest.data?.[operation.answer?.name ?? ''];
    const other = fromGraphQL(observed.graphql.data, operation.answer?.shape);
    if (!sameJson(read, other))
      throw disagreement(`answers to ${operation.name}`, [read, other], pair);
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
    ...[...online.slice(0, 2), offline, ...bundles].map(({ id }) => ({
      operation: 'readProduct' as const,
      id,
    })),
    ...RENTAL_IDS.map((id) => ({ operation: 'readRental' as const, id })),
  ];

  const row = (target: (typeof targets)[number], method: string, condition: string): Row => ({
    label: `${target.operation} ${method} ${condition}`,
    async run() {
      const operation = world.rest.operation(target.operation);
      const send = async (headers: Readonly<Record<string, string>>) => {
        const call = {
          ...prepare(world, { ...targetOf(operation, target.id), headers }).calls.rest,
          method,
        };
        const { answered } = await exchange(world, 'rest', call, operation);
        checkCaching(answered);
        return answered;
      };
      const plain = await send({});
      // No operation lists the caller's rentals.
      if (plain.status !== 200 && target.operation === 'readRental') return;
      const tag = tagOf(plain);
      const { matches = false, ifNoneMatch = String } = CONDITIONS[condition] ?? {};
      const answered = await send({ 'If-None-Match': ifNoneMatch(tag) });
      expectSame(
        'The status of a conditional read',
        answered.status,
        matches ? 304 : 200,
        answered,
        plain,
      );
      expectSame('The ETag of a second read', tagOf(answered), tag, answered, plain);
      if (matches || method === 'GET')
        expectSame(
          'The body of a conditional read',
          answered.text,
          matches ? '' : plain.text,
          answered,
          plain,
        );
    },
  });
  return ofRows(
    targets.flatMap((target) =>
      ['GET', 'HEAD'].flatMap((method) =>
        Object.keys(CONDITIONS).map((condition) => row(target, method, condition)),
      ),
    ),
  );
}
