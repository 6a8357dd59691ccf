// Reads records by a unique key, with one statement for all keys of one turn of the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Statements } from '../statements.ts';
import { Collector } from './collector.ts';

type Key = string | number;

/** Characters of a record whose decoding takes a millisecond and more. */
const LONG_RECORD = 100_000;

/** Keys of one statement; further ones of the same turn are in another. */
const MOST_KEYS = 64;

interface Wanted {
  readonly key: Key;
  readonly record: PromiseWithResolvers<unknown>;
}

interface BatchedStatement {
  /** The key and the record, as JSON, of each row whose key is in the list `$1`. */
  readonly sql: string;
  readonly decode: (values: unknown) => unknown;
}

export class BatchedReads {
  readonly #statements: Statements;
  readonly #statement: BatchedStatement;
  readonly #collector: Collector<Wanted>;

  constructor(statements: Statements, statement: BatchedStatement) {
    this.#statements = statements;
    this.#statement = statement;
    this.#collector = new Collector((wanted) => this.#answer(wanted), MOST_KEYS, statement.sql);
  }

  /** The record with this key, or null. */
  read(key: Key): Promise<unknown> {
    const record = Promise.withResolvers<unknown>();
    this.#collector.add({ key, record });
    return record.promise;
  }

  /** Each record is answered once it is decoded, and fails alone; other work has a turn after a long one. */
  async #answer(wanted: readonly Wanted[]): Promise<void> {
    try {
      const waiting = Map.groupBy(wanted, ({ key }) => key);
      for (const [key, json] of await this.#selectRows([...waiting.keys()])) {
        this.#settle(waiting.get(key) ?? [], json);
        if (json.length > LONG_RECORD) await nextTurn();
      }
      // For the keys without a row.
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

  /** The records with these keys, by a statement of their own. */
  async readAll(keys: readonly Key[]): Promise<unknown[]> {
    return (await this.#selectRows(keys)).map(([, json]) => this.#statement.decode(JSON.parse(json)));
  }

  async #selectRows(keys: readonly Key[]): Promise<readonly (readonly [Key, string])[]> {
    return (await this.#statements.read(this.#statement.sql, [keys])) as unknown as (readonly [Key, string])[];
  }
}
