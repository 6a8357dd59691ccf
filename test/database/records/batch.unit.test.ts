// Requests that share a statement: those of one turn, those that come while statements are under way, and those that fail alone.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Batch, batchedReads } from '../../../src/database/records/batch.ts';

/** A batch whose statements end when the test says so. */
function batch() {
  const sent: { requests: readonly number[]; end: () => void }[] = [];
  const batched = new Batch<number, number>({
    sql: 'SELECT 1',
    answer(requests) {
      const { promise, resolve } = Promise.withResolvers<readonly number[]>();
      sent.push({ requests, end: () => resolve(requests) });
      return promise;
    },
  });
  const ask = (...requests: number[]) => {
    for (const request of requests) void batched.ask(request);
  };
  return { sent: () => sent.map(({ requests }) => requests), endFirst: () => sent[0]?.end(), ask };
}

test('the requests of a turn are sent together, at most 64 by a statement', async () => {
  const { sent, ask } = batch();
  ask(...Array(64).fill(0), 1, 2);
  await Promise.resolve().then(() => ask(3));
  await turn();
  expect(sent()).toEqual([Array(64).fill(0), [1, 2, 3]]);
});

test('while a statement is under way requests are collected until it ends', async () => {
  const { sent, ask, endFirst } = batch();
  ask(1);
  await turn();
  ask(2);
  await turn();
  ask(3);
  expect(sent()).toEqual([[1]]);
  endFirst();
  await turn();
  expect(sent()).toEqual([[1], [2, 3]]);
});

test('collected requests wait no longer than 10 ms for a statement that does not end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent, ask } = batch();
  ask(1);
  await turn();
  ask(2);
  vi.advanceTimersByTime(9);
  expect(sent()).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  expect(sent()).toEqual([[1], [2]]);
  vi.useRealTimers();
});

test.each(['null', '{'])('a record %s that cannot be decoded fails alone', async (json) => {
  const read = vi.fn(async () => [
    ['before', '["b"]'],
    ['broken', json],
    ['after', '["a"]'],
  ]);
  const reads = batchedReads<string, unknown>({ read }, '', (values) => {
    if (values === null) throw new TypeError('not a record');
    return values;
  });
  const results = await Promise.allSettled(['before', 'broken', 'after', 'missing'].map((key) => reads.ask(key)));
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    ['b'],
    'failed',
    ['a'],
    null,
  ]);
  expect(read).toHaveBeenCalledOnce();
});
