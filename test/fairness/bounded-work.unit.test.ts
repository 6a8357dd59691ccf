// Limited work: few tasks run at once, a limited number waits, flows take turns, and nothing runs for clients that
// disconnected.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundedWork } from '../../src/fairness/bounded-work.ts';
import { networksOf } from '../../src/fairness/networks.ts';
import { OperationFailure } from '../../src/operation/operation-failure.ts';
import { withDeadline } from '../../src/request-scope.ts';

const LIMITS = { atOnce: 2, mostWaiting: 50, cause: 'sign_ins' } as const;

function limited() {
  const work = boundedWork(LIMITS);
  const done: string[] = [];
  const seen = { inWork: 0, most: 0 };
  /** A task that takes several turns of the event loop. */
  const ask = (address: string, signal = new AbortController().signal) =>
    work(
      async () => {
        done.push(address);
        seen.most = Math.max(seen.most, ++seen.inWork);
        for (let turns = 0; turns < 3; turns++) await turn();
        seen.inWork--;
      },
      { networks: networksOf(address), signal },
    );
  return { ask, done, seen };
}

const statuses = async (answers: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(answers)).map((one) =>
    one.status === 'fulfilled'
      ? 'done'
      : one.reason instanceof OperationFailure && one.reason.failure.kind,
  );

const addresses = (count: number, addressOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => addressOf(at));

test('of 300 at once, two run, 50 wait, and the others are rejected at once', async () => {
  const { ask, done, seen } = limited();
  const all = await statuses(Array.from({ length: 300 }, (_, index) => ask(`${index % 6}`)));
  expect(all.filter((one) => one === 'done')).toHaveLength(50 + LIMITS.atOnce);
  expect(all.filter((one) => one === 'unavailable')).toHaveLength(250 - LIMITS.atOnce);
  expect([done.length, seen.most]).toEqual([50 + LIMITS.atOnce, LIMITS.atOnce]);
});

test('skips the task of a client that disconnects while waiting, and frees its place', async () => {
  const { ask, done } = limited();
  const client = new AbortController();
  const answers = addresses(50 + LIMITS.atOnce, String).map((address) =>
    ask(address, client.signal),
  );
  await turn();
  client.abort();
  expect((await statuses(answers)).filter((one) => one === 'unavailable')).toHaveLength(50);
  await ask('later');
  expect(done).toEqual([...addresses(LIMITS.atOnce, String), 'later']);
});

test('skips the task of a request past its deadline', async () => {
  const work = boundedWork(LIMITS);
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const busy = Array.from({ length: LIMITS.atOnce }, () => work(() => release));
  expect(await statuses([withDeadline(0, () => work(() => expect.unreachable()))])).toEqual([
    'unavailable',
  ]);
  resolve();
  expect(await statuses(busy)).toEqual(busy.map(() => 'done'));
});

test.each([
  ['one address', () => '198.51.100.7'],
  ['one /64', (at: number) => `2001:db8::${at.toString(16)}`],
  ['a hundred /64s of one /48', (at: number) => `2001:db8:0:${at.toString(16)}::1`],
])(
  'a crowd from %s gives up places to others, each of whom waits for at most one of its turns',
  async (_, crowd) => {
    const { ask, done } = limited();
    const ofCrowd = statuses(addresses(70, crowd).map((address) => ask(address)));
    const others = addresses(10, (at) => `203.0.113.${at}`);
    expect(await statuses(others.map((address) => ask(address)))).toEqual(
      others.map(() => 'done'),
    );
    const before = done
      .slice(0, done.indexOf('203.0.113.9'))
      .filter((address) => !others.includes(address));
    expect(before.length).toBeLessThanOrEqual(LIMITS.atOnce + 1);
    expect((await ofCrowd).filter((one) => one === 'unavailable').length).toBeGreaterThan(0);
  },
);

test('in a site the largest network gives way, and the largest site takes no place from others', async () => {
  const { ask } = limited();
  const all = (count: number, addressOf: (at: number) => string) =>
    statuses(addresses(count, addressOf).map((address) => ask(address)));
  const crowd = all(70, () => '2001:db8::1');
  const neighbour = all(1, () => '2001:db8:0:1::1');
  const others = all(20, (at) => `203.0.113.${at}`);
  const late = all(70, (at) => `2001:db8:0:${(at + 2).toString(16)}::1`);
  expect([...(await neighbour), ...(await others)]).toEqual(Array(21).fill('done'));
  await Promise.all([crowd, late]);
});

test("many from one address don't go before one from another", async () => {
  const { ask, done } = limited();
  await Promise.all([...Array.from({ length: 40 }, () => ask('many')), ask('one')]);
  expect(done.indexOf('one')).toBeLessThan(6);
});
