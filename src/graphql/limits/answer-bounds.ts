// Bounds the records of one GraphQL answer: how many are read at the same time, and how long they are together.
import type { GraphQLResolveInfo } from 'graphql';
import { lengthOf, MAX_ANSWER_LENGTH } from '../../operation/answer-size.ts';
import { answerLength } from './answer-length.ts';

/** Root fields that run at the same time: the database client reads the records of all of them by one query. */
const PLACES = 16;

/** The places of a root field that runs alone: a write, or a read of many products. */
export const ALL_PLACES = PLACES;

/** Bytes of a record that has room under every alias a document may have (D45); its fields are not counted one by one. */
const SHORT_RECORD = 16 * 1024;

export class AnswerBounds {
  #free = PLACES;
  #returned = 0;
  readonly #waiting: { readonly places: number; readonly start: () => void }[] = [];
  #read = 0;
  #room = MAX_ANSWER_LENGTH;

  /** Runs a root field once so many places are free, in the order of the calls. */
  async inTurn<Result>(places: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && places <= this.#free) this.#free -= places;
    else await new Promise<void>((start) => this.#waiting.push({ places, start }));
    try {
      return await work();
    } finally {
      this.#giveBack(places);
    }
  }

  /** Adds a record that was read, and what `info` selects of the value that holds it; false where there is no room for them. */
  add(info: GraphQLResolveInfo, record: object, value: object = record): boolean {
    const read = lengthOf(record);
    this.#read += read;
    if (this.isFull) return false;
    if (read <= SHORT_RECORD) return true;
    const length = answerLength(info, value, this.#room);
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }

  /** Whether as much was read as an answer has room for. */
  get isFull(): boolean {
    return this.#read > MAX_ANSWER_LENGTH;
  }

  /** Places become free on the next turn of the event loop, all at once: other requests go on in between. */
  #giveBack(places: number): void {
    if (this.#returned === 0) setImmediate(() => this.#startNext());
    this.#returned += places;
  }

  #startNext(): void {
    this.#free += this.#returned;
    this.#returned = 0;
    for (let next = this.#waiting[0]; next && next.places <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.places;
      next.start();
    }
  }
}
