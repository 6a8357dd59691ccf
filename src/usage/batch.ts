// A batch of items in memory, one per key, written by statements with a limited number of keys. A statement whose
// answer was lost may have been done: it is repeated as it was, with the same ID.
import { randomUUID } from 'node:crypto';
import {
  isUnavailable,
  mayPassWithFewerRows,
  maySucceedInParts,
} from '../database/database-errors.ts';

/**
 * A write ends after this many failed statements: enough to get from all keys of a statement down to one, and one more.
 */
const MOST_FAILURES = 10;

interface Batched<Item> {
  /** The most keys in memory. */
  readonly held: number;
  /** The most keys per statement; halved after each failure, doubled after each success. */
  readonly written: number;
  merge(older: Item, newer: Item): Item;
  /**
   * All or nothing, and nothing if it was done before with this ID. Returns the items to write later, if any.
   */
  write(items: readonly Item[], id: string): Promise<readonly Item[] | undefined>;
  /** Called for an item that the database rejects by itself, and for items that are kept. */
  onError(error: unknown, end: 'dropped' | 'kept'): void;
}

type Entries<Item> = [key: string, item: Item][];

interface Statement<Item> {
  readonly id: string;
  readonly part: Entries<Item>;
}

/** Starts at random, so that nodes writing the same keys at the same time don't collide. */
function inOrder<Item>(items: ReadonlyMap<string, Item>) {
  const entries = [...items].sort(([one], [other]) => (one < other ? -1 : 1));
  const start = Math.floor(Math.random() * entries.length);
  return [...entries.slice(start), ...entries.slice(0, start)];
}

/**
 * Whether a statement that failed was certainly not done. An outage says nothing of an earlier try, but any other error
 * does: a statement that was done before succeeds.
 */
const isUndone = (error: unknown, isRepeated: boolean) =>
  isUnavailable(error)
    ? !isRepeated && mayPassWithFewerRows(error)
    : isRepeated || maySucceedInParts(error);

/** What becomes of a statement that failed. */
function fateOf(error: unknown, isRepeated: boolean, keys: number) {
  if (!isUndone(error, isRepeated)) return 'unanswered';
  if (keys > 1) return 'split';
  return isUnavailable(error) ? 'kept' : 'dropped';
}

export function createBatch<Item>({ held, written, merge, write, onError }: Batched<Item>) {
  let waiting = new Map<string, Item>();
  /** Each may have been done. */
  let unanswered: Statement<Item>[] = [];
  let dropped = 0;
  let size = written;

  /** Adds an item, merged with the one of its key. Drops a new key beyond the limit. */
  function put(key: string, item: Item) {
    const older = waiting.get(key);
    if (older !== undefined) waiting.set(key, merge(older, item));
    else if (waiting.size < held) waiting.set(key, item);
    else dropped++;
  }

  /** Puts back what is to be written later, below what came meanwhile. */
  function keep(entries: Entries<Item>) {
    const since = waiting;
    waiting = new Map(entries);
    for (const [key, item] of since) put(key, item);
  }

  return {
    put,
    /** The items that were never written and never will be. */
    get dropped() {
      return dropped;
    },
    /** Writes all items; false if some could not be written, which are kept. */
    async write() {
      const repeated = unanswered;
      const rest = inOrder(waiting);
      unanswered = [];
      waiting = new Map();
      const left: Entries<Item> = [];
      let firstError: unknown;
      let failures = 0;
      while (repeated.length + rest.length > 0 && failures < MOST_FAILURES) {
        const again = repeated.shift();
        const statement = again ?? { id: randomUUID(), part: rest.splice(0, size) };
        const { id, part } = statement;
        const items = part.map(([, item]) => item);
        try {
          const later = new Set(await write(items, id));
          left.push(...part.filter(([, item]) => later.has(item)));
          size = Math.min(written, size * 2);
        } catch (error) {
          failures++;
          size = Math.ceil(part.length / 2);
          const fate = fateOf(error, again !== undefined, part.length);
          if (fate === 'split') rest.unshift(...part);
          else if (fate === 'dropped') {
            dropped++;
            onError(error, fate);
          } else {
            firstError = error;
            if (fate === 'unanswered') unanswered.push(statement);
            else left.push(...part);
            if (!mayPassWithFewerRows(error)) break;
          }
        }
      }
      unanswered.push(...repeated);
      if (rest.length > 0) firstError ??= new Error('too many statements failed');
      keep([...left, ...rest]);
      if (firstError !== undefined) onError(firstError, 'kept');
      return firstError === undefined;
    },
  };
}
