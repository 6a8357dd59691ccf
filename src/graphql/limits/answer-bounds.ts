// Bounds the records of one GraphQL answer: how many are read at the same time, and how long they are together.
import type { GraphQLResolveInfo } from 'graphql';
import { answerLength, jsonLength, MAX_ANSWER_LENGTH, repeatsValues } from './answer-length.ts';

/** The permits of one answer. A root field that runs alone takes all of them: a write, or a read of many products. */
export const ALL_PERMITS = 16;

export class AnswerBounds {
  #free = ALL_PERMITS;
  #returned = 0;
  readonly #waiting: { readonly permits: number; readonly start: () => void }[] = [];
  /** Bytes of all records that were read. */
  #read = 0;
  #room = MAX_ANSWER_LENGTH;

  /** Runs a root field once so many permits are free, in the order of the calls. */
  async withPermits<Result>(permits: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && permits <= this.#free) this.#free -= permits;
    else await new Promise<void>((start) => this.#waiting.push({ permits, start }));
    try {
      return await work();
    } finally {
      this.#giveBack(permits);
    }
  }

  /** Adds a record, and the fields of `value` that `info` selects; false when they do not fit into the answer. */
  add(info: GraphQLResolveInfo, record: object, value: object = record): boolean {
    const read = jsonLength(record);
    this.#read += read;
    if (this.isFull) return false;
    const length = repeatsValues(info) ? answerLength(info, value, this.#room) : read;
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }

  /** Whether the records that were read are longer than an answer may be. */
  get isFull(): boolean {
    return this.#read > MAX_ANSWER_LENGTH;
  }

  /** Permits become free on the next turn of the event loop, all at once, so that other requests run in between. */
  #giveBack(permits: number): void {
    if (this.#returned === 0) setImmediate(() => this.#startNext());
    this.#returned += permits;
  }

  #startNext(): void {
    this.#free += this.#returned;
    this.#returned = 0;
    for (let next = this.#waiting[0]; next && next.permits <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.permits;
      next.start();
    }
  }
}
