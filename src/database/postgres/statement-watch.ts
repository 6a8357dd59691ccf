// Watches the statements of one connection: the oldest one without an answer has a limit of time.

/** Milliseconds in which a process that was busy for long takes the answers that came meanwhile. */
const ANSWERS_WITHIN = 400;

export class StatementWatch {
  readonly #limit: number;
  readonly #onSilence: () => number | undefined;
  /** When each statement without an answer was sent, in their order; Infinity: it waits for the connection to open. */
  readonly #sent: number[] = [];
  /** The oldest statement, if it was over the limit when it was looked at before. */
  #late: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `onSilence` is called some time after the limit; it returns the milliseconds until it may be called again, if at all. */
  constructor(limit: number, onSilence: () => number | undefined) {
    this.#limit = limit;
    this.#onSilence = onSilence;
  }

  get pending(): number {
    return this.#sent.length;
  }

  sent(isOpen: boolean): void {
    this.#sent.push(isOpen ? performance.now() : Number.POSITIVE_INFINITY);
    if (!this.#timer) this.#lookIn(this.#limit);
  }

  answered(): void {
    this.#sent.shift();
  }

  /** The time of the statements that waited for the connection begins. */
  opened(): void {
    this.#sent.fill(performance.now());
  }

  #lookIn(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
    this.#timer = undefined;
    const [oldest] = this.#sent;
    const again = oldest === undefined ? undefined : this.#lookAt(oldest);
    if (again !== undefined) this.#lookIn(again);
  }

  /** The milliseconds until the next look, if there is one. */
  #lookAt(oldest: number): number | undefined {
    const left = oldest + this.#limit - performance.now();
    if (left > 0) return Math.min(left, this.#limit);
    if (oldest === this.#late) return this.#onSilence();
    this.#late = oldest;
    return ANSWERS_WITHIN;
  }
}
