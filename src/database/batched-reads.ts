// Reads records by a unique key, with one statement for all keys that are asked for in one turn of the event loop.
import { setTimeout as delay } from 'node:timers/promises';
import { DeadlineError, timeLeft, withoutDeadline } from './deadline.ts';
import type { Statements } from './statements.ts';
import { onceRead } from './turn.ts';

export type Key = string | number;

/** Keys of one statement; further ones of the same turn are in another. */
const MOST_KEYS = 64;

/** A statement is answered or given up within these milliseconds; a request with less time left waits no longer than that. */
const answeredWithin = 2_500;

interface Wanted {
  readonly found: Promise<unknown>;
  readonly settle: (record: unknown) => void;
  readonly fail: (error: unknown) => void;
}

export interface BatchedStatement {
  /** The key and the record, as JSON, of each row whose key is in the list `$1`. */
  readonly sql: string;
  readonly decode: (values: unknown) => unknown;
}

export class BatchedReads {
  readonly #statements: Statements;
  readonly #statement: BatchedStatement;
  #wanted = new Map<Key, Wanted>();

  constructor(statements: Statements, statement: BatchedStatement) {
    this.#statements = statements;
    this.#statement = statement;
  }

  /** The record with this key, or null. */
  async read(key: Key): Promise<unknown> {
    const found = (this.#wanted.get(key) ?? this.#want(key)).found;
    const left = timeLeft(answeredWithin);
    return left < answeredWithin ? Promise.race([found, overIn(left)]) : found;
  }

  #want(key: Key): Wanted {
    if (this.#wanted.size >= MOST_KEYS) this.#wanted = new Map();
    const batch = this.#wanted;
    if (batch.size === 0) onceRead(() => withoutDeadline(() => this.#send(batch)));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const wanted = { found: promise, settle: resolve, fail: reject };
    batch.set(key, wanted);
    return wanted;
  }

  async #send(batch: Map<Key, Wanted>): Promise<void> {
    if (this.#wanted === batch) this.#wanted = new Map();
    try {
      const found = await this.readAll([...batch.keys()]);
      for (const [key, { settle }] of batch) settle(found.get(key) ?? null);
    } catch (error) {
      for (const { fail } of batch.values()) fail(error);
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
