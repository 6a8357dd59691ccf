// The slot of a request among those of its user; it is released while the request waits for other work or for the client.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { beforeDeadline, timeLeft } from '../database/deadline.ts';
import { busy } from './failure.ts';
import type { Held, UserSlots, Work } from './user-slots.ts';

/** The longest wait for a slot, in milliseconds; the deadline of the request may come first. */
const MAX_WAIT = 5_000;

export class UserSlot {
  readonly userId: number;
  readonly #slots: UserSlots;
  readonly #work: Work;
  #held: Held | undefined;
  /** On the clock of performance.now(). */
  #heldSince = 0;
  /** Bytes beside those of the work. */
  #added = 0;
  /** The request is answered, at its deadline perhaps while its body is still being read: it takes no slot any more. */
  #isOver = false;

  constructor(slots: UserSlots, work: Work) {
    this.userId = work.userId;
    this.#slots = slots;
    this.#work = { ...work, bytes: () => (work.bytes?.() ?? 0) + this.#added };
  }

  /** Takes a slot; false if none is free in time, and after `end`. */
  async begin(): Promise<boolean> {
    if (this.#isOver) return false;
    this.#held =
      this.#slots.tryAcquire(this.#work) ??
      (await this.#slots.acquire(this.#work, AbortSignal.timeout(Math.ceil(timeLeft(MAX_WAIT)))));
    this.#heldSince = performance.now();
    if (this.#isOver) this.#release();
    return this.#held !== undefined;
  }

  /** Gives the slot up for good. */
  end(): void {
    this.#isOver = true;
    this.#release();
  }

  /** Waits for other work without the slot. @throws {DeadlineError} @throws {OperationFailure} unavailable: no slot. */
  async interruptedBy(work: Promise<void>): Promise<void> {
    this.#release();
    await beforeDeadline(work);
    await this.#beginAgain();
  }

  /** Waits for bytes of the client, without the slot unless they are here. @throws {OperationFailure} unavailable: no slot. */
  async awaiting<Result>(bytes: Promise<Result>): Promise<Result> {
    const isHere = await Promise.race([bytes.then(() => true), turnOfEventLoop(false)]);
    if (isHere) return bytes;
    this.#release();
    const result = await bytes;
    await this.#beginAgain();
    return result;
  }

  /** Adds bytes to the work, after a wait while its user has costly work. @throws {OperationFailure} unavailable: no slot. */
  async add(bytes: number): Promise<void> {
    this.#added += bytes;
    if (this.#held && this.#slots.tryAdd(this.#held, bytes)) return;
    this.#release();
    await this.#beginAgain();
  }

  #release(): void {
    if (this.#held) this.#slots.release(this.#held, performance.now() - this.#heldSince);
    this.#held = undefined;
  }

  async #beginAgain(): Promise<void> {
    if (!(await this.begin())) throw busy('user_slots');
  }
}
