// Which headers are valid idempotency keys, with or without quotes, and what a write does that comes too late (D40).
import { expect, test, vi } from 'vitest';
import type { OperationContext } from '../../src/operation/context.ts';
import type { Failure } from '../../src/operation/failures.ts';
import { createRecord, once, parseKey } from '../../src/operation/idempotency.ts';

test.each([
  ["'", "'"],
  ['!#$%&*+-./:;<=>?@[]^_`{|}~,()', '!#$%&*+-./:;<=>?@[]^_`{|}~,()'],
  ['a"b\\c', 'a"b\\c'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
])('reads %j as %j', (header, key) => expect(parseKey(header)).toBe(key));

test.each([' ', '"', '"a', '"a"b"', '"a"; x=1', 'ä', '"a\\b"'])('rejects %j', (header) =>
  expect(() => parseKey(header)).toThrow('invalid'),
);

test.each<[string, Failure]>([
  ['is throttled', { kind: 'throttled', retryAfterSeconds: 1 }],
  ['finds another revision', { kind: 'conflict', revision: 2 }],
])(
  'a write that %s because another node did it meanwhile is a replay',
  async (_, failure) => {
    const write = {
      operation: 'createProduct',
      key: 'k',
      mutationAlias: undefined,
      id: undefined,
    };
    const record = createRecord({ ...write, input: {} });
    const known = [[], [{ ...record, userId: 1, resultId: 7 }]];
    const budget = { budget: { name: 'creates', points: 1, windowSeconds: 1 }, remaining: 0 };
    const givenBack = { ...budget, remaining: 1 };
    const giveBack = vi.fn(async () => givenBack);
    const context = {
      throttle: { giveBack },
      caller: { userId: 1 },
      keysInProgress: new Map(),
      db: { reads: { idempotencyRecord: { findMany: async () => known.shift() } } },
    } as unknown as OperationContext;
    const work = {
      replay: async (id: number) => id,
      write: async () => ({ failure, budget }),
    };
    const ran = await once(context, record, work);
    expect(ran).toEqual({ output: 7, isReplay: true, budget: givenBack });
    expect(giveBack).toHaveBeenCalledWith(1, budget);
  },
);
