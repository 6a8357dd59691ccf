// Watches the statements of one connection: the oldest one without an answer has a time limit.

/** Milliseconds in which a process that was busy reads the answers that have arrived. */
const ANSWERS_WITHIN = 400;

export class StatementWatch {
  readonly #limit: number;
  readonly #onSilence: () => number | undefined;
  /** The times of the statements without an answer, in their order; Infinity: the connection is not open. */
  readonly #sent: number[] = [];
  /** The oldest statement, if it was over the limit at the last check. */
  #late: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `onSilence` is called some time after the limit; it returns the milliseconds until its next call, if any. */
  constructor(limit: number, onSilence: () => number | undefined) {
    this.#limit = limit;
    this.#onSilence = onSilence;
  }

  get pending(): number {
    return this.#sent.length;
  }

  sent(isOpen: boolean): void {
    this.#sent.push(isOpen ? performance.now() : Number.POSITIVE_INFINITY);
    if (!this.#timer) this.#checkAfter(this.#limit);
  }

  answered(): void {
    this.#sent.shift();
  }

  /** The connection is open: the time of its statements begins. */
  opened(): void {
    this.#sent.fill(performance.now());
  }

  #checkAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#check(), milliseconds).unref();
  }

  #check(): void {
    this.#timer = undefined;
    const [oldest] = this.#sent;
    const again = oldest === undefined ? undefined : this.#checkOldest(oldest);
    if (again !== undefined) this.#checkAfter(again);
  }

  /** The milliseconds until the next check, if any. */
  #checkOldest(oldest: number): number | undefined {
    const left = oldest + this.#limit - performance.now();
    if (left > 0) return Math.min(left, this.#limit);
    if (oldest === this.#late) return this.#onSilence();
    this.#late = oldest;
    return ANSWERS_WITHIN;
  }
}
