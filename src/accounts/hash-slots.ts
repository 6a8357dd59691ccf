// Hashes of passwords: each takes 80 ms of a thread and 32 MiB, so few are made at a time, and none for a client that has gone.
import { timeLeft } from '../database/deadline.ts';
import { busy } from '../operation/failure.ts';
import { type Held, UserSlots } from '../operation/user-slots.ts';

/** libuv has four threads; compression and the files of the embedded database need some, too. */
const AT_ONCE = 2;

/** The last of them waits for two to three seconds. */
const MOST_WAITING = 50;

/** The longest wait, in milliseconds; the deadline of the request may come first. */
const MAX_WAIT = 4_000;

/** All hashes are made for the same user: whoever signs in is not known yet. */
const NOBODY = 0;

interface Asking {
  /** Addresses take turns. */
  readonly address: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

export type InHashSlot = <Result>(asking: Asking, work: () => Promise<Result>) => Promise<Result>;

/** Does work with a hash in it. @throws {OperationFailure} unavailable: too many wait, or the client has gone. */
export function createHashSlots(): InHashSlot {
  const slots = new UserSlots({ perUser: AT_ONCE });
  let waiting = 0;

  async function wait({ address, signal }: Asking): Promise<Held | undefined> {
    if (waiting >= MOST_WAITING) return undefined;
    const ends = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeLeft(MAX_WAIT)))]);
    waiting++;
    const held = await slots.acquire({ userId: NOBODY, flow: address }, ends);
    waiting--;
    return held;
  }

  return async (asking, work) => {
    const held = slots.tryAcquire({ userId: NOBODY }) ?? (await wait(asking));
    if (!held) throw busy('hash_slots');
    try {
      return await work();
    } finally {
      slots.release(held);
    }
  };
}
