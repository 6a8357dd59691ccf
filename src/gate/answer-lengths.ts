// The lengths of long answers: the next answer of the same flow, a client and its target, is expected to be as long.

/** In bytes; a shorter answer costs little. */
const LONG = 64 * 1024;

/** Flows in memory; beyond them the oldest is dropped. */
const MAX_KNOWN = 1_000;

export class AnswerLengths {
  readonly #known = new Map<string, number>();

  /** In bytes; 0 unless the last answer was long. */
  expected(flow: string): number {
    return this.#known.get(flow) ?? 0;
  }

  note(flow: string, { headers }: Response): void {
    const length = Number(headers.get('Content-Length') ?? 0);
    this.#known.delete(flow);
    if (length >= LONG) this.#known.set(flow, length);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
