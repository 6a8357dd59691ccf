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
  /** The work of one client of a user does not wait for all that another one has sent before. */
  readonly clientId?: number;
  /** A measure of what the work costs, such as the bytes of a body. */
  readonly bytes?: number;
}

interface Waiter {
  readonly work: Work;
  readonly start: () => void;
}

interface InFlight {
  count: number;
  bytes: number;
}

const NONE: Readonly<InFlight> = { count: 0, bytes: 0 };

export class UserSlots {
  readonly #bounds: Required<Bounds>;
  readonly #inFlight = new Map<number, InFlight>();
  /** By client, apart for work with bytes and without; the queue that was served last is the last one. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = { inAll: Number.POSITIVE_INFINITY, bytesPerUser: Number.POSITIVE_INFINITY, ...bounds };
  }

  /** Takes a slot, which the caller must `release`, if one is free. */
  tryAcquire(work: Work): boolean {
    const isFree = this.#hasRoom(work);
    if (isFree) this.#take(work);
    return isFree;
  }

  /** True with a slot, which the caller must `release`, as soon as one is free, oldest of a client first; false once `abort` fires. */
  async acquire(work: Work, abort: AbortSignal): Promise<boolean> {
    if (abort.aborted) return false;
    if (this.tryAcquire(work)) return true;
    return new Promise((resolve) => {
      const queue = queueOf(work);
      const giveUp = () => {
        this.#leave(queue, waiter);
        resolve(false);
      };
      const start = () => {
        abort.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const waiter = { work, start };
      this.#queues.set(queue, (this.#queues.get(queue) ?? new Set()).add(waiter));
      abort.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Adds bytes to work that has a slot, unless other work of its user has as many as it may have; the work to `release` then. */
  tryAdd(work: Work, bytes: number): Work | undefined {
    const mine = this.#inFlight.get(work.userId) ?? { ...NONE };
    if (mine.bytes - bytesOf(work) >= this.#bounds.bytesPerUser) return undefined;
    mine.bytes += bytes;
    return { ...work, bytes: bytesOf(work) + bytes };
  }

  /** Frees a slot; while others wait, only after a pause. `milliseconds`: how long it was held. */
  release(work: Work, milliseconds = 0): void {
    const free = () => this.#free(work);
    if (this.#queues.size === 0) free();
    else if (bytesOf(work) < LONG_BYTES) afterTurns(PAUSE_TURNS, free);
    else setTimeout(free, Math.min(milliseconds, LONGEST_PAUSE));
  }

  #free({ userId, bytes = 0 }: Work): void {
    const left = this.#inFlight.get(userId) ?? { ...NONE };
    left.count -= 1;
    left.bytes -= bytes;
    if (left.count === 0) this.#inFlight.delete(userId);
    this.#total -= 1;
    this.#startNext();
  }

  /** Clients take turns; one whose user is at a bound is passed over, so that the work of one user does not delay that of others. */
  #startNext(): void {
    for (const [queue, waiters] of this.#queues) {
      const [first] = waiters;
      if (!first || !this.#hasRoom(first.work)) continue;
      this.#leave(queue, first);
      if (this.#queues.delete(queue)) this.#queues.set(queue, waiters);
      this.#take(first.work);
      first.start();
      return;
    }
  }

  #leave(queue: string, waiter: Waiter): void {
    const waiters = this.#queues.get(queue);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#queues.delete(queue);
  }

  #hasRoom({ userId, bytes = 0 }: Work): boolean {
    const { perUser, inAll, bytesPerUser } = this.#bounds;
    const mine = this.#inFlight.get(userId) ?? NONE;
    return this.#total < inAll && mine.count < perUser && (bytes === 0 || mine.bytes < bytesPerUser);
  }

  #take({ userId, bytes = 0 }: Work): void {
    const { count, bytes: before } = this.#inFlight.get(userId) ?? NONE;
    this.#inFlight.set(userId, { count: count + 1, bytes: before + bytes });
    this.#total += 1;
  }
}

const bytesOf = ({ bytes = 0 }: Work) => bytes;

const queueOf = (work: Work) => `${work.userId} ${work.clientId} ${bytesOf(work) > 0}`;
