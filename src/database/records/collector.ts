// Collects the reads or inserts of several requests for one statement.
import { onceRead } from '../event-loop-turn.ts';
import { beginStatement, type EndSpan, withoutRequest } from '../request-scope.ts';

/** Milliseconds after which collected requests are sent beside the statement under way. */
const LONGEST_HOLD = 10;

/**
 * The requests of one turn of the event loop share a statement. While a statement is under way, further requests are collected
 * until its end: the busier the node, the fewer statements for each request.
 */
export class Collector<Request> {
  readonly #send: (requests: readonly Request[]) => Promise<void>;
  readonly #most: number;
  readonly #sql: string;
  #collected: Request[] = [];
  /** The ends of the spans of collected requests that are traced. */
  #spans: EndSpan[] = [];
  #underWay = 0;
  #hold: NodeJS.Timeout | undefined;

  /** `send` never rejects; it is given at most `most` requests. `sql` is its statement, a span of each request. */
  constructor(send: (requests: readonly Request[]) => Promise<void>, most: number, sql: string) {
    this.#send = send;
    this.#most = most;
    this.#sql = sql;
  }

  add(request: Request): void {
    const isFirst = this.#collected.push(request) === 1;
    const end = beginStatement(this.#sql);
    if (end) this.#spans.push(end);
    if (this.#collected.length >= this.#most) this.#flush();
    else if (isFirst) withoutRequest(() => this.#schedule());
  }

  #schedule(): void {
    if (this.#underWay === 0) onceRead(() => this.#flush());
    else this.#hold = setTimeout(() => this.#flush(), LONGEST_HOLD);
  }

  #flush(): void {
    clearTimeout(this.#hold);
    if (this.#collected.length === 0) return;
    const [requests, spans] = [this.#collected, this.#spans];
    this.#collected = [];
    this.#spans = [];
    this.#underWay++;
    void withoutRequest(() => this.#send(requests)).finally(() => {
      this.#underWay--;
      for (const end of spans) end();
      this.#flush();
    });
  }
}
