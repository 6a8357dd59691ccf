// Updates with a precondition: If-Match on REST, `ifRevision` on GraphQL; every write increases the revision.
import fc from 'fast-check';
import type { AnsweredCall, Surface } from '../calls/call.ts';
import { type Case, type SendOptions, sendOptions, targetOf } from '../calls/send-pair.ts';
import { expectSame, Finding, shown } from '../check/answer.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { expectStored, readProduct, sendOne } from './send-one.ts';
import { SURFACES, type Suite, validUpdate } from './suite.ts';

/** The state of a product that a precondition names. */
interface State {
  /** The ETag of a read over REST. */
  readonly tag: string;
  readonly revision: number;
  /** The read over GraphQL. */
  readonly answered: AnsweredCall;
}

interface Precondition {
  readonly isMet: boolean;
  /** Whether If-Match is not a list of entity tags. */
  readonly isMalformed?: true;
  readonly ifMatch?: (now: State, before: State) => string;
  readonly ifRevision?: (now: State, before: State) => number | null;
}

const PRECONDITIONS: Readonly<Record<string, Precondition>> = {
  none: { isMet: true },
  current: { isMet: true, ifMatch: ({ tag }) => tag, ifRevision: ({ revision }) => revision },
  listed: {
    isMet: true,
    ifMatch: ({ tag }) => `"x", ${tag}`,
    ifRevision: ({ revision }) => revision,
  },
  any: { isMet: true, ifMatch: () => '*', ifRevision: () => null },
  stale: { isMet: false, ifMatch: (_, { tag }) => tag, ifRevision: (_, { revision }) => revision },
  unknown: { isMet: false, ifMatch: () => '"x"', ifRevision: ({ revision }) => revision + 1 },
  // If-Match compares strongly (RFC 9110, section 13.1.1).
  weak: { isMet: false, ifMatch: ({ tag }) => `W/${tag}`, ifRevision: () => 0 },
  unquoted: {
    isMet: false,
    isMalformed: true,
    ifMatch: ({ revision }) => String(revision),
    ifRevision: () => 0,
  },
  doubled: {
    isMet: false,
    isMalformed: true,
    ifMatch: ({ tag }) => `${tag}${tag}`,
    ifRevision: () => 0,
  },
};

interface UpdateCase {
  readonly surface: Surface;
  readonly precondition: string;
  readonly change: JsonObject;
  /** Whether a field breaks its rule: the precondition is checked first. */
  readonly isInvalid: boolean;
  /** A target that is rejected before the precondition is checked. */
  readonly refused?: 'forbidden' | 'notFound';
  readonly options: SendOptions;
}

const OK: ExpectedAnswer = { kind: 'ok' };
const REQUIRED_TITLE: ExpectedAnswer = {
  kind: 'invalid',
  errors: [{ path: ['title'], code: 'REQUIRED' }],
};

const MALFORMED: ExpectedAnswer = {
  kind: 'invalid',
  errors: [{ path: ['If-Match'], code: 'INVALID_FORMAT' }],
};

const NO_ID = 2_147_483_647;

export function conditionalUpdateSuite(world: World): Suite<UpdateCase> {
  const operation = world.rest.operation('updateProduct');
  const rival = world.fixtures.rivals[0]?.id;
  let created: number | undefined;
  let count = 0;

  async function createPlain(): Promise<number> {
    const id = await createOne(world, PLAIN_PRODUCT);
    const { revision, answered } = await stateOf(world, id);
    expectSame('The revision of a new product', revision, 1, answered);
    return id;
  }

  async function run({
    surface,
    precondition,
    change,
    isInvalid,
    refused,
    options,
  }: UpdateCase): Promise<void> {
    created ??= await createPlain();
    const before = await stateOf(world, created);
    await update(surface === 'rest' ? 'graphql' : 'rest', created, {
      input: { title: `Revised ${++count}` },
    });
    const now = await stateOf(world, created);
    expectRisen(before, now, true);

    const { isMet, isMalformed, ifMatch, ifRevision } = PRECONDITIONS[precondition] ?? {
      isMet: true,
    };
    const accepted = isInvalid ? REQUIRED_TITLE : OK;
    const unmet: ExpectedAnswer =
      isMalformed && surface === 'rest' ? MALFORMED : { kind: 'conflict' };
    const expected: ExpectedAnswer = refused ? { kind: refused } : isMet ? accepted : unmet;
    const stored = await readProduct(world, created, 'rest');
    const id =
      refused === 'forbidden' ? (rival ?? NO_ID) : refused === 'notFound' ? NO_ID : created;
    const input = { ...change, ...(isInvalid ? { title: '' } : { title: `Changed ${count}` }) };
    const condition = {
      ...(surface === 'rest' && ifMatch && { headers: { 'If-Match': ifMatch(now, before) } }),
      ...(surface === 'graphql' &&
        ifRevision && { variables: { ifRevision: ifRevision(now, before) } }),
    };
    const { answered, observed } = await update(
      surface,
      id,
      { input, options, ...condition },
      expected,
    );
    const after = await stateOf(world, created);
    expectRisen(now, after, expected.kind === 'ok', answered);
    if (surface === 'graphql' && expected.kind === 'conflict') {
      const { errors } = answered.json as { errors?: { extensions?: { revision?: unknown } }[] };
      expectSame(
        'The revision of a conflict',
        errors?.[0]?.extensions?.revision,
        now.revision,
        answered,
      );
    }
    if (surface === 'graphql' && expected.kind === 'ok') {
      const { revision } = (observed.data?.product ?? {}) as { revision?: unknown };
      expectSame('The revision in a payload', revision, after.revision, answered);
    }
    if (expected.kind === 'ok') return;
    const { product } = await readProduct(world, created, 'rest');
    expectStored(
      stored.product,
      product,
      [answered],
      'A rejected conditional update changed a field',
    );
  }

  const update = (
    surface: Surface,
    id: number,
    given: Omit<Case, 'operation'>,
    expected: ExpectedAnswer = OK,
  ) => sendOne(world, surface, { ...targetOf(operation, id), ...given }, expected);

  const targets = [undefined, 'notFound', ...(rival === undefined ? [] : ['forbidden'])] as const;
  return {
    arbitrary: fc
      .record({
        surface: fc.constantFrom(...SURFACES),
        precondition: fc.constantFrom(...Object.keys(PRECONDITIONS)),
        change: validUpdate(world),
        isInvalid: fc.boolean(),
        refused: fc.constantFrom(...targets),
        options: sendOptions,
      })
      .map(({ refused, ...given }) => ({
        ...given,
        ...(refused && { refused: refused as 'forbidden' | 'notFound' }),
      })),
    examples: SURFACES.flatMap((surface) =>
      Object.keys(PRECONDITIONS).flatMap((precondition) =>
        [false, true].map((isInvalid) => ({
          surface,
          precondition,
          change: {},
          isInvalid,
          options: {},
        })),
      ),
    ),
    labelOf: ({ surface, precondition }) => `${surface} ${precondition}`,
    run,
  };
}

/** The ETag over REST and the revision over GraphQL. */
async function stateOf(world: World, id: number): Promise<State> {
  const given = targetOf(world.rest.operation('readProduct'), id);
  const rest = await sendOne(world, 'rest', given, OK);
  const { answered, observed } = await sendOne(world, 'graphql', given, OK);
  return { tag: tagOf(rest.answered), revision: Number(observed.data?.revision), answered };
}

const STRONG_TAG = /^"[\x21\x23-\x7e]+"$/;

/** The strong ETag of a response. */
export function tagOf(answered: AnsweredCall): string {
  const tag = answered.headers.get('etag');
  if (tag !== null && STRONG_TAG.test(tag)) return tag;
  throw new Finding('The ETag of a read', tag ?? 'missing', [answered]);
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
  throw new Finding(`Revision and ETag ${aspect}`, `${other}, before ${one}`, [answered]);
}
