// Work that takes long beside what requests need: few pieces at a time, a bounded number waits, none for whom it is too late.
import { timeLeft } from '../database/deadline.ts';
import { type BusyCause, busy } from './failure.ts';
import { type Held, UserSlots } from './user-slots.ts';

/** The longest wait, in milliseconds; the deadline of the request may come first. */
const MAX_WAIT = 4_000;

/** The work of all users is in the same bounds. */
const ALL = 0;

interface Bounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** At least `LONG_BYTES` of the slots for work on the event loop: others get as long a time after each piece of it. */
  readonly bytes?: number;
  /** Why a request is refused. */
  readonly cause: BusyCause;
}

interface Asking {
  /** Clients with different flows, such as their addresses, take turns. */
  readonly flow?: string;
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal;
}

export type BoundedWork = <Result>(work: () => Promise<Result>, asking?: Asking) => Promise<Result>;

/** The result does work within the bounds. @throws {OperationFailure} unavailable: too many wait, or it is too late. */
export function boundedWork({ atOnce, mostWaiting, bytes = 0, cause }: Bounds): BoundedWork {
  const slots = new UserSlots({ perUser: atOnce });
  let waiting = 0;

  async function wait({ flow, signal }: Asking): Promise<Held | undefined> {
    if (waiting >= mostWaiting) return undefined;
    const late = AbortSignal.timeout(Math.ceil(timeLeft(MAX_WAIT)));
    waiting++;
    const work = { userId: ALL, bytes: () => bytes, ...(flow !== undefined && { flow }) };
    const held = await slots.acquire(work, signal ? AbortSignal.any([signal, late]) : late);
    waiting--;
    return held;
  }

  return async (work, asking = {}) => {
    const held = slots.tryAcquire({ userId: ALL, bytes: () => bytes }) ?? (await wait(asking));
    if (!held) throw busy(cause);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      slots.release(held, performance.now() - startedAt);
    }
  };
}
