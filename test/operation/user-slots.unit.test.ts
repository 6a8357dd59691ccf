// Slots of users: how many pieces of work and bytes are in work, and which waiting work comes next.
import { afterEach, expect, test, vi } from 'vitest';
import { type Held, UserSlots, type Work } from '../../src/operation/user-slots.ts';

afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;
const KIBIBYTE = 1024;

/** Pieces of work that block the event loop longer than Node's timers take to be due. */
const LONG_WORK = { pieces: 12, milliseconds: 5 };

const PAUSE_TURNS = 16;

const bytes = (count: number) => () => count;

/** Acquires in the order of the calls; the names of the work that has a slot so far, and its slots. */
function recorded(slots: UserSlots) {
  const started: string[] = [];
  const held: Held[] = [];
  const acquire = (name: string, work: Work) =>
    void slots.acquire(work, never).then((slot) => {
      if (!slot) return;
      started.push(name);
      held.push(slot);
    });
  /** Releases the oldest slot, as if it was held for so long. */
  const release = (milliseconds?: number) => {
    const slot = held.shift();
    if (slot) slots.release(slot, milliseconds);
  };
  return { started, acquire, release };
}

test('work with bytes waits while its user has so many bytes in work; work without, and that of others, does not', async () => {
  const { started, acquire, release } = recorded(new UserSlots({ perUser: 10, bytesPerUser: 100 }));
  acquire('one below the bound', { userId: 1, bytes: bytes(99) });
  acquire('one beyond it', { userId: 1, bytes: bytes(99) });
  acquire('one that waits', { userId: 1, bytes: bytes(1) });
  acquire('no bytes', { userId: 1, flow: 'other' });
  acquire('another user', { userId: 2, bytes: bytes(500) });
  await expect.poll(() => started).toHaveLength(4);
  expect(started).toEqual(['one below the bound', 'one beyond it', 'no bytes', 'another user']);
  release();
  await expect.poll(() => started.at(-1)).toBe('one that waits');
});

test('the bytes of waiting work are those that it has when a slot is free', async () => {
  const { started, acquire, release } = recorded(new UserSlots({ perUser: 2, bytesPerUser: 100 }));
  let expected = 0;
  for (const name of ['first', 'second']) acquire(name, { userId: 1, bytes: bytes(60) });
  for (const name of ['third', 'fourth']) acquire(name, { userId: 1, bytes: () => expected });
  expected = 200;
  await expect.poll(() => started).toHaveLength(2);
  release();
  await expect.poll(() => started).toEqual(['first', 'second', 'third']);
  release();
  release();
  await expect.poll(() => started).toEqual(['first', 'second', 'third', 'fourth']);
});

test('bytes are added to a slot, unless other work of its user has as many as it may have', () => {
  const slots = new UserSlots({ perUser: 10, bytesPerUser: 100 });
  const [first, second] = [slots.tryAcquire({ userId: 1 }), slots.tryAcquire({ userId: 1 })];
  if (!first || !second) throw new Error('there is no slot');
  expect(slots.tryAdd(first, 1_000)).toBe(true);
  expect(slots.tryAdd(second, 1)).toBe(false);
  expect(slots.tryAdd(first, 5)).toBe(true);
  slots.release(first);
  expect(slots.tryAdd(second, 1)).toBe(true);
});

test('the flows of a user come in turn, each with its oldest work', async () => {
  const { started, acquire, release } = recorded(new UserSlots({ perUser: 1 }));
  acquire('busy', { userId: 1 });
  for (const name of ['a1', 'a2', 'a3']) acquire(name, { userId: 1, flow: 'a' });
  for (const name of ['b1', 'b2']) acquire(name, { userId: 1, flow: 'b' });
  for (let count = 2; count <= 6; count++) {
    await expect.poll(() => started).toHaveLength(count - 1);
    release();
  }
  await expect.poll(() => started).toEqual(['busy', 'a1', 'b1', 'a2', 'b2', 'a3']);
});

test('work of many bytes is followed by a pause as long as it took, while other work waits', async () => {
  vi.useFakeTimers();
  const { started, acquire, release } = recorded(new UserSlots({ perUser: 1 }));
  acquire('large', { userId: 1, bytes: bytes(64 * KIBIBYTE) });
  acquire('next', { userId: 1 });
  await vi.advanceTimersByTimeAsync(0);
  release(40);
  await vi.advanceTimersByTimeAsync(39);
  expect(started).toEqual(['large']);
  await vi.advanceTimersByTimeAsync(1 + PAUSE_TURNS);
  expect(started).toEqual(['large', 'next']);
});

test('between pieces of long work the event loop turns, however late the timers of their pauses are', async () => {
  const slots = new UserSlots({ perUser: 2 });
  const turnsBefore: number[] = [];
  let turns = 0;
  const count = () => {
    turns++;
    if (turnsBefore.length < LONG_WORK.pieces) setImmediate(count);
  };
  setImmediate(count);
  const work = async () => {
    const held = await slots.acquire({ userId: 1, bytes: bytes(64 * KIBIBYTE) }, never);
    if (!held) throw new Error('there is no slot');
    turnsBefore.push(turns);
    turns = 0;
    const end = performance.now() + LONG_WORK.milliseconds;
    while (performance.now() < end);
    slots.release(held, LONG_WORK.milliseconds);
  };
  await Promise.all(Array.from({ length: LONG_WORK.pieces }, work));
  // Two pieces are in work at once: these may run in one turn.
  const turnsBeforeTwo = turnsBefore.slice(1).map((count, index) => count + (turnsBefore[index] ?? 0));
  expect(Math.min(...turnsBeforeTwo.slice(1))).toBeGreaterThan(0);
});

test('when work of many bytes ends, all that it kept waiting goes on', async () => {
  const { started, acquire, release } = recorded(new UserSlots({ perUser: 10, bytesPerUser: 100 }));
  acquire('large', { userId: 1, bytes: bytes(100) });
  for (const name of ['a', 'b', 'c']) acquire(name, { userId: 1, bytes: bytes(1) });
  await expect.poll(() => started).toEqual(['large']);
  release();
  await expect.poll(() => started).toEqual(['large', 'a', 'b', 'c']);
});

test('a slot of small work that nobody waits for is free at once', () => {
  const slots = new UserSlots({ perUser: 1 });
  for (let count = 0; count < 3; count++) {
    const held = slots.tryAcquire({ userId: 1, bytes: bytes(16 * KIBIBYTE - 1) });
    if (!held) throw new Error('there is no slot');
    slots.release(held, 40);
  }
});

test('a slot of large work is kept for some turns that nobody waits for: more work may come by connections not accepted yet', async () => {
  vi.useFakeTimers();
  const slots = new UserSlots({ perUser: 1 });
  const acquire = () => slots.tryAcquire({ userId: 1, bytes: bytes(16 * KIBIBYTE) });
  const held = acquire();
  if (!held) throw new Error('there is no slot');
  slots.release(held, 40);
  expect(acquire()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(PAUSE_TURNS);
  expect(acquire()).toBeDefined();
});
