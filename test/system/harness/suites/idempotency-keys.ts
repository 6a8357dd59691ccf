// Writes with an Idempotency-Key, repeated over either API, return the first result and change nothing.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type AnsweredCall, SURFACES, type Surface } from '../calls/call.ts';
import { type Case, type SendOptions, sendOptions } from '../calls/prepare.ts';
import { expectIn, expectSame } from '../check/answer.ts';
import type { SentOne } from '../check/observed-answer.ts';
import {
  type ExpectedAnswer,
  invalidAt,
  type JsonObject,
} from '../expect/expected-answer.ts';
import { createOne, type World } from '../world.ts';
import { expectStored, readProduct, sendOne } from './send.ts';
import {
  combinations,
  REQUIRED_TITLE,
  type Suite,
  smallestInput,
  validInput,
  type Write,
  writesOf,
} from './suite.ts';

const REPETITIONS = [
  'same',
  'quoted',
  'overlong',
  'at once',
  'after a failure',
  'other input',
  'other operation',
  'other target',
  'other user',
] as const;

interface KeyCase {
  readonly write: Write;
  readonly input: JsonObject;
  readonly repetition: (typeof REPETITIONS)[number];
  /** The APIs of the first request and of the repetition. */
  readonly surfaces: readonly [first: Surface, again: Surface];
  readonly options: SendOptions;
}

interface Sending extends Pick<Case, 'input' | 'options'> {
  readonly key: string;
  readonly surface: Surface;
  readonly write: Write;
  readonly expected?: ExpectedAnswer;
  readonly target?: number;
  readonly who?: 'owner' | 'rival';
}

const KEY = 'Idempotency-Key';
const MAX_LENGTH = 255;
const REUSED: ExpectedAnswer = { kind: 'keyReused' };
const MALFORMED = invalidAt('INVALID_FORMAT', KEY);

/** Differs from every generated title. */
const OTHER_TITLE = 'Another title for the same key';

const SURFACE_PAIRS = combinations(SURFACES, SURFACES);

export function idempotencySuite(world: World): Suite<KeyCase> {
  const [changing, other] = world.fixtures.changing;
  let rivals: number | undefined;

  const send = ({
    key,
    surface,
    write,
    expected,
    target = changing,
    who = 'owner',
    ...given
  }: Sending) =>
    sendOne(
      world,
      surface,
      {
        operation: world.rest.operation(write),
        id: target,
        ...given,
        headers: { [KEY]: key },
        credential: { who },
      },
      expected,
    );

  const stored = async (id: number) => (await readProduct(world, id, 'graphql')).product;

  async function run({
    write,
    input,
    repetition,
    surfaces,
    options,
  }: KeyCase): Promise<void> {
    const key = randomUUID();
    const first: Sending = { key, surface: surfaces[0], input, write, options };
    const again = { ...first, surface: surfaces[1] };
    if (repetition === 'at once') return runAtOnce(first, again);
    if (repetition === 'overlong')
      await send({ ...again, key: key.padEnd(MAX_LENGTH + 1, 'k'), expected: MALFORMED });
    if (repetition === 'after a failure')
      await send({ ...first, input: { ...input, title: '' }, expected: REQUIRED_TITLE });
    const one = await send(first);
    expectReplayed(one, false);
    if (repetition === 'other user') {
      // Not one of the fixtures: the request may take it offline.
      rivals ??= await createOne(world, {}, 'rival');
      const theirs = await send({
        ...again,
        ...ofRival(write),
        target: rivals,
        who: 'rival',
      });
      return expectReplayed(theirs, false);
    }
    if (repetition.startsWith('other')) return runReused(repetition, again, one);
    // Another write in between, which an executed repetition would undo.
    if (write === 'updateProduct')
      await send({ ...first, key: randomUUID(), input: { title: OTHER_TITLE } });
    const id = writtenBy(one, write);
    const before = await stored(id);
    const two = await send({ ...again, key: repetition === 'quoted' ? `"${key}"` : key });
    expectReplayed(two, true);
    // The client hasn't seen the current product: its ETag would let a later If-Match undo another client's change.
    const tag = two.answered.headers.get('etag');
    expectSame('The ETag of a repeated write', tag, null, two.answered);
    expectSameResult(one, two);
    expectUntouched(before, await stored(id), two.answered);
  }

  const writtenBy = ({ observed }: SentOne, write: Write) =>
    write === 'updateProduct' ? changing : Number(observed.data?.id);

  /** One request waits for the other and gets its result. */
  async function runAtOnce(first: Sending, again: Sending): Promise<void> {
    const [one, two] = await Promise.all([send(first), send(again)]);
    const count = [one, two].filter(({ answered }) => replayedIn(answered)).length;
    const aspect = 'The replays of two requests at once with one key';
    expectSame(aspect, count, 1, one.answered, two.answered);
    if (first.write !== 'updateProduct') expectSameResult(one, two);
  }

  /** The key with another input, operation or target is rejected, and nothing is changed. */
  async function runReused(repetition: string, again: Sending, one: SentOne): Promise<void> {
    const write = otherThan(again.write);
    const id = repetition === 'other target' ? other : writtenBy(one, again.write);
    const before = await stored(id);
    const { answered } = await send({
      ...again,
      target: id,
      expected: REUSED,
      ...(repetition === 'other input' && {
        input: { ...Object(again.input), title: OTHER_TITLE },
      }),
      ...(repetition === 'other operation' && { write, input: smallestInput(world, write) }),
    });
    expectReplayed({ answered }, false);
    expectUntouched(before, await stored(id), answered);
  }

  /** A key belongs to its user: another user can write with it. */
  const ofRival = (write: Write) =>
    write === 'createBundle' && {
      input: {
        ...smallestInput(world, write),
        items: [{ adId: world.fixtures.rivals[0]?.id, quantity: 1 }],
      },
    };

  const repetitionsOf = (write: Write) =>
    REPETITIONS.filter(
      (repetition) =>
        (repetition !== 'other operation' || world.rest.has(otherThan(write))) &&
        (repetition !== 'other target' || write === 'updateProduct') &&
        (repetition !== 'other user' || world.client.hasRival),
    );

  const writes = writesOf(world);
  return {
    arbitrary: fc.oneof(
      ...writes.map((write) =>
        fc.record({
          write: fc.constant(write),
          input: validInput(world, write),
          repetition: fc.constantFrom(...repetitionsOf(write)),
          surfaces: fc.constantFrom(...SURFACE_PAIRS),
          options: sendOptions,
        }),
      ),
    ),
    examples: writes.flatMap((write) =>
      combinations(repetitionsOf(write), SURFACE_PAIRS).map(([repetition, surfaces]) => ({
        write,
        input: smallestInput(world, write),
        repetition,
        surfaces,
        options: {},
      })),
    ),
    labelOf: ({ write, repetition }) => `${write} ${repetition}`,
    run,
  };
}

const otherThan = (write: Write) =>
  write === 'updateProduct' ? 'createProduct' : 'updateProduct';

const replayedIn = ({ headers }: AnsweredCall) => headers.get('Idempotency-Replayed');

function expectReplayed({ answered }: Pick<SentOne, 'answered'>, wanted: boolean): void {
  const of = wanted ? 'a repeated' : 'an executed or rejected';
  const aspect = `header Idempotency-Replayed of ${of} request`;
  expectIn(answered, aspect, replayedIn(answered), wanted ? 'true' : null);
}

/** The same ID; on the same API also the same status, Location and, on REST, body. */
function expectSameResult(one: SentOne, two: SentOne): void {
  const isSameSurface = one.answered.surface === two.answered.surface;
  const [wanted, got] = [one, two].map(({ answered, observed }) => ({
    id: observed.data?.id === undefined ? null : String(observed.data.id),
    ...(isSameSurface && {
      status: answered.status,
      location: answered.headers.get('location'),
    }),
    ...(isSameSurface && answered.surface === 'rest' && { text: answered.text }),
  }));
  expectSame('The result of a repeated request', got, wanted, one.answered, two.answered);
}

const expectUntouched = (before: JsonObject, after: JsonObject, answered: AnsweredCall) =>
  expectStored(before, after, [answered], 'A repeated or rejected request changed a product');
