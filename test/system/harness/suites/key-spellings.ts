// Idempotency keys by their form: accepted, refused, ignored on reads; and keys of several mutations in one request.
import { randomUUID } from 'node:crypto';
import type { Surface } from '../calls/call.ts';
import { graphqlCall, targetOf } from '../calls/send-pair.ts';
import { expectSame, Finding, shown } from '../check/answer.ts';
import { toVariable } from '../contract/translate.ts';
import type { ExpectedAnswer } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { exchange, sendOne } from './send-one.ts';
import { ofCases, type Suite, smallestInputs, writesOf } from './suite.ts';

interface SpellingCase {
  readonly operation: string;
  readonly surface: Surface;
  /** `*` stands for characters that make the key unique. */
  readonly spelling: string;
  readonly expected: ExpectedAnswer;
}

/** Two mutations in one request, under one key. */
interface AliasCase {
  readonly aliases: readonly [one: string, other: string];
}

const KEY = 'Idempotency-Key';
const MAX_LENGTH = 255;

const OK: ExpectedAnswer = { kind: 'ok' };
const MALFORMED: ExpectedAnswer = { kind: 'invalid', errors: [{ path: [KEY], code: 'INVALID_FORMAT' }] };

const RIGHT_KEYS = [
  '*',
  '"*"',
  '!#$%&()+,-./:;<=>?@[]^_`{|}~*',
  `${'k'.repeat(MAX_LENGTH - 1)}*`,
  `"${'k'.repeat(MAX_LENGTH - 1)}*"`,
];
const WRONG_KEYS = ['', '""', 'a b', 'a\tb', '\u00fc', `k${'k'.repeat(MAX_LENGTH)}`, `"k${'k'.repeat(MAX_LENGTH)}"`];

/** A key of the length of its spelling: the unique characters take the place of those before them. */
function keyOf(spelling: string): string {
  const unique = randomUUID();
  const at = spelling.indexOf('*');
  const kept = Math.max(spelling.length <= MAX_LENGTH / 2 ? at : at - unique.length + 1, 0);
  return at < 0 ? spelling : `${spelling.slice(0, kept)}${unique}${spelling.slice(at + 1)}`;
}

export function keySpellingSuite(world: World): Suite<SpellingCase> {
  const smallest = smallestInputs(world);
  const writes = writesOf(world);
  const id = world.fixtures.offline.id;
  const of = (operation: string, spellings: readonly string[], expected: ExpectedAnswer) =>
    (['rest', 'graphql'] as const).flatMap((surface) =>
      spellings.map((spelling) => ({ operation, surface, spelling, expected })),
    );
  const cases = [
    ...writes.flatMap((write) => [...of(write, RIGHT_KEYS, OK), ...of(write, WRONG_KEYS, MALFORMED)]),
    ...of('readProduct', ['*', ...WRONG_KEYS], OK),
  ];

  return {
    isThrottled: true,
    ...ofCases(cases),
    labelOf: ({ operation, surface, expected }) => `${operation} ${surface} ${expected.kind}`,
    async run({ operation, surface, spelling, expected }) {
      const input = writes.find((write) => write === operation);
      await sendOne(
        world,
        surface,
        {
          ...targetOf(world.rest.operation(operation), id),
          ...(input && { input: smallest[input] }),
          headers: { [KEY]: keyOf(spelling) },
        },
        expected,
      );
    },
  };
}

interface Payload {
  readonly id?: unknown;
}

export function aliasedKeySuite(world: World): Suite<AliasCase> {
  const names = ['a', 'b', 'createProduct'];
  const cases = names.flatMap((one) =>
    names.filter((other) => other !== one).map((other) => ({ aliases: [one, other] as const })),
  );

  const { createProduct } = smallestInputs(world);
  const type = 'CreateProductInput!';
  const inputOf = (title: string) =>
    toVariable({ ...createProduct, title }, world.rest.inputShape('createProduct'), world.graphql.inputType(type));

  async function send(key: string, entries: readonly (readonly [alias: string, title: string])[]) {
    const variables = Object.fromEntries(entries.map(([alias, title]) => [`of_${alias}`, inputOf(title)]));
    const definitions = entries.map(([alias]) => `$of_${alias}: ${type}`).join(', ');
    const fields = entries.map(([alias]) => `${alias}: createProduct(input: $of_${alias}) { id }`);
    const query = `mutation (${definitions}) { ${fields.join(' ')} }`;
    const call = graphqlCall({ kind: 'mutation', query }, variables, { headers: { [KEY]: key } });
    const { answered } = await exchange(world, 'graphql', call, 'aliases');
    const { data, errors = [] } = (answered.json ?? {}) as {
      data?: Record<string, Payload | null>;
      errors?: { path?: unknown[]; extensions?: { code?: unknown } }[];
    };
    const result = entries.map(([alias]) => {
      const error = errors.find(({ path }) => path?.[0] === alias);
      return data?.[alias]?.id ?? error?.extensions?.code ?? null;
    });
    return { answered, result, isReplayed: answered.headers.get('idempotency-replayed') === 'true' };
  }

  return {
    isThrottled: true,
    ...ofCases(cases),
    async run({ aliases: [one, other] }) {
      const key = randomUUID();
      const first = await send(key, [
        [one, 'A'],
        [other, 'A'],
      ]);
      const [id, otherId] = first.result;
      const turned = await send(key, [
        [other, 'A'],
        [one, 'A'],
      ]);
      const changed = await send(key, [
        [one, 'A'],
        [other, 'B'],
      ]);
      const wanted = { turned: [otherId, id], isReplayed: true, changed: [id, 'IDEMPOTENCY_KEY_REUSED'] };
      const got = { turned: turned.result, isReplayed: turned.isReplayed, changed: changed.result };
      const calls = [first, turned, changed].map(({ answered }) => answered);
      if (id === otherId || first.isReplayed)
        throw new Finding('Two mutations under a new key', `made ${shown(first.result)}`, calls);
      expectSame('Two mutations under a used key', got, wanted, ...calls);
    },
  };
}
