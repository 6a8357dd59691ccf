// Slots for concurrent work, per user and in total, so that one user's work doesn't delay the others'.
import { type BusyReason, busy } from '../operation/operation-failure.ts';
import { REQUEST_MILLISECONDS, timeLeft } from '../request-scope.ts';
import { pause } from './turns.ts';

/**
 * In bytes. While others wait, such work is followed by a pause as long as the work, up to `MAX_PAUSE_MILLISECONDS`, so
 * that they get half of the time: beside 64 deep documents of 1 MB, others read twice as often.
 */
export const LONG_BYTES = 64 * 1024;
const MAX_PAUSE_MILLISECONDS = 100;

interface Bounds {
  /** Concurrent tasks. */
  readonly perUser: number;
  readonly inAll?: number;
  /** Bytes of a user's concurrent work at which further work with bytes waits. */
  readonly bytesPerUser?: number;
}

const UNBOUNDED = { inAll: Infinity, bytesPerUser: Infinity };

/** The ID of a user, or the network of a client without one. */
type UserKey = number | string;

interface SlotWork {
  readonly userId: UserKey;
  /** A client of the user: flows of one user don't wait for all of each other's work. */
  readonly flow?: string | undefined;
  /** The cost of the work, such as the bytes of a body; read when a slot is free. */
  readonly bytes?: () => number;
}

/** A pending wait for a slot. */
interface Waiter {
  readonly slot: Slot;
  readonly leave: () => void;
}

export class Slots {
  readonly #bounds: Required<Bounds>;
  readonly #inFlight = new Map<UserKey, { count: number; bytes: number }>();
  /** Oldest first, by flow; the flow that was served last comes last. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = { ...UNBOUNDED, ...bounds };
  }

  /** Takes a slot if one is free. */
  take(userId: UserKey, bytes: number): boolean {
    const { perUser, inAll, bytesPerUser } = this.#bounds;
    const mine = this.#inFlight.get(userId) ?? { count: 0, bytes: 0 };
    const isFull = this.#total >= inAll || mine.count >= perUser;
    if (isFull || (bytes > 0 && mine.bytes >= bytesPerUser)) return false;
    mine.count += 1;
    mine.bytes += bytes;
    this.#total += 1;
    this.#inFlight.set(userId, mine);
    return true;
  }

  /** Resolves when the slot is taken, oldest of a flow first, or aborted. */
  async wait(slot: Slot, flow: string, abort: AbortSignal): Promise<void> {
    if (abort.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(flow) ?? new Set();
    const waiter = {
      slot,
      leave: () => {
        waiting.delete(waiter);
        if (waiting.size === 0) this.#waiting.delete(flow);
        abort.removeEventListener('abort', waiter.leave);
        resolve();
      },
    };
    this.#waiting.set(flow, waiting.add(waiter));
    abort.addEventListener('abort', waiter.leave, { once: true });
    return promise;
  }

  /** Adds bytes to a slot that has some, unless the user's other work has reached the limit. */
  add(userId: UserKey, held: number, bytes: number): boolean {
    const mine = this.#inFlight.get(userId);
    if (!mine || mine.bytes - held >= this.#bounds.bytesPerUser) return false;
    mine.bytes += bytes;
    return true;
  }

  /**
   * Frees a slot; after long work only after a pause, in which others' connections are accepted, even if nobody waits
   * yet. `milliseconds`: how long it was taken.
   */
  release(userId: UserKey, bytes: number, milliseconds: number): void {
    const free = () => this.#free(userId, bytes);
    const freeLater = () => void pause().then(free);
    if (bytes < LONG_BYTES) free();
    else if (this.#waiting.size === 0) freeLater();
    // Another long task may take all of that time, so the turns come after it.
    else setTimeout(freeLater, Math.min(milliseconds, MAX_PAUSE_MILLISECONDS));
  }

  /** Frees a slot, and starts work of one flow after the other while there are slots. */
  #free(userId: UserKey, bytes: number): void {
    const mine = this.#inFlight.get(userId);
    if (!mine) return;
    mine.count -= 1;
    mine.bytes -= bytes;
    if (mine.count === 0) this.#inFlight.delete(userId);
    this.#total -= 1;
    while (this.#startOne());
  }

  /** Skips flows of users at their limit, so that they don't delay others. */
  #startOne(): boolean {
    for (const [flow, waiting] of this.#waiting) {
      const [oldest] = waiting;
      if (!oldest?.slot.tryTake()) continue;
      oldest.leave();
      if (this.#waiting.delete(flow)) this.#waiting.set(flow, waiting);
      return true;
    }
    return false;
  }
}

/** The slot of one task, such as a request; it is released while the task waits for something else. */
export class Slot {
  readonly userId: UserKey;
  readonly #slots: Slots;
  readonly #work: SlotWork;
  /** Bytes in addition to the work's own. */
  #added = 0;
  /** The bytes of the taken slot; undefined without one. */
  #held: number | undefined;
  /** On the clock of performance.now(). */
  #heldSince = 0;
  /** The work has ended, perhaps at its request's deadline while the body is still being read. */
  #isOver = false;

  constructor(slots: Slots, work: SlotWork) {
    this.userId = work.userId;
    this.#slots = slots;
    this.#work = work;
  }

  get isTaken(): boolean {
    return this.#held !== undefined;
  }

  tryTake(): boolean {
    const bytes = (this.#work.bytes?.() ?? 0) + this.#added;
    if (!this.#slots.take(this.userId, bytes)) return false;
    this.#held = bytes;
    this.#heldSince = performance.now();
    return true;
  }

  /** Takes a slot as soon as one is free; false if aborted first, and after `end`. */
  async take(abort?: AbortSignal): Promise<boolean> {
    if (this.#isOver) return false;
    if (!this.tryTake())
      await this.#slots.wait(
        this,
        `${this.userId} ${this.#work.flow}`,
        abort ?? AbortSignal.timeout(longestWait()),
      );
    if (this.#isOver) this.#release();
    return this.#held !== undefined;
  }

  /** Releases the slot for good. */
  end(): void {
    this.#isOver = true;
    this.#release();
  }

  /**
   * Waits for others, such as for bytes from the client, without the slot unless they are already done. @throws
   * {OperationFailure} unavailable: no slot.
   */
  async awaiting<Result>(others: Promise<Result>): Promise<Result> {
    const releasing = setImmediate(() => this.#release());
    const result = await others;
    clearImmediate(releasing);
    if (this.#held === undefined) await this.#takeAgain();
    return result;
  }

  /** Adds bytes to the work; waits while the user has costly work. @throws {OperationFailure} unavailable: no slot. */
  async add(bytes: number): Promise<void> {
    this.#added += bytes;
    if (this.#held !== undefined && this.#slots.add(this.userId, this.#held, bytes)) {
      this.#held += bytes;
      return;
    }
    this.#release();
    await this.#takeAgain();
  }

  /** @throws {OperationFailure} unavailable: no slot. */
  async #takeAgain(): Promise<void> {
    if (!(await this.take())) throw busy('user_slots');
  }

  #release(): void {
    if (this.#held !== undefined)
      this.#slots.release(this.userId, this.#held, performance.now() - this.#heldSince);
    this.#held = undefined;
  }
}

/** The request's remaining time, in whole milliseconds. */
export const longestWait = () => Math.ceil(timeLeft(REQUEST_MILLISECONDS));

/** Does a task in a slot of the user. @throws {OperationFailure} unavailable: no slot in time, for this reason. */
export async function inSlot<Result>(
  slots: Slots,
  userId: UserKey,
  reason: BusyReason,
  task: () => Promise<Result>,
  abort?: AbortSignal,
) {
  const slot = new Slot(slots, { userId });
  if (!(await slot.take(abort))) throw busy(reason);
  try {
    return await task();
  } finally {
    slot.end();
  }
}
