// Updates with a precondition: If-Match on REST, `ifRevision` on GraphQL; every write increases the revision.
import type { AnsweredCall, Surface } from '../calls/call.ts';
import type { Case } from '../calls/prepare.ts';
import { expectSame, Finding, shown } from '../check/answer.ts';
import {
  type ExpectedAnswer,
  invalidAt,
  type JsonObject,
  OK,
} from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { expectStored, sendBoth, sendOne } from './send.ts';
import { combinations, NO_ID, REQUIRED_TITLE, type Suite } from './suite.ts';

/** The state of a product that a precondition names. */
interface State {
  /** The ETag of a read over REST. */
  readonly tag: string;
  readonly revision: number;
  readonly product: JsonObject | undefined;
  /** The read over GraphQL. */
  readonly answered: AnsweredCall;
}

type Precondition = readonly [
  /** What the request sends; undefined for nothing. */
  sentValue: (now: State, before: State) => string | number | null | undefined,
  /** The response if it is not met. */
  unmet?: ExpectedAnswer,
];

const CONFLICT: ExpectedAnswer = { kind: 'conflict' };
/** The response to what is not a list of entity tags. */
const MALFORMED = invalidAt('INVALID_FORMAT', 'If-Match');

const IF_MATCH: Readonly<Record<string, Precondition>> = {
  none: [() => undefined],
  current: [({ tag }) => tag],
  listed: [({ tag }) => `"x", ${tag}`],
  any: [() => '*'],
  stale: [(_, { tag }) => tag, CONFLICT],
  unknown: [() => '"x"', CONFLICT],
  // Compressing proxies change a tag, but not its revision.
  weakened: [({ tag }) => `W/${tag}`],
  ...Object.fromEntries(
    ['-gzip', '-br', '-zstd', ';gzip'].map((coding): [string, Precondition] => [
      coding,
      [({ tag }) => `W/${tag.replace(/"$/, `${coding}"`)}`],
    ]),
  ),
  unquoted: [({ revision }) => revision, MALFORMED],
  doubled: [({ tag }) => `${tag}${tag}`, MALFORMED],
};

const IF_REVISION: Readonly<Record<string, Precondition>> = {
  none: [() => undefined],
  current: [({ revision }) => revision],
  any: [() => null],
  stale: [(_, { revision }) => revision, CONFLICT],
  unknown: [({ revision }) => revision + 1, CONFLICT],
  zero: [() => 0, CONFLICT],
};

/** The responses to an update whose precondition is met; a missing permission comes before the precondition. */
const WANTED: readonly ExpectedAnswer[] = [
  OK,
  REQUIRED_TITLE,
  { kind: 'forbidden' },
  { kind: 'notFound' },
];

type ConditionalCase = readonly [
  surface: Surface,
  precondition: readonly [name: string, precondition: Precondition],
  wanted: ExpectedAnswer,
];

export function conditionalUpdateSuite(world: World): Suite<ConditionalCase> {
  const operation = world.rest.operation('updateProduct');
  const rival = world.fixtures.rivals[0]?.id;
  const [changing] = world.fixtures.changing;
  let count = 0;

  const update = (surface: Surface, id: number, given: Partial<Case>, expected = OK) =>
    sendOne(world, surface, { operation, id, ...given }, expected);

  async function run([surface, [, [sentValue, unmet]], wanted]: ConditionalCase) {
    const before = await stateOf(world, changing);
    const title = `Revised ${++count}`;
    await update(surface === 'rest' ? 'graphql' : 'rest', changing, { input: { title } });
    const now = await stateOf(world, changing);
    expectRisen(before, now, true);

    const isChecked = wanted.kind === 'ok' || wanted.kind === 'invalid';
    const expected = (isChecked && unmet) || wanted;
    const id = { forbidden: rival, notFound: NO_ID }[wanted.kind as string] ?? changing;
    const input = { title: wanted.kind === 'invalid' ? '' : `Changed ${count}` };
    const condition = withCondition(surface, sentValue(now, before));
    const { answered, observed } = await update(
      surface,
      id,
      { input, ...condition },
      expected,
    );
    const after = await stateOf(world, changing);
    expectRisen(now, after, expected.kind === 'ok', answered);
    if (expected.kind !== 'ok') {
      const aspect = 'A rejected conditional update changed a field';
      expectStored(now.product, after.product, [answered], aspect);
    }
    if (surface === 'rest') return;
    if (expected.kind === 'conflict') {
      const aspect = 'The revision of a conflict';
      expectSame(aspect, revisionIn(answered), now.revision, answered);
    }
    if (expected.kind === 'ok') {
      const { revision } = (observed.data?.product ?? {}) as { revision?: unknown };
      expectSame('The revision in a payload', revision, after.revision, answered);
    }
  }

  const wanted = WANTED.filter(({ kind }) => kind !== 'forbidden' || rival !== undefined);
  return {
    examples: [
      ...combinations(['rest'], Object.entries(IF_MATCH), wanted),
      ...combinations(['graphql'], Object.entries(IF_REVISION), wanted),
    ],
    run,
  };
}

/** The part of a request that has the precondition. */
function withCondition(surface: Surface, value: ReturnType<Precondition[0]>): Partial<Case> {
  if (value === undefined) return {};
  return surface === 'rest'
    ? { headers: { 'If-Match': String(value) } }
    : { variables: { ifRevision: value } };
}

function revisionIn({ json }: AnsweredCall): unknown {
  const { errors } = json as { errors?: { extensions?: { revision?: unknown } }[] };
  return errors?.[0]?.extensions?.revision;
}

async function stateOf(world: World, id: number): Promise<State> {
  const given = { operation: world.rest.operation('readProduct'), id };
  const { rest, graphql } = await sendBoth(world, given, OK);
  return {
    tag: tagOf(rest.answered),
    revision: Number(graphql.observed.data?.revision),
    product: rest.observed.resource,
    answered: graphql.answered,
  };
}

const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/;

/** The strong ETag of a response. */
export function tagOf(answered: AnsweredCall): string {
  const tag = answered.headers.get('etag');
  if (tag !== null && STRONG_TAG.test(tag)) return tag;
  throw new Finding('The ETag of a read', tag ?? 'missing', answered);
}

/** A write increases the revision and changes the ETag, and nothing else does. */
function expectRisen(
  before: State,
  after: State,
  wanted: boolean,
  answered = after.answered,
): void {
  const hasRisen = after.revision > before.revision;
  const [one, other] = [before, after].map(({ tag, revision }) => shown({ tag, revision }));
  if (wanted ? hasRisen && before.tag !== after.tag : one === other) return;
  const aspect = wanted ? 'after an update' : 'after a rejected update';
  throw new Finding(`Revision and ETag ${aspect}`, `${other}, before ${one}`, answered);
}
