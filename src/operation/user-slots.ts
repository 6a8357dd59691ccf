// Bounds the work in flight, of one user and of all together, so that one user does not delay the others.
import { afterPause } from './turns.ts';

/** Bytes of work that is followed by a pause even if no other work waits: that may wait in a connection not accepted yet. */
const LARGE_BYTES = 16 * 1024;

/** Bytes of work after which a pause lasts as long as the work, in milliseconds at most: others get half of the time. */
export const LONG_BYTES = 64 * 1024;
const MAX_PAUSE = 100;

interface Bounds {
  /** Pieces of work at the same time. */
  readonly perUser: number;
  readonly inAll?: number;
  /** Bytes of a user's work in flight at which its other work with bytes waits. */
  readonly bytesPerUser?: number;
}

/** A piece of work that takes a slot. */
export interface Work {
  readonly userId: number;
  /** The requests of one client of a user: flows of one user do not wait for all work of each other. */
  readonly flow?: string;
  /** The cost of the work, such as the bytes of a body; read when a slot is free. */
  readonly bytes?: () => number;
}

/** A taken slot with its bytes. */
export interface Held {
  readonly userId: number;
  bytes: number;
}

interface Waiter {
  readonly work: Work;
  readonly start: (held: Held) => void;
}

export class UserSlots {
  readonly #bounds: Required<Bounds>;
  readonly #inFlight = new Map<number, { count: number; bytes: number }>();
  /** The queues by user and flow; the one that was served last is the last. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = { inAll: Number.POSITIVE_INFINITY, bytesPerUser: Number.POSITIVE_INFINITY, ...bounds };
  }

  /** A slot if one is free; the caller must `release` it. */
  tryAcquire({ userId, bytes }: Work): Held | undefined {
    const { perUser, inAll, bytesPerUser } = this.#bounds;
    const mine = this.#inFlight.get(userId) ?? { count: 0, bytes: 0 };
    const held = { userId, bytes: bytes?.() ?? 0 };
    if (this.#total >= inAll || mine.count >= perUser || (held.bytes > 0 && mine.bytes >= bytesPerUser))
      return undefined;
    mine.count += 1;
    mine.bytes += held.bytes;
    this.#total += 1;
    this.#inFlight.set(userId, mine);
    return held;
  }

  /** A slot as soon as one is free, to the oldest of a flow first, for the caller to `release`; undefined after `abort`. */
  async acquire(work: Work, abort: AbortSignal): Promise<Held | undefined> {
    if (abort.aborted) return undefined;
    return this.tryAcquire(work) ?? this.#wait(work, abort);
  }

  #wait(work: Work, abort: AbortSignal): Promise<Held | undefined> {
    const flow = `${work.userId} ${work.flow}`;
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#leave(flow, waiter);
        resolve(undefined);
      };
      const start = (held: Held) => {
        abort.removeEventListener('abort', giveUp);
        resolve(held);
      };
      const waiter = { work, start };
      this.#queues.set(flow, (this.#queues.get(flow) ?? new Set()).add(waiter));
      abort.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Adds bytes to a slot, unless other work of its user has reached the bound. */
  tryAdd(held: Held, bytes: number): boolean {
    const mine = this.#inFlight.get(held.userId);
    if (!mine || mine.bytes - held.bytes >= this.#bounds.bytesPerUser) return false;
    mine.bytes += bytes;
    held.bytes += bytes;
    return true;
  }

  /** Frees a slot; after large work, and while others wait, only after a pause. `milliseconds`: how long it was held. */
  release(held: Held, milliseconds = 0): void {
    const free = () => this.#free(held);
    const turns = () => afterPause(free);
    const othersWait = this.#queues.size > 0;
    // Node runs timers that are due one after the other: a pause without turns could let no connection in.
    if (othersWait && held.bytes >= LONG_BYTES) setTimeout(turns, Math.min(milliseconds, MAX_PAUSE));
    else if (othersWait || held.bytes >= LARGE_BYTES) turns();
    else free();
  }

  #free({ userId, bytes }: Held): void {
    const mine = this.#inFlight.get(userId);
    if (!mine) return;
    mine.count -= 1;
    mine.bytes -= bytes;
    if (mine.count === 0) this.#inFlight.delete(userId);
    this.#total -= 1;
    this.#startWaiting();
  }

  /** Starts work of one flow after the other; flows of users at a bound are left out, so that they delay no others. */
  #startWaiting(): void {
    for (let start = this.#next(); start; start = this.#next()) start();
  }

  #next(): (() => void) | undefined {
    for (const [flow, waiters] of this.#queues) {
      const [first] = waiters;
      const held = first && this.tryAcquire(first.work);
      if (!held) continue;
      this.#leave(flow, first);
      if (this.#queues.delete(flow)) this.#queues.set(flow, waiters);
      return () => first.start(held);
    }
    return undefined;
  }

  #leave(flow: string, waiter: Waiter): void {
    const waiters = this.#queues.get(flow);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#queues.delete(flow);
  }
}
