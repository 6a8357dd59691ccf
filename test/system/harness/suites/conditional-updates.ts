// Updates with a precondition: If-Match on REST, `ifRevision` on GraphQL; every write increases the revision.
import type { AnsweredCall, Surface } from '../calls/call.ts';
import type { Case } from '../calls/send-pair.ts';
import { expectSame, Finding, shown } from '../check/answer.ts';
import type { ExpectedAnswer } from '../expect/expected-answer.ts';
import { createOne, type World } from '../world.ts';
import { expectStored, readProduct, sendOne } from './send-one.ts';
import { NO_ID, OK, ofRows, REQUIRED_TITLE, type Row, type Suite } from './suite.ts';

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
  listed: { isMet: true, ifMatch: ({ tag }) => `"x", ${tag}` },
  any: { isMet: true, ifMatch: () => '*', ifRevision: () => null },
  stale: {
    isMet: false,
    ifMatch: (_, { tag }) => tag,
    ifRevision: (_, { revision }) => revision,
  },
  unknown: { isMet: false, ifMatch: () => '"x"', ifRevision: ({ revision }) => revision + 1 },
  zero: { isMet: false, ifRevision: () => 0 },
  // Compressing proxies change a tag, but not its revision.
  weakened: { isMet: true, ifMatch: ({ tag }) => `W/${tag}` },
  ...Object.fromEntries(
    ['-gzip', '-br', '-zstd', ';gzip'].map((coding) => [
      `compressed ${coding}`,
      { isMet: true, ifMatch: ({ tag }: State) => `W/${tag.replace(/"$/, `${coding}"`)}` },
    ]),
  ),
  unquoted: { isMet: false, isMalformed: true, ifMatch: ({ revision }) => String(revision) },
  doubled: { isMet: false, isMalformed: true, ifMatch: ({ tag }) => `${tag}${tag}` },
};

/** The responses to an update whose precondition is met; a missing permission comes before the precondition. */
const WANTED: readonly ExpectedAnswer[] = [
  OK,
  REQUIRED_TITLE,
  { kind: 'forbidden' },
  { kind: 'notFound' },
];

const MALFORMED: ExpectedAnswer = {
  kind: 'invalid',
  errors: [{ path: ['If-Match'], code: 'INVALID_FORMAT' }],
};

export function conditionalUpdateSuite(world: World): Suite<Row> {
  const operation = world.rest.operation('updateProduct');
  const rival = world.fixtures.rivals[0]?.id;
  let created: number | undefined;
  let count = 0;

  const update = (surface: Surface, id: number, given: Partial<Case>, expected = OK) =>
    sendOne(world, surface, { operation, id, ...given }, expected);

  const row = (surface: Surface, name: string, wanted: ExpectedAnswer): Row => ({
    label: `${surface} ${name} ${wanted.kind}`,
    async run() {
      created ??= await createOne(world);
      const before = await stateOf(world, created);
      const title = `Revised ${++count}`;
      await update(surface === 'rest' ? 'graphql' : 'rest', created, { input: { title } });
      const now = await stateOf(world, created);
      expectRisen(before, now, true);

      const { isMet, isMalformed, ifMatch, ifRevision } = PRECONDITIONS[name] ?? {
        isMet: true,
      };
      const unmet = isMalformed ? MALFORMED : ({ kind: 'conflict' } as const);
      const isChecked = wanted.kind === 'ok' || wanted.kind === 'invalid';
      const expected = isMet || !isChecked ? wanted : unmet;
      const id = { forbidden: rival, notFound: NO_ID }[wanted.kind as string] ?? created;
      const stored = await readProduct(world, created, 'rest');
      const { answered, observed } = await update(
        surface,
        id,
        {
          input: { title: wanted.kind === 'invalid' ? '' : `Changed ${count}` },
          ...(surface === 'rest' &&
            ifMatch && { headers: { 'If-Match': ifMatch(now, before) } }),
          ...(ifRevision && { variables: { ifRevision: ifRevision(now, before) } }),
        },
        expected,
      );
      const after = await stateOf(world, created);
      expectRisen(now, after, expected.kind === 'ok', answered);
      if (surface === 'graphql' && expected.kind === 'conflict')
        expectSame(
          'The revision of a conflict',
          revisionIn(answered),
          now.revision,
          answered,
        );
      if (surface === 'graphql' && expected.kind === 'ok') {
        const { revision } = (observed.data?.product ?? {}) as { revision?: unknown };
        expectSame('The revision in a payload', revision, after.revision, answered);
      }
      if (expected.kind === 'ok') return;
      const { product } = await readProduct(world, created, 'rest');
      const aspect = 'A rejected conditional update changed a field';
      expectStored(stored.product, product, [answered], aspect);
    },
  });

  const wanted = WANTED.filter(({ kind }) => kind !== 'forbidden' || rival !== undefined);
  const of = (surface: Surface, name: string) => wanted.map((one) => row(surface, name, one));
  const onRest = Object.keys(PRECONDITIONS).filter((name) => PRECONDITIONS[name]?.ifMatch);
  const onGraphQL = Object.keys(PRECONDITIONS).filter(
    (name) => PRECONDITIONS[name]?.ifRevision,
  );
  return ofRows([
    ...['none', ...onRest].flatMap((name) => of('rest', name)),
    ...['none', ...onGraphQL].flatMap((name) => of('graphql', name)),
  ]);
}

function revisionIn({ json }: AnsweredCall): unknown {
  const { errors } = json as { errors?: { extensions?: { revision?: unknown } }[] };
  return errors?.[0]?.extensions?.revision;
}

/** The ETag over REST and the revision over GraphQL. */
async function stateOf(world: World, id: number): Promise<State> {
  const given = { operation: world.rest.operation('readProduct'), id };
  const rest = await sendOne(world, 'rest', given, OK);
  const { answered, observed } = await sendOne(world, 'graphql', given, OK);
  return { tag: tagOf(rest.answered), revision: Number(observed.data?.revision), answered };
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
