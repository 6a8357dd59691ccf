// User slots: how many tasks and bytes are in work, which waiting task comes next, and when a slot is released.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Slot, Slots } from '../../src/fairness/slots.ts';

type Work = ConstructorParameters<typeof Slot>[1];

afterEach(() => vi.useRealTimers());

const USER = { userId: 1 };
const never = new AbortController().signal;
const KIBIBYTE = 1024;

const bytes = (count: number) => () => count;

/** Takes slots in call order; returns the names of the tasks that have one so far, and the end of the oldest. */
function recorded(bounds: ConstructorParameters<typeof Slots>[0]) {
  const slots = new Slots(bounds);
  const started: string[] = [];
  const taken: Slot[] = [];
  const take = (name: string, work: Work) => {
    const slot = new Slot(slots, work);
    void slot.take(never).then(() => {
      started.push(name);
      taken.push(slot);
    });
  };
  return { started, take, end: () => taken.shift()?.end() };
}

test("a task with bytes waits while its user has too many; small tasks and other users' tasks don't", async () => {
  const { started, take, end } = recorded({ perUser: 10, bytesPerUser: 100 });
  take('one below the bound', { userId: 1, bytes: bytes(99) });
  take('one beyond it', { userId: 1, bytes: bytes(99) });
  for (const name of ['one that waits', 'another'])
    take(name, { userId: 1, bytes: bytes(1) });
  take('no bytes', { userId: 1, flow: 'other' });
  take('another user', { userId: 2, bytes: bytes(500) });
  await expect.poll(() => started).toHaveLength(4);
  expect(started).toEqual([
    'one below the bound',
    'one beyond it',
    'no bytes',
    'another user',
  ]);
  end();
  end();
  await expect.poll(() => started.slice(4)).toEqual(['one that waits', 'another']);
});

test('a waiting task counts the bytes that it has when a slot is free', async () => {
  const { started, take, end } = recorded({ perUser: 2, bytesPerUser: 100 });
  let expected = 0;
  for (const name of ['first', 'second']) take(name, { userId: 1, bytes: bytes(60) });
  for (const name of ['third', 'fourth']) take(name, { userId: 1, bytes: () => expected });
  expected = 200;
  await expect.poll(() => started).toHaveLength(2);
  end();
  await expect.poll(() => started).toEqual(['first', 'second', 'third']);
  end();
  end();
  await expect.poll(() => started).toEqual(['first', 'second', 'third', 'fourth']);
});

test("adds bytes to a slot at once, unless its user's other tasks have reached the limit", async () => {
  const slots = new Slots({ perUser: 10, bytesPerUser: 100 });
  const [first, second] = [new Slot(slots, USER), new Slot(slots, USER)];
  expect([first.tryTake(), second.tryTake()]).toEqual([true, true]);
  await first.add(1_000);
  let isAdded = false;
  const adding = second.add(1).then(() => (isAdded = true));
  await first.add(5);
  expect(isAdded).toBe(false);
  first.end();
  await adding;
});

test("a user's flows take turns, each with its oldest task", async () => {
  const { started, take, end } = recorded({ perUser: 1 });
  take('busy', USER);
  for (const name of ['a1', 'a2', 'a3']) take(name, { userId: 1, flow: 'a' });
  for (const name of ['b1', 'b2']) take(name, { userId: 1, flow: 'b' });
  for (let count = 2; count <= 6; count++) {
    await expect.poll(() => started).toHaveLength(count - 1);
    end();
  }
  await expect.poll(() => started).toEqual(['busy', 'a1', 'b1', 'a2', 'b2', 'a3']);
});

test('for slots that all share, a crowd gets one of its turns before each of the others', async () => {
  const { started, take, end } = recorded({ perUser: 2, inAll: 2 });
  for (let index = 0; index < 70; index++) take('crowd', { userId: '198.51.100.7' });
  const others = Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`);
  for (const userId of others) take(userId, { userId });
  for (let count = 2; started.length < 24; count++) {
    await expect.poll(() => started).toHaveLength(count);
    end();
  }
  const before = started.slice(0, started.indexOf('203.0.113.9'));
  expect(before.filter((name) => name === 'crowd').length).toBeLessThanOrEqual(3);
});

test('while other tasks wait, a task of many bytes is followed by a pause of the same length', async () => {
  vi.useFakeTimers();
  const { started, take, end } = recorded({ perUser: 1 });
  take('large', { userId: 1, bytes: bytes(64 * KIBIBYTE) });
  take('next', USER);
  await vi.advanceTimersByTimeAsync(40);
  end();
  await vi.advanceTimersByTimeAsync(39);
  expect(started).toEqual(['large']);
  await vi.advanceTimersByTimeAsync(2);
  await expect.poll(() => started).toEqual(['large', 'next']);
});

/** A request that has its user's only slot and reads a body, which `send` completes. */
async function begun() {
  const slots = new Slots({ perUser: 1, inAll: 1 });
  const slot = new Slot(slots, USER);
  await slot.take();
  const body = Promise.withResolvers<string>();
  const isFree = () => {
    const other = new Slot(slots, USER);
    const isTaken = other.tryTake();
    other.end();
    return isTaken;
  };
  return {
    slots,
    slot,
    isFree,
    send: body.resolve,
    reading: () => slot.awaiting(body.promise),
  };
}

test('a task that stops waiting holds no slot', async () => {
  const { slots, slot, isFree } = await begun();
  const other = { userId: 2 };
  expect(await new Slot(slots, other).take(AbortSignal.timeout(10))).toBe(false);
  expect(await new Slot(slots, other).take(AbortSignal.abort())).toBe(false);
  slot.end();
  expect(isFree()).toBe(true);
});

test('a request that was answered at its deadline takes no slot when its body arrives later', async () => {
  const { slot, isFree, send, reading } = await begun();
  const read = reading();
  await expect.poll(isFree).toBe(true);
  slot.end();
  send('too late');
  await expect(read).rejects.toThrow('unavailable');
  expect(isFree()).toBe(true);
});

test('a request that is answered while it waits passes its slot to the next one', async () => {
  const { slots, slot, isFree, send, reading } = await begun();
  const read = reading();
  await expect.poll(isFree).toBe(true);
  const other = new Slot(slots, USER);
  other.tryTake();
  send('while another request has the slot');
  await turnOfEventLoop();
  slot.end();
  other.end();
  await expect(read).rejects.toThrow('unavailable');
  await expect.poll(isFree).toBe(true);
});

test('a long task that nobody waits for keeps its slot for some turns, and not as long as it took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const slots = new Slots({ perUser: 1 });
  const long = { ...USER, bytes: bytes(64 * KIBIBYTE) };
  const first = new Slot(slots, long);
  expect(first.tryTake()).toBe(true);
  first.end();
  expect(new Slot(slots, long).tryTake()).toBe(false);
  for (let turns = 0; turns < 50; turns++) await turnOfEventLoop();
  expect(new Slot(slots, long).tryTake()).toBe(true);
});
