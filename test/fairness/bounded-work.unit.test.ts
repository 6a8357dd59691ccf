// Work within bounds: few pieces at a time, a bounded number waits, flows take turns, and nothing is done for who has gone.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HASHING } from '../../src/accounts/passwords.ts';
import { withDeadline } from '../../src/database/request-scope.ts';
import { boundedWork } from '../../src/fairness/bounded-work.ts';
import { OperationFailure } from '../../src/operation/failure.ts';

function hashing() {
  const hash = boundedWork(HASHING);
  const done: string[] = [];
  const seen = { inWork: 0, most: 0 };
  /** One that signs in, and whose hash takes some turns of the event loop. */
  const ask = (address: string, signal = new AbortController().signal) =>
    hash(
      async () => {
        done.push(address);
        seen.most = Math.max(seen.most, ++seen.inWork);
        for (let turns = 0; turns < 3; turns++) await turn();
        seen.inWork--;
      },
      { flow: address, signal },
    );
  return { ask, done, seen };
}

const statuses = async (answers: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(answers)).map((one) =>
    one.status === 'fulfilled' ? 'done' : one.reason instanceof OperationFailure && one.reason.failure.kind,
  );

test('of 300 at once one is in work, 50 wait, and the others are refused at once', async () => {
  const { ask, done, seen } = hashing();
  const all = await statuses(Array.from({ length: 300 }, (_, index) => ask(`${index % 6}`)));
  expect(all.filter((one) => one === 'done')).toHaveLength(51);
  expect(all.filter((one) => one === 'unavailable')).toHaveLength(249);
  expect([done.length, seen.most]).toEqual([51, 1]);
});

test('who has gone while it waits is not hashed, and its place is free', async () => {
  const { ask, done } = hashing();
  const client = new AbortController();
  const answers = Array.from({ length: 51 }, (_, index) => ask(`${index}`, client.signal));
  await turn();
  client.abort();
  expect((await statuses(answers)).filter((one) => one === 'unavailable')).toHaveLength(50);
  await ask('later');
  expect(done).toEqual(['0', 'later']);
});

test('whose time is over is not hashed', async () => {
  const hash = boundedWork(HASHING);
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const busy = hash(() => release);
  expect(await statuses([withDeadline(0, () => hash(() => expect.unreachable()))])).toEqual(['unavailable']);
  resolve();
  expect(await statuses([busy])).toEqual(['done']);
});

test('many of one address do not go before one of another', async () => {
  const { ask, done } = hashing();
  await Promise.all([...Array.from({ length: 40 }, () => ask('many')), ask('one')]);
  expect(done.indexOf('one')).toBeLessThan(6);
});
