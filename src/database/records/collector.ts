// Collects the reads or inserts of several requests for one statement.
import { withoutDeadline } from '../deadline.ts';
import { onceRead } from '../event-loop-turn.ts';

/** Milliseconds after which collected requests are sent beside the statement under way. */
const LONGEST_HOLD = 10;

/**
 * The requests of one turn of the event loop share a statement. While a statement is under way, further requests are collected
 * until its end: the busier the node, the fewer statements for each request.
 */
export class Collector<Request> {
  readonly #send: (requests: readonly Request[]) => Promise<void>;
  readonly #most: number;
  #collected: Request[] = [];
  #underWay = 0;
  #hold: NodeJS.Timeout | undefined;

  /** `send` never rejects; it is given at most `most` requests. */
  constructor(send: (requests: readonly Request[]) => Promise<void>, most: number) {
    this.#send = send;
    this.#most = most;
  }

  add(request: Request): void {
    const isFirst = this.#collected.push(request) === 1;
    if (this.#collected.length >= this.#most) this.#flush();
    else if (isFirst) withoutDeadline(() => this.#schedule());
  }

  #schedule(): void {
    if (this.#underWay === 0) onceRead(() => this.#flush());
    else this.#hold = setTimeout(() => this.#flush(), LONGEST_HOLD);
  }

  #flush(): void {
    clearTimeout(this.#hold);
    if (this.#collected.length === 0) return;
    const requests = this.#collected;
    this.#collected = [];
    this.#underWay++;
    void withoutDeadline(() => this.#send(requests)).finally(() => {
      this.#underWay--;
      this.#flush();
    });
  }
}
