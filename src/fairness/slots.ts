// Slots for work in flight, of one user and of all together: the work of one user does not delay that of the others.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { busy } from '../operation/failure.ts';
import { beforeDeadline, REQUEST_MILLISECONDS, timeLeft } from '../request-scope.ts';
import type { Networks } from './networks.ts';
import { afterPause } from './turns.ts';
import { WaitingFlows } from './waiting-flows.ts';

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
  /** Pieces of work that wait for a slot. Beyond it the newest of the largest flow gets none. */
  readonly mostWaiting?: number;
}

const UNBOUNDED = { inAll: Infinity, bytesPerUser: Infinity, mostWaiting: Infinity };

interface Work {
  readonly userId: number;
  /** The requests of one client of a user: flows of one user do not wait for all work of each other. */
  readonly flow?: string | undefined;
  /** The client, where the work of all users is in the same bounds: its site and its network are its flow. */
  readonly networks?: Networks | undefined;
  /** The cost of the work, such as the bytes of a body; read when a slot is free. */
  readonly bytes?: () => number;
}

/** A slot that is waited for, and the end of the wait. */
interface Waiter {
  readonly slot: Slot;
  readonly leave: () => void;
}

export class Slots {
  readonly #bounds: Required<Bounds>;
  readonly #inFlight = new Map<number, { count: number; bytes: number }>();
  readonly #waiting = new WaitingFlows<Waiter>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = { ...UNBOUNDED, ...bounds };
  }

  /** Takes a slot, if one is free. */
  take(userId: number, bytes: number): boolean {
    const { perUser, inAll, bytesPerUser } = this.#bounds;
    const mine = this.#inFlight.get(userId) ?? { count: 0, bytes: 0 };
    if (this.#total >= inAll || mine.count >= perUser || (bytes > 0 && mine.bytes >= bytesPerUser)) return false;
    mine.count += 1;
    mine.bytes += bytes;
    this.#total += 1;
    this.#inFlight.set(userId, mine);
    return true;
  }

  /** Resolves when the slot is taken, the oldest of a flow first, or aborted, or when it gives way to others. */
  async wait(slot: Slot, flow: readonly string[], abort: AbortSignal): Promise<void> {
    if (abort.aborted || !this.#makeRoom(flow)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = {
      slot,
      leave: () => {
        this.#waiting.delete(flow, waiter);
        abort.removeEventListener('abort', waiter.leave);
        resolve();
      },
    };
    this.#waiting.add(flow, waiter);
    abort.addEventListener('abort', waiter.leave, { once: true });
    return promise;
  }

  /** Whether one more of a flow can wait. */
  #makeRoom(flow: readonly string[]): boolean {
    if (this.#waiting.size < this.#bounds.mostWaiting) return true;
    const other = this.#waiting.givesWay(flow);
    other?.leave();
    return other !== undefined;
  }

  /** Adds bytes to a slot that has some, unless other work of its user has reached the bound. */
  add(userId: number, held: number, bytes: number): boolean {
    const mine = this.#inFlight.get(userId);
    if (!mine || mine.bytes - held >= this.#bounds.bytesPerUser) return false;
    mine.bytes += bytes;
    return true;
  }

  /** Frees a slot; after large work, and while others wait, only after a pause. `milliseconds`: how long it was taken. */
  release(userId: number, bytes: number, milliseconds: number): void {
    const free = () => {
      const mine = this.#inFlight.get(userId);
      if (!mine) return;
      mine.count -= 1;
      mine.bytes -= bytes;
      if (mine.count === 0) this.#inFlight.delete(userId);
      this.#total -= 1;
      this.#startWaiting();
    };
    const turns = () => afterPause(free);
    const othersWait = this.#waiting.size > 0;
    // Node runs timers that are due one after the other: a pause without turns could let no connection in.
    if (othersWait && bytes >= LONG_BYTES) setTimeout(turns, Math.min(milliseconds, MAX_PAUSE));
    else if (othersWait || bytes >= LARGE_BYTES) turns();
    else free();
  }

  /** Starts work of one flow after the other; flows of users at a bound are left out, so that they delay no others. */
  #startWaiting(): void {
    this.#waiting.serve(({ slot, leave }) => {
      const isTaken = slot.tryTake();
      if (isTaken) leave();
      return isTaken;
    });
  }
}

/** The slot of one piece of work, such as a request; it is given up while the work waits for something else. */
export class Slot {
  readonly userId: number;
  readonly #slots: Slots;
  readonly #work: Work;
  /** Bytes beside those of the work. */
  #added = 0;
  /** The bytes of the taken slot; undefined without one. */
  #held: number | undefined;
  /** On the clock of performance.now(). */
  #heldSince = 0;
  /** The work has ended, at the deadline of its request perhaps while its body is still being read. */
  #isOver = false;

  constructor(slots: Slots, work: Work) {
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

  /** Takes a slot as soon as one is free; false if none is before `abort`, and after `end`. */
  async take(abort?: AbortSignal): Promise<boolean> {
    if (this.#isOver) return false;
    if (!this.tryTake()) await this.#slots.wait(this, this.#flow(), abort ?? AbortSignal.timeout(longestWait()));
    if (this.#isOver) this.#release();
    return this.isTaken;
  }

  #flow(): readonly string[] {
    const { networks, flow } = this.#work;
    return networks ? [networks.site, networks.network] : [`${this.userId} ${flow}`];
  }

  /** Gives the slot up for good. */
  end(): void {
    this.#isOver = true;
    this.#release();
  }

  /** Waits for other work without the slot. @throws {DeadlineError} @throws {OperationFailure} unavailable: no slot. */
  interruptedBy(work: Promise<void>): Promise<void> {
    return this.#without(beforeDeadline(work));
  }

  /** Waits for bytes of the client, without the slot unless they are here. @throws {OperationFailure} unavailable: no slot. */
  async awaiting<Result>(bytes: Promise<Result>): Promise<Result> {
    const isHere = await Promise.race([bytes.then(() => true), turnOfEventLoop(false)]);
    return isHere ? bytes : this.#without(bytes);
  }

  /** Adds bytes to the work, after a wait while its user has costly work. @throws {OperationFailure} unavailable: no slot. */
  async add(bytes: number): Promise<void> {
    this.#added += bytes;
    if (this.#held !== undefined && this.#slots.add(this.userId, this.#held, bytes)) this.#held += bytes;
    else await this.#without(undefined);
  }

  /** Waits for the work without the slot, and for a slot then. @throws {OperationFailure} unavailable: no slot. */
  async #without<Result>(work: Promise<Result> | Result): Promise<Result> {
    this.#release();
    const result = await work;
    if (!(await this.take())) throw busy('user_slots');
    return result;
  }

  #release(): void {
    if (this.#held !== undefined) this.#slots.release(this.userId, this.#held, performance.now() - this.#heldSince);
    this.#held = undefined;
  }
}

/** The time that the request has left, in whole milliseconds. */
export const longestWait = () => Math.ceil(timeLeft(REQUEST_MILLISECONDS));
