// Requests that share a statement: those of one turn, and those that come while statements are under way.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Collector } from '../../../src/database/records/collector.ts';

/** A collector whose statements end when the test says so. */
function collector(most = 100) {
  const sent: { requests: readonly number[]; end: () => void }[] = [];
  const collected = new Collector<number>(
    (requests) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      sent.push({ requests, end: resolve });
      return promise;
    },
    most,
    'SELECT 1',
  );
  const add = (...requests: number[]) => {
    for (const request of requests) collected.add(request);
  };
  return { sent, add };
}

const requestsOf = (sent: { requests: readonly number[] }[]) => sent.map(({ requests }) => requests);

test('the requests of a turn are sent together', async () => {
  const { sent, add } = collector();
  add(1, 2);
  await Promise.resolve().then(() => add(3));
  await turn();
  expect(requestsOf(sent)).toEqual([[1, 2, 3]]);
});

test('a statement has a largest number of requests', async () => {
  const { sent, add } = collector(2);
  add(1, 2, 3);
  await turn();
  expect(requestsOf(sent)).toEqual([[1, 2], [3]]);
});

test('while a statement is under way requests are collected until it ends', async () => {
  const { sent, add } = collector();
  add(1);
  await turn();
  add(2);
  await turn();
  add(3);
  expect(requestsOf(sent)).toEqual([[1]]);
  sent[0]?.end();
  await turn();
  expect(requestsOf(sent)).toEqual([[1], [2, 3]]);
});

test('collected requests wait no longer than 10 ms for a statement that does not end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { sent, add } = collector();
  add(1);
  await turn();
  add(2);
  vi.advanceTimersByTime(9);
  expect(requestsOf(sent)).toEqual([[1]]);
  vi.advanceTimersByTime(1);
  expect(requestsOf(sent)).toEqual([[1], [2]]);
  vi.useRealTimers();
});
