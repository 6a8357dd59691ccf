// Slots of users: how many pieces of work and bytes are in work, and which waiting work comes next.
import { afterEach, expect, test, vi } from 'vitest';
import { UserSlots, type Work } from '../../src/operation/user-slots.ts';

afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
const KIBIBYTE = 1024;

/** Acquires in the order of the calls; the names of the work that has a slot so far. */
function recorded(slots: UserSlots) {
  const started: string[] = [];
  const acquire = (name: string, work: Work) =>
    void slots.acquire(work, never).then((isHeld) => isHeld && started.push(name));
  return { started, acquire };
}

test('work with bytes waits while its user has so many bytes in work; work without, and that of others, does not', async () => {
  const slots = new UserSlots({ perUser: 10, bytesPerUser: 100 });
  const { started, acquire } = recorded(slots);
  const large = { userId: 1, bytes: 99 };
  acquire('one below the bound', large);
  acquire('one beyond it', large);
  acquire('one that waits', { userId: 1, bytes: 1 });
  acquire('no bytes', { userId: 1 });
  acquire('another user', { userId: 2, bytes: 500 });
  await expect.poll(() => started).toHaveLength(4);
  expect(started).toEqual(['one below the bound', 'one beyond it', 'no bytes', 'another user']);
  slots.release(large);
  slots.release(large);
  await expect.poll(() => started.at(-1)).toBe('one that waits');
});

test('bytes are added to work that has a slot, unless other work of its user has as many as it may have', () => {
  const slots = new UserSlots({ perUser: 10, bytesPerUser: 100 });
  const [first, second] = [{ userId: 1 }, { userId: 1 }];
  expect([slots.tryAcquire(first), slots.tryAcquire(second)]).toEqual([true, true]);
  const grown = slots.tryAdd(first, 1_000);
  expect(grown).toEqual({ userId: 1, bytes: 1_000 });
  expect(slots.tryAdd(second, 1)).toBeUndefined();
  expect(slots.tryAdd({ userId: 1, bytes: 1_000 }, 5)).toEqual({ userId: 1, bytes: 1_005 });
});

test('the clients of a user come in turn, each with its oldest work', async () => {
  const slots = new UserSlots({ perUser: 1 });
  const { started, acquire } = recorded(slots);
  const busy = { userId: 1, clientId: 1 };
  slots.tryAcquire(busy);
  for (const name of ['a1', 'a2', 'a3']) acquire(name, { userId: 1, clientId: 1 });
  for (const name of ['b1', 'b2']) acquire(name, { userId: 1, clientId: 2 });
  for (let count = 1; count <= 5; count++) {
    slots.release(busy);
    await expect.poll(() => started).toHaveLength(count);
  }
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('work of many bytes is followed by a pause as long as it took, while other work waits', async () => {
  vi.useFakeTimers();
  const slots = new UserSlots({ perUser: 1 });
  const { started, acquire } = recorded(slots);
  const large = { userId: 1, bytes: 64 * KIBIBYTE };
  slots.tryAcquire(large);
  acquire('next', { userId: 1 });
  slots.release(large, 40);
  await vi.advanceTimersByTimeAsync(39);
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual(['next']);
});

test('a slot that nobody waits for is free at once', () => {
  const slots = new UserSlots({ perUser: 1 });
  const large = { userId: 1, bytes: 64 * KIBIBYTE };
  for (let count = 0; count < 3; count++) {
    expect(slots.tryAcquire(large)).toBe(true);
    slots.release(large, 40);
  }
});
