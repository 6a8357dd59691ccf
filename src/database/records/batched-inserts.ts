// Inserts the rows of one turn of the event loop with one statement.
import { isRetryable, isUnavailable } from '../database-errors.ts';
import type { Row } from '../statements.ts';
import { Collector } from './collector.ts';

/** A row with more characters has a statement of its own. */
const LONG_ROW = 16_384;

/** Rows of one statement; further ones of the same turn are in another. */
const MOST_ROWS = 64;

interface Waiting {
  /** A JSON object. */
  readonly row: string;
  readonly answer: PromiseWithResolvers<Row>;
}

/** Inserts a JSON list of rows by one statement; returns a row for each, in their order. */
type Insert = (rows: string) => Promise<readonly Row[]>;

export class BatchedInserts {
  readonly #together: Insert;
  readonly #alone: Insert;
  readonly #collector: Collector<Waiting>;
  /** Rows without an answer yet. */
  pending = 0;

  /** `sql` is the text of the statement. `alone` gets lists of one row, which may wait for another transaction. */
  constructor(sql: string, together: Insert, alone = together) {
    this.#together = together;
    this.#alone = alone;
    this.#collector = new Collector((waiting) => this.#answer(waiting), MOST_ROWS, sql);
  }

  /** Inserts a row; by a statement of its own if it may wait for another transaction. */
  async insert(values: object, mayWait: boolean): Promise<Row> {
    const row = JSON.stringify(values);
    this.pending++;
    try {
      return await (mayWait || row.length > LONG_ROW ? this.#insertAlone(row) : this.#collect(row));
    } finally {
      this.pending--;
    }
  }

  #collect(row: string): Promise<Row> {
    const answer = Promise.withResolvers<Row>();
    this.#collector.add({ row, answer });
    return answer.promise;
  }

  async #insertAlone(row: string): Promise<Row> {
    const [answer] = await this.#alone(`[${row}]`);
    return answer as Row;
  }

  /** If a row fails the statement of several, each is inserted by a statement of its own. */
  async #answer(waiting: readonly Waiting[]): Promise<void> {
    try {
      const rows = await this.#together(`[${waiting.map(({ row }) => row).join()}]`);
      for (const [index, { answer }] of waiting.entries()) answer.resolve(rows[index] as Row);
    } catch (error) {
      // A statement without an answer may have inserted its rows.
      const isRolledBack = isRetryable(error) || !isUnavailable(error);
      for (const { row, answer } of waiting) {
        if (isRolledBack && waiting.length > 1) this.#insertAlone(row).then(answer.resolve, answer.reject);
        else answer.reject(error);
      }
    }
  }
}
