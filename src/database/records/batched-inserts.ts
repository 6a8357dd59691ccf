// Inserts rows with one statement for all that are asked for in one turn of the event loop.
import { isRetryable, isUnavailable } from '../database-errors.ts';
import { beforeDeadline, withoutDeadline } from '../deadline.ts';
import type { Row } from '../statements.ts';
import { Collector } from './collector.ts';

/** Characters of a row that has a statement of its own. */
const LONG_ROW = 16_384;

/** Rows of one statement; further ones of the same turn are in another. */
const MOST_ROWS = 64;

interface Waiting {
  /** A JSON object. */
  readonly row: string;
  readonly answer: PromiseWithResolvers<Row>;
}

/** Inserts a JSON list of rows by one statement; answers one row for each, in their order. */
export type Insert = (rows: string) => Promise<readonly Row[]>;

export class BatchedInserts {
  readonly #insert: Insert;
  readonly #collector = new Collector<Waiting>((waiting) => this.#answer(waiting), MOST_ROWS);

  /** Rows without an answer yet. */
  pending = 0;

  constructor(insert: Insert) {
    this.#insert = insert;
  }

  async insert(values: object): Promise<Row> {
    const row = JSON.stringify(values);
    const answer = Promise.withResolvers<Row>();
    this.pending++;
    try {
      if (row.length < LONG_ROW) this.#collector.add({ row, answer });
      else void withoutDeadline(() => this.#answer([{ row, answer }]));
      return await beforeDeadline(answer.promise);
    } finally {
      this.pending--;
    }
  }

  /** A row that fails the statement does not fail the others: each is inserted by itself then. */
  async #answer(waiting: readonly Waiting[]): Promise<void> {
    try {
      const rows = await this.#insert(`[${waiting.map(({ row }) => row).join()}]`);
      for (const [index, { answer }] of waiting.entries()) answer.resolve(rows[index] as Row);
    } catch (error) {
      // Rows may have been inserted by a statement that the server did not answer.
      const isRolledBack = isRetryable(error) || !isUnavailable(error);
      if (waiting.length > 1 && isRolledBack) await Promise.all(waiting.map((one) => this.#answer([one])));
      else for (const { answer } of waiting) answer.reject(error);
    }
  }
}
