// Reads records by a unique key, with one statement for all keys that are asked for in one turn of the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Statements } from '../statements.ts';
import { Collector } from './collector.ts';

export type Key = string | number;

/** Characters of a record that takes the processor for a millisecond and more. */
const LONG_RECORD = 100_000;

/** Keys of one statement; further ones of the same turn are in another. */
const MOST_KEYS = 64;

interface Wanted {
  readonly key: Key;
  readonly record: PromiseWithResolvers<unknown>;
}

export interface BatchedStatement {
  /** The key and the record, as JSON, of each row whose key is in the list `$1`. */
  readonly sql: string;
  readonly decode: (values: unknown) => unknown;
}

export class BatchedReads {
  readonly #statements: Statements;
  readonly #statement: BatchedStatement;
  readonly #collector = new Collector<Wanted>((wanted) => this.#answer(wanted), MOST_KEYS);

  constructor(statements: Statements, statement: BatchedStatement) {
    this.#statements = statements;
    this.#statement = statement;
  }

  /** The record with this key, or null. */
  read(key: Key): Promise<unknown> {
    const record = Promise.withResolvers<unknown>();
    this.#collector.add({ key, record });
    return record.promise;
  }

  /** Each record is answered once it is decoded, and fails alone; other work goes on behind a long one. */
  async #answer(wanted: readonly Wanted[]): Promise<void> {
    try {
      const waiting = Map.groupBy(wanted, ({ key }) => key);
      for (const [key, json] of await this.#rowsOf([...waiting.keys()])) {
        this.#settle(waiting.get(key) ?? [], json);
        if (json.length > LONG_RECORD) await nextTurn();
      }
      // Those that are answered stay so.
      for (const { record } of wanted) record.resolve(null);
    } catch (error) {
      for (const { record } of wanted) record.reject(error);
    }
  }

  #settle(wanted: readonly Wanted[], json: string): void {
    try {
      const found = this.#statement.decode(JSON.parse(json));
      for (const { record } of wanted) record.resolve(found);
    } catch (error) {
      for (const { record } of wanted) record.reject(error);
    }
  }

  /** The records with these keys, by one statement of their own. */
  async readAll(keys: readonly Key[]): Promise<unknown[]> {
    return (await this.#rowsOf(keys)).map(([, json]) => this.#statement.decode(JSON.parse(json)));
  }

  async #rowsOf(keys: readonly Key[]): Promise<readonly (readonly [Key, string])[]> {
    return (await this.#statements.read(this.#statement.sql, [keys])) as unknown as (readonly [Key, string])[];
  }
}
