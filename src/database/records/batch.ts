// Requests that share a statement: the reads by a key and the inserts of one turn of the event loop, whoever sends them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Row, Statements } from '../connection.ts';
import { isRetryable, isUnavailable } from '../database-errors.ts';
import { onceRead } from '../event-loop-turn.ts';
import { tracedStatement, withoutRequest } from '../request-scope.ts';

/** Milliseconds after which collected requests are sent beside the statement under way. */
const LONGEST_HOLD = 10;

/** Keys or rows of one statement; further ones of the same turn are in another. */
const MOST_AT_ONCE = 64;

/** Characters of a record whose decoding takes a millisecond and more. */
const LONG_RECORD = 100_000;

/** A row with more characters has a statement of its own. */
const LONG_ROW = 16_384;

interface BatchedStatement<Request, Answer> {
  readonly sql: string;
  readonly most?: number;
  /** Sends the statement; an answer for each request in their order, which may be a promise of its own. */
  readonly answer: (requests: readonly Request[]) => Promise<readonly (Answer | Promise<Answer>)[]>;
}

interface Waiting<Request, Answer> extends Omit<PromiseWithResolvers<Answer>, 'promise'> {
  readonly request: Request;
}

/**
 * The requests of one turn of the event loop share a statement. While a statement is under way, further requests are collected
 * until its end: the busier the node, the fewer statements for each request.
 */
export class Batch<Request, Answer> {
  readonly #statement: BatchedStatement<Request, Answer>;
  #collected: Waiting<Request, Answer>[] = [];
  #underWay = 0;
  #hold: NodeJS.Timeout | undefined;

  constructor(statement: BatchedStatement<Request, Answer>) {
    this.#statement = statement;
  }

  /** The answer to one request; the statement is a span of the request. */
  ask(request: Request): Promise<Answer> {
    const { sql, most = MOST_AT_ONCE } = this.#statement;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const collected = this.#collected.push({ request, resolve, reject });
    if (collected === most) withoutRequest(() => this.#flush());
    else if (collected === 1) withoutRequest(() => this.#schedule());
    return tracedStatement(sql, () => promise);
  }

  #schedule(): void {
    if (this.#underWay === 0) onceRead(() => this.#flush());
    else this.#hold = setTimeout(() => this.#flush(), LONGEST_HOLD);
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#hold);
    const waiting = this.#collected;
    if (waiting.length === 0) return;
    this.#collected = [];
    this.#underWay++;
    try {
      const answers = await this.#statement.answer(waiting.map(({ request }) => request));
      for (const [index, { resolve }] of waiting.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
    this.#underWay--;
    void this.#flush();
  }
}

/**
 * Reads records by a unique key. `sql` selects the key and the record, as JSON, of each row whose key is in the list `$1`.
 * Each record is answered once it is decoded, and fails alone; other work has a turn after a long one.
 */
export const batchedReads = <Key extends string | number, Found>(
  { read }: Pick<Statements, 'read'>,
  sql: string,
  decode: (values: unknown) => Found,
): Batch<Key, Found | null> =>
  new Batch({
    sql,
    async answer(keys) {
      const found = new Map<Key, Promise<Found>>();
      let turn = Promise.resolve();
      for (const [key, json] of (await read(sql, [[...new Set(keys)]])) as unknown as [Key, string][]) {
        found.set(
          key,
          turn.then(() => decode(JSON.parse(json))),
        );
        if (json.length > LONG_RECORD) turn = turn.then(() => nextTurn());
      }
      return keys.map((key) => found.get(key) ?? null);
    },
  });

/** Inserts a JSON list of rows by one statement; returns a row for each, in their order. */
type Insert = (rows: string) => Promise<readonly Row[]>;

/** Inserts rows. `alone` gets lists of one row, which may wait for another transaction. */
export class BatchedInserts {
  readonly #alone: Insert;
  readonly #batch: Batch<string, Row>;
  /** Rows without an answer yet. */
  pending = 0;

  constructor(sql: string, together: Insert, alone = together) {
    this.#alone = alone;
    const answer = (rows: readonly string[]) =>
      together(`[${rows.join()}]`).catch((error) => {
        // A statement without an answer may have inserted its rows. If a row fails that of several, each is inserted by its own.
        if (rows.length === 1 || (isUnavailable(error) && !isRetryable(error))) throw error;
        return rows.map((row) => this.#insertAlone(row));
      });
    this.#batch = new Batch({ sql, answer });
  }

  /** Inserts a row; by a statement of its own if it may wait for another transaction. */
  async insert(values: object, mayWait: boolean): Promise<Row> {
    const row = JSON.stringify(values);
    this.pending++;
    try {
      return await (mayWait || row.length > LONG_ROW ? this.#insertAlone(row) : this.#batch.ask(row));
    } finally {
      this.pending--;
    }
  }

  async #insertAlone(row: string): Promise<Row> {
    const [answer] = await this.#alone(`[${row}]`);
    return answer as Row;
  }
}
