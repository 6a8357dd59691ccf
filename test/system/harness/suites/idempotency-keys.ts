// Writes with an Idempotency-Key, repeated over either API, return the first result and change nothing; keys by
// format.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { AnsweredCall, Surface } from '../calls/call.ts';
import {
  type Case,
  graphqlCall,
  type SendOptions,
  sendOptions,
  targetOf,
} from '../calls/send-pair.ts';
import { expectSame, Finding, SURFACE_TITLES, shown } from '../check/answer.ts';
import { toVariable } from '../contract/translate.ts';
import type { ExpectedAnswer, JsonObject } from '../expect/expected-answer.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { exchange, expectStored, readProduct, type SentOne, sendOne } from './send-one.ts';
import {
  ofRows,
  type Row,
  SURFACES,
  type Suite,
  smallestInputs,
  validInputs,
  type Write,
  writesOf,
} from './suite.ts';

const REPETITIONS = [
  'same',
  'quoted',
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

const KEY = 'Idempotency-Key';
const REPLAYED = 'Idempotency-Replayed';

const OK: ExpectedAnswer = { kind: 'ok' };
const REUSED: ExpectedAnswer = { kind: 'keyReused' };
const REQUIRED_TITLE: ExpectedAnswer = {
  kind: 'invalid',
  errors: [{ path: ['title'], code: 'REQUIRED' }],
};

/** Differs from every generated title. */
const OTHER_TITLE = 'Another title for the same key';

const SURFACE_PAIRS = SURFACES.flatMap((first) => SURFACES.map((again) => [first, again] as const));

export function idempotencySuite(world: World): Suite<KeyCase> {
  const smallest = smallestInputs(world);
  const writes = writesOf(world);
  const inputs = validInputs(world);
  let created: readonly number[] | undefined;
  let rivals: number | undefined;

  interface Sending extends Pick<Case, 'input' | 'options'> {
    readonly key: string;
    readonly surface: Surface;
    readonly write: Write;
    readonly expected?: ExpectedAnswer;
    readonly target?: number;
    readonly who?: 'owner' | 'rival';
  }

  const send = ({
    key,
    surface,
    write,
    expected,
    target = created?.[0] ?? 0,
    who = 'owner',
    ...given
  }: Sending) => {
    const credential = { who, tokenIn: given.options?.tokenIn ?? 'header' } as const;
    const operation = world.rest.operation(write);
    const sent = { ...targetOf(operation, target), ...given, headers: { [KEY]: key }, credential };
    return sendOne(world, surface, sent, expected ?? OK);
  };

  const stored = async (id = created?.[0] ?? 0) =>
    (await readProduct(world, id, 'graphql')).product;

  async function run({ write, input, repetition, surfaces, options }: KeyCase): Promise<void> {
    created ??= [await createPlain(), await createPlain()];
    const key = randomUUID();
    const [first, again] = surfaces.map((surface) => ({ key, surface, input, write, options })) as [
      Sending,
      Sending,
    ];
    if (repetition === 'at once') return runAtOnce(write, first, again);
    if (repetition === 'after a failure')
      await send({ ...first, input: { ...input, title: '' }, expected: REQUIRED_TITLE });
    const one = await send(first);
    expectReplayed(one, false);
    if (repetition === 'other user') {
      // Not one of the fixtures: the request may take it offline.
      rivals ??= await createPlain('rival');
      return expectReplayed(await send({ ...again, ...otherUser(write, rivals) }), false);
    }
    if (repetition.startsWith('other')) return runReused(repetition, write, again, one);
    // Another write in between, which an executed repetition would undo.
    if (write === 'updateProduct')
      await send({ ...first, key: randomUUID(), input: { title: OTHER_TITLE } });
    const id = write === 'updateProduct' ? created[0] : Number(one.observed.data?.id);
    const before = await stored(id);
    const two = await send({ ...again, key: repetition === 'quoted' ? `"${key}"` : key });
    expectReplayed(two, true);
    // The client hasn't seen the current product: its ETag would let a later If-Match undo another client's change.
    expectSame(
      'The ETag of a repeated write',
      two.answered.headers.get('etag'),
      null,
      two.answered,
    );
    expectSameResult(one, two);
    expectUntouched(before, await stored(id), two.answered);
  }

  /** One request waits for the other and gets its result. */
  async function runAtOnce(write: Write, first: Sending, again: Sending): Promise<void> {
    const [one, two] = await Promise.all([send(first), send(again)]);
    const count = [one, two].filter(({ answered }) => isReplayed(answered)).length;
    expectSame(
      'The replays of two requests at once with one key',
      count,
      1,
      one.answered,
      two.answered,
    );
    if (write !== 'updateProduct') expectSameResult(one, two);
  }

  /** The key with another input, operation or target is rejected, and nothing is changed. */
  async function runReused(
    repetition: string,
    write: Write,
    again: Sending,
    one: SentOne,
  ): Promise<void> {
    const [target = 0, other = 0] = created ?? [];
    const isUpdate = write === 'updateProduct';
    const otherWrite = otherThan(write);
    const id = isUpdate
      ? repetition === 'other target'
        ? other
        : target
      : Number(one.observed.data?.id);
    const before = await stored(id);
    const { answered } = await send({
      ...again,
      target: id,
      expected: REUSED,
      ...(repetition === 'other input' && {
        input: { ...(again.input as JsonObject), title: OTHER_TITLE },
      }),
      ...(repetition === 'other operation' && { write: otherWrite, input: smallest[otherWrite] }),
    });
    expectReplayed({ answered }, false);
    expectUntouched(before, await stored(id), answered);
  }

  const createPlain = (who?: 'rival') => createOne(world, PLAIN_PRODUCT, who);

  /** A key belongs to its user: another user can write with it. */
  const otherUser = (write: Write, target: number): Partial<Sending> => ({
    who: 'rival',
    target,
    ...(write === 'createBundle' && {
      input: { ...smallest.createBundle, items: rivalItems(world) },
    }),
  });

  const isPossible = ({ write, repetition }: Pick<KeyCase, 'write' | 'repetition'>) =>
    (repetition !== 'other operation' || world.rest.has(otherThan(write))) &&
    (repetition !== 'other target' || write === 'updateProduct') &&
    (repetition !== 'other user' || world.client.hasRival);

  return {
    arbitrary: fc.constantFrom(...writes).chain((write) =>
      fc.record({
        write: fc.constant(write),
        input: inputs[write],
        repetition: fc.constantFrom(
          ...REPETITIONS.filter((repetition) => isPossible({ write, repetition })),
        ),
        surfaces: fc.constantFrom(...SURFACE_PAIRS),
        options: sendOptions,
      }),
    ),
    examples: writes.flatMap((write) =>
      REPETITIONS.filter((repetition) => isPossible({ write, repetition })).flatMap((repetition) =>
        SURFACE_PAIRS.map((surfaces) => ({
          write,
          input: smallest[write],
          repetition,
          surfaces,
          options: {},
        })),
      ),
    ),
    labelOf: ({ write, repetition }) => `${write} ${repetition}`,
    run,
  };
}

const otherThan = (write: Write) => (write === 'updateProduct' ? 'createProduct' : 'updateProduct');

const rivalItems = ({ fixtures }: World) => [{ ad_id: fixtures.rivals[0]?.id, quantity: 1 }];

const isReplayed = ({ headers }: AnsweredCall) => headers.get(REPLAYED) === 'true';

function expectReplayed({ answered }: Pick<SentOne, 'answered'>, wanted: boolean): void {
  const aspect = `${SURFACE_TITLES[answered.surface]} header ${REPLAYED} of ${wanted ? 'a repeated' : 'an executed or rejected'} request`;
  expectSame(aspect, answered.headers.get(REPLAYED), wanted ? 'true' : null, answered);
}

/** The same ID; on the same API also the same status, Location and, on REST, body. */
function expectSameResult(one: SentOne, two: SentOne): void {
  const isSameSurface = one.answered.surface === two.answered.surface;
  const results = [one, two].map(({ answered: { status, headers, surface, text }, observed }) => ({
    id: observed.data?.id === undefined ? null : String(observed.data.id),
    ...(isSameSurface && { status, location: headers.get('location') }),
    ...(isSameSurface && surface === 'rest' && { text }),
  }));
  expectSame(
    'The result of a repeated request',
    results[1],
    results[0],
    one.answered,
    two.answered,
  );
}

const expectUntouched = (before: JsonObject, after: JsonObject, answered: AnsweredCall) =>
  expectStored(before, after, [answered], 'A repeated or rejected request changed a product');

const MAX_LENGTH = 255;

const MALFORMED: ExpectedAnswer = {
  kind: 'invalid',
  errors: [{ path: [KEY], code: 'INVALID_FORMAT' }],
};

const RIGHT_KEYS = [
  '*',
  '"*"',
  '!#$%&()+,-./:;<=>?@[]^_`{|}~*',
  `${'k'.repeat(MAX_LENGTH - 1)}*`,
  `"${'k'.repeat(MAX_LENGTH - 1)}*"`,
];
const WRONG_KEYS = [
  '',
  '""',
  'a b',
  'a\tb',
  '\u00fc',
  `k${'k'.repeat(MAX_LENGTH)}`,
  `"k${'k'.repeat(MAX_LENGTH)}"`,
];

/** A key as long as its spelling: the unique characters replace those before them. */
function keyOf(spelling: string): string {
  const unique = randomUUID();
  const at = spelling.indexOf('*');
  const kept = Math.max(spelling.length <= MAX_LENGTH / 2 ? at : at - unique.length + 1, 0);
  return at < 0 ? spelling : `${spelling.slice(0, kept)}${unique}${spelling.slice(at + 1)}`;
}

export function keySpellingSuite(world: World): Suite<Row> {
  const smallest = smallestInputs(world);
  const writes = writesOf(world);
  const of = (name: string, spellings: readonly string[], expected: ExpectedAnswer): Row[] =>
    SURFACES.flatMap((surface) =>
      spellings.map((spelling) => ({
        label: `${name} ${surface} ${expected.kind}`,
        run() {
          const write = writes.find((candidate) => candidate === name);
          const target = targetOf(world.rest.operation(name), world.fixtures.offline.id);
          const given = {
            ...target,
            ...(write && { input: smallest[write] }),
            headers: { [KEY]: keyOf(spelling) },
          };
          return sendOne(world, surface, given, expected);
        },
      })),
    );
  return ofRows([
    ...writes.flatMap((write) => [
      ...of(write, RIGHT_KEYS, OK),
      ...of(write, WRONG_KEYS, MALFORMED),
    ]),
    ...of('readProduct', ['*', ...WRONG_KEYS], OK),
  ]);
}

/** Two mutations in one request, with one key. */
export function aliasedKeySuite(world: World): Suite<Row> {
  const { createProduct } = smallestInputs(world);
  const type = 'CreateProductInput!';
  const inputOf = (title: string) =>
    toVariable(
      { ...createProduct, title },
      world.rest.inputShape('createProduct'),
      world.graphql.inputType(type),
    );

  /** `entries` are the titles by alias, in document order. */
  async function send(key: string, entries: Readonly<Record<string, string>>) {
    const aliases = Object.keys(entries);
    const variables = Object.fromEntries(
      aliases.map((alias) => [`of_${alias}`, inputOf(entries[alias] ?? '')]),
    );
    const definitions = aliases.map((alias) => `$of_${alias}: ${type}`).join(', ');
    const fields = aliases.map((alias) => `${alias}: createProduct(input: $of_${alias}) { id }`);
    const query = `mutation (${definitions}) { ${fields.join(' ')} }`;
    const call = graphqlCall({ kind: 'mutation', query }, variables, { headers: { [KEY]: key } });
    const { answered } = await exchange(world, 'graphql', call, 'aliases');
    const { data, errors = [] } = (answered.json ?? {}) as {
      data?: Record<string, { id?: unknown } | null>;
      errors?: { path?: unknown[]; extensions?: { code?: unknown } }[];
    };
    const result = aliases.map((alias) => {
      const error = errors.find(({ path }) => path?.[0] === alias);
      return data?.[alias]?.id ?? error?.extensions?.code ?? null;
    });
    return { answered, result, isReplayed: isReplayed(answered) };
  }

  async function run(one: string, other: string): Promise<void> {
    const key = randomUUID();
    const first = await send(key, { [one]: 'A', [other]: 'A' });
    const [id, otherId] = first.result;
    const turned = await send(key, { [other]: 'A', [one]: 'A' });
    const changed = await send(key, { [one]: 'A', [other]: 'B' });
    const wanted = {
      turned: [otherId, id],
      isReplayed: true,
      changed: [id, 'IDEMPOTENCY_KEY_REUSED'],
    };
    const got = { turned: turned.result, isReplayed: turned.isReplayed, changed: changed.result };
    const calls = [first, turned, changed].map(({ answered }) => answered);
    if (id === otherId || first.isReplayed)
      throw new Finding('Two mutations under a new key', `made ${shown(first.result)}`, calls);
    expectSame('Two mutations under a used key', got, wanted, ...calls);
  }

  const names = ['a', 'b', 'createProduct'];
  return ofRows(
    names.flatMap((one) => {
      const others = names.filter((other) => other !== one);
      return others.map((other) => ({ label: '', run: () => run(one, other) }));
    }),
  );
}
