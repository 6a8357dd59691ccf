// Reads records by a unique key, with one statement for all keys that are asked for in one turn of the event loop.
import { setTimeout as delay } from 'node:timers/promises';
import { Collector } from './collector.ts';
import { DeadlineError, timeLeft } from './deadline.ts';
import type { Statements } from './statements.ts';

export type Key = string | number;

/** Keys of one statement; further ones of the same turn are in another. */
const MOST_KEYS = 64;

/** A statement is answered or given up within these milliseconds; a request with less time left waits no longer than that. */
const answeredWithin = 2_500;

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
  async read(key: Key): Promise<unknown> {
    const record = Promise.withResolvers<unknown>();
    this.#collector.add({ key, record });
    const left = timeLeft(answeredWithin);
    return left < answeredWithin ? Promise.race([record.promise, overIn(left)]) : record.promise;
  }

  async #answer(wanted: readonly Wanted[]): Promise<void> {
    try {
      const found = await this.readAll([...new Set(wanted.map(({ key }) => key))]);
      for (const { key, record } of wanted) record.resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { record } of wanted) record.reject(error);
    }
  }

  /** The records with these keys, by their keys. */
  async readAll(keys: readonly Key[]): Promise<Map<Key, unknown>> {
    const { sql, decode } = this.#statement;
    const rows = await this.#statements.read(sql, [keys]);
    return new Map(rows.map(([key, json]) => [key as Key, decode(JSON.parse(json as string))]));
  }
}

async function overIn(milliseconds: number): Promise<never> {
  await delay(milliseconds, undefined, { ref: false });
  throw new DeadlineError();
}
