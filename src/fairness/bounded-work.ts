// Slow work, apart from what requests need: a few tasks at a time, a limited number waiting, none that is too late.
import { type BusyReason, busy } from '../operation/operation-failure.ts';
import type { Networks } from './networks.ts';
import { longestWait, Slot, Slots } from './slots.ts';

/** The work of all users shares its limits. */
const EVERYBODY = 0;

interface WorkBounds {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Why a request is rejected. */
  readonly cause: BusyReason;
}

/** Client networks take turns and share the waiting places; `signal` is aborted when the client disconnects. */
export type BoundedWork = <Result>(
  work: () => Promise<Result>,
  asking?: { readonly networks?: Networks; readonly signal?: AbortSignal },
) => Promise<Result>;

/** Runs long work of all users within limits. @throws {OperationFailure} unavailable: too many waiting, or too late. */
export function boundedWork({ atOnce, mostWaiting, cause }: WorkBounds): BoundedWork {
  const slots = new Slots({ perUser: atOnce, mostWaiting });
  return async (work, { networks, signal } = {}) => {
    const slot = new Slot(slots, { userId: EVERYBODY, networks });
    const late = AbortSignal.timeout(longestWait());
    if (!(await slot.take(signal ? AbortSignal.any([signal, late]) : late)))
      throw busy(cause);
    try {
      return await work();
    } finally {
      slot.end();
    }
  };
}
