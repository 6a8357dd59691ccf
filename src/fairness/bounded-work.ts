// Work that takes long beside what requests need: few pieces at a time, a bounded number waits, none for whom it is too late.
import { type BusyCause, busy } from '../operation/failure.ts';
import type { Networks } from './networks.ts';
import { longestWait, Slot, Slots } from './slots.ts';

/** The work of all users is in the same bounds. */
const ALL = 0;

interface WorkBounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** At least `LONG_BYTES` for work on the event loop: others get as long a time after each piece of it. */
  readonly bytes?: number;
  /** Why a request is refused. */
  readonly cause: BusyCause;
}

/** The networks of clients take turns, and share the places of those that wait; `signal` is aborted when the client has gone. */
export type BoundedWork = <Result>(
  work: () => Promise<Result>,
  asking?: { readonly networks?: Networks; readonly signal?: AbortSignal },
) => Promise<Result>;

/** The result does long work of all users within bounds. @throws {OperationFailure} unavailable: too many wait, or it is too late. */
export function boundedWork({ atOnce, mostWaiting, bytes = 0, cause }: WorkBounds): BoundedWork {
  const slots = new Slots({ perUser: atOnce, mostWaiting });
  return async (work, { networks, signal } = {}) => {
    const slot = new Slot(slots, { userId: ALL, networks, bytes: () => bytes });
    const late = AbortSignal.timeout(longestWait());
    if (!(await slot.take(signal ? AbortSignal.any([signal, late]) : late))) throw busy(cause);
    try {
      return await work();
    } finally {
      slot.end();
    }
  };
}
