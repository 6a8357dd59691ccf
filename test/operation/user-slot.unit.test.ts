// The slot of one request: given up while the request waits, and for good when the request has ended.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { UserSlot } from '../../src/operation/user-slot.ts';
import { UserSlots } from '../../src/operation/user-slots.ts';

const USER = { userId: 1 };

/** A request with the only slot of its user. */
async function begun() {
  const slots = new UserSlots({ perUser: 1 });
  const slot = new UserSlot(slots, USER);
  await slot.begin();
  const isFree = () => {
    const held = slots.tryAcquire(USER);
    if (held) slots.release(held);
    return held !== undefined;
  };
  return { slots, slot, isFree };
}

test('a request has no slot while its client sends nothing, and one again afterwards', async () => {
  const { slot, isFree } = await begun();
  const body = Promise.withResolvers<string>();
  const reading = slot.awaiting(body.promise);
  expect(isFree()).toBe(false);
  await expect.poll(isFree).toBe(true);
  body.resolve('all of it');
  expect(await reading).toBe('all of it');
  expect(isFree()).toBe(false);
  slot.end();
  expect(isFree()).toBe(true);
});

test('a request that was answered at its deadline takes no slot when its body arrives later', async () => {
  const { slot, isFree } = await begun();
  const body = Promise.withResolvers<string>();
  const reading = slot.awaiting(body.promise);
  await expect.poll(isFree).toBe(true);
  slot.end();
  body.resolve('too late');
  await expect(reading).rejects.toThrow('unavailable');
  expect(isFree()).toBe(true);
});

test('a request that is answered while it waits for a slot gives that slot to the next', async () => {
  const { slots, slot, isFree } = await begun();
  const body = Promise.withResolvers<string>();
  const reading = slot.awaiting(body.promise);
  await expect.poll(isFree).toBe(true);
  const other = slots.tryAcquire(USER);
  body.resolve('while another request has the slot');
  await turnOfEventLoop();
  slot.end();
  if (other) slots.release(other);
  await expect(reading).rejects.toThrow('unavailable');
  await expect.poll(isFree).toBe(true);
});
