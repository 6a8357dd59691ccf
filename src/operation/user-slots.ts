// Bounds the work in flight, of one user and of all together, so that one user does not delay the others.

/**
 * Turns of the event loop between the end of a user's work and the start of work that waited for it. libuv accepts one
 * connection in each: a user with hundreds of large requests at once would otherwise hold up the new connections of all others.
 */
const PAUSE_TURNS = 16;

/** Work of so many bytes is followed by a pause as long as it took, at most so many milliseconds: half of the time is for others. */
const LONG_BYTES = 64 * 1024;
const LONGEST_PAUSE = 100;

function afterTurns(turns: number, callback: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, callback) : callback()));
}

interface Bounds {
  /** Pieces of work at the same time. */
  readonly perUser: number;
  readonly inAll?: number;
  /** Work with bytes waits while so many bytes of its user are in work. */
  readonly bytesPerUser?: number;
}

/** A piece of work that takes a slot. */
export interface Work {
  readonly userId: number;
  /** Work of one flow of a user, such as the requests of one client, does not wait for all that another flow has sent before. */
  readonly flow?: string;
  /** A measure of what the work costs, such as the bytes of a body; asked for when a slot is free. */
  readonly bytes?: () => number;
}

/** A slot that is taken, and the bytes that count with it. */
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
  /** By user and flow; the queue that was served last is the last one. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = { inAll: Number.POSITIVE_INFINITY, bytesPerUser: Number.POSITIVE_INFINITY, ...bounds };
  }

  /** A slot, which the caller must `release`, if one is free. */
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

  /** A slot, which the caller must `release`, as soon as one is free, oldest of a flow first; undefined once `abort` fires. */
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

  /** Adds bytes to a slot, unless other work of its user has as many as it may have. */
  tryAdd(held: Held, bytes: number): boolean {
    const mine = this.#inFlight.get(held.userId);
    if (!mine || mine.bytes - held.bytes >= this.#bounds.bytesPerUser) return false;
    mine.bytes += bytes;
    held.bytes += bytes;
    return true;
  }

  /** Frees a slot; while others wait, only after a pause. `milliseconds`: how long it was held. */
  release(held: Held, milliseconds = 0): void {
    const free = () => this.#free(held);
    if (this.#queues.size === 0) free();
    else if (held.bytes < LONG_BYTES) afterTurns(PAUSE_TURNS, free);
    else setTimeout(free, Math.min(milliseconds, LONGEST_PAUSE));
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

  /** Flows come in turn; one whose user is at a bound is passed over, so that the work of one user does not delay that of others. */
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
