// Bounds the work in flight, of one user and of all together, so that one user does not delay the others.

/**
 * Turns of the event loop between the end of a user's work and the start of work that waited for it. libuv accepts one
 * connection in each: a user with hundreds of large requests at once would otherwise hold up the new connections of all others.
 */
const PAUSE_TURNS = 16;

function afterTurns(turns: number, callback: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, callback) : callback()));
}

interface Waiter {
  userId: number;
  start: () => void;
}

export class UserSlots {
  readonly #perUser: number;
  readonly #inAll: number;
  readonly #inFlight = new Map<number, number>();
  readonly #waiting = new Set<Waiter>();
  #total = 0;

  constructor(perUser: number, inAll = Number.POSITIVE_INFINITY) {
    this.#perUser = perUser;
    this.#inAll = inAll;
  }

  /** Takes a slot, which the caller must `release`, if one is free. */
  tryAcquire(userId: number): boolean {
    const isFree = this.#hasRoom(userId);
    if (isFree) this.#take(userId);
    return isFree;
  }

  /** True with a slot, which the caller must `release`, as soon as one is free, oldest first; false once `abort` fires. */
  async acquire(userId: number, abort: AbortSignal): Promise<boolean> {
    if (abort.aborted) return false;
    if (this.tryAcquire(userId)) return true;
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(waiter);
        resolve(false);
      };
      const start = () => {
        abort.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const waiter = { userId, start };
      this.#waiting.add(waiter);
      abort.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Frees a slot; while others wait it is free some turns of the event loop later. */
  release(userId: number): void {
    if (this.#waiting.size > 0) afterTurns(PAUSE_TURNS, () => this.#free(userId));
    else this.#free(userId);
  }

  #free(userId: number): void {
    const left = (this.#inFlight.get(userId) ?? 0) - 1;
    if (left > 0) this.#inFlight.set(userId, left);
    else this.#inFlight.delete(userId);
    this.#total -= 1;
    this.#startNext();
  }

  /** A user at the bound per user is passed over: the work of one user does not delay that of others. */
  #startNext(): void {
    for (const waiter of this.#waiting) {
      if (!this.#hasRoom(waiter.userId)) continue;
      this.#waiting.delete(waiter);
      this.#take(waiter.userId);
      waiter.start();
      return;
    }
  }

  #hasRoom(userId: number): boolean {
    return this.#total < this.#inAll && (this.#inFlight.get(userId) ?? 0) < this.#perUser;
  }

  #take(userId: number): void {
    this.#inFlight.set(userId, (this.#inFlight.get(userId) ?? 0) + 1);
    this.#total += 1;
  }
}
