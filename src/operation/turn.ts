// The turn of a request: one of the places of its user, which is free again while the request waits for an earlier one.
import { beforeDeadline, timeLeft } from '../database/deadline.ts';
import { OperationFailure, UNAVAILABLE } from './failure.ts';
import type { UserSlots } from './user-slots.ts';

/** The longest wait for a place, in milliseconds, unless the deadline of the request comes first. */
const LONGEST_WAIT = 5_000;

export class Turn {
  readonly #slots: UserSlots;
  readonly #userId: number;
  #isHeld = false;

  constructor(slots: UserSlots, userId: number) {
    this.#slots = slots;
    this.#userId = userId;
  }

  /** False where no place is free in time. */
  async begin(): Promise<boolean> {
    this.#isHeld =
      this.#slots.tryAcquire(this.#userId) ||
      (await this.#slots.acquire(this.#userId, AbortSignal.timeout(Math.ceil(timeLeft(LONGEST_WAIT)))));
    return this.#isHeld;
  }

  end(): void {
    if (this.#isHeld) this.#slots.release(this.#userId);
    this.#isHeld = false;
  }

  /** Waits for other work without the place. @throws {DeadlineError} @throws {OperationFailure} unavailable: no place. */
  async interruptedBy(work: Promise<void>): Promise<void> {
    this.end();
    await beforeDeadline(work);
    if (!(await this.begin())) throw new OperationFailure(UNAVAILABLE);
  }
}
