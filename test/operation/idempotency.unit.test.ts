// Which headers are valid idempotency keys, with or without quotes, and what a write does that comes too late (D40).
import { expect, test, vi } from 'vitest';
import type { OperationContext } from '../../src/operation/context.ts';
import { createRecord, once, parseKey } from '../../src/operation/idempotency.ts';
import { conflict, OperationFailure } from '../../src/operation/operation-failure.ts';

test.each([
  ["'", "'"],
  ['!#$%&*+-./:;<=>?@[]^_`{|}~,()', '!#$%&*+-./:;<=>?@[]^_`{|}~,()'],
  ['a"b\\c', 'a"b\\c'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
])('reads %j as %j', (header, key) => expect(parseKey(header)).toBe(key));

test.each([' ', '"', '"a', '"a"b"', '"a"; x=1', 'ä', '"a\\b"'])('rejects %j', (header) =>
  expect(() => parseKey(header)).toThrow('invalid'),
);

test.each([
  ['is throttled', new OperationFailure({ kind: 'throttled', retryAfterSeconds: 1 })],
  ['finds another revision', conflict(2)],
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
    const known = [null, { ...record, resultId: 7 }];
    const context = {
      caller: { userId: 1 },
      keysInProgress: new Map(),
      db: { reads: { idempotencyRecord: { findUnique: async () => known.shift() } } },
    } as unknown as OperationContext;
    const giveBack = vi.fn(async () => {});
    const work = {
      replay: async (id: number) => id,
      write: () => Promise.reject(failure),
      giveBack,
    };
    expect(await once(context, record, work)).toEqual({ output: 7, isReplay: true });
    expect(giveBack).toHaveBeenCalledOnce();
  },
);
