// The windows of rate limits in memory, and what a refund may do to them.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from '../../src/operation/throttle.ts';

const LIMIT = { name: 'creates', points: 2, windowSeconds: 1 };

let throttle: ReturnType<typeof createThrottle>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  throttle = createThrottle(LIMIT);
});
afterEach(() => {
  vi.useRealTimers();
});

const remaining = async () => (await throttle.look('a')).remaining;

const take = () => throttle.take('a');
const consume = () => throttle.consume('a');

test('a refund returns its point', async () => {
  const taken = await take();
  await take();
  expect(await remaining()).toBe(0);
  await throttle.giveBack('a', taken);
  expect(await remaining()).toBe(1);
});

test('a refund after its window opens none', async () => {
  const taken = await take();
  vi.advanceTimersByTime(1_200);
  await throttle.giveBack('a', taken);
  await take();
  await take();
  await expect(consume()).rejects.toMatchObject({ failure: { kind: 'throttled' } });
});

test('a refund during which its window ends leaves no more than the limit', async () => {
  const taken = await take();
  const { reward } = RateLimiterMemory.prototype;
  vi.spyOn(RateLimiterMemory.prototype, 'reward').mockImplementationOnce(function (
    this: RateLimiterMemory,
    key,
  ) {
    vi.advanceTimersByTime(1_200);
    return reward.call(this, key);
  });
  expect((await throttle.giveBack('a', taken)).remaining).toBe(2);
  expect(await remaining()).toBe(2);
});

test('a refund changes nothing in a later window', async () => {
  const taken = await take();
  vi.advanceTimersByTime(1_200);
  await take();
  await throttle.giveBack('a', taken);
  expect(await remaining()).toBe(1);
});

test('a refund for every point, twice, does not exceed the limit', async () => {
  const taken = await take();
  for (let time = 0; time < 4; time++) await throttle.giveBack('a', taken);
  expect(await remaining()).toBe(2);
  await take();
  await take();
  await expect(consume()).rejects.toMatchObject({ failure: { kind: 'throttled' } });
});
