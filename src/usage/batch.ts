// A batch of items in memory, one per key, that statements of a bounded number of keys write.
import { isPassing, isUnavailable } from '../database/database-errors.ts';

/** The failed statements after which a write ends: those that lead from all keys of a statement to one, and one more. */
const MOST_FAILURES = 10;

interface Batched<Item> {
  /** The most keys in memory. */
  readonly held: number;
  /** The most keys of a statement; it has half as many after each failure, and twice as many after each success. */
  readonly written: number;
  merge(older: Item, newer: Item): Item;
  /** Returns the items that are to be written later. */
  write(items: readonly Item[]): Promise<readonly Item[]>;
  /** For an item that the database refuses alone, and for items that are kept. */
  onError(error: unknown, end: 'dropped' | 'kept'): void;
}

export function createBatch<Item>({ held, written, merge, write, onError }: Batched<Item>) {
  let waiting = new Map<string, Item>();
  let size = written;
  let dropped = 0;

  /** Adds an item, merged with the one of its key. A new key beyond the bound is dropped. */
  function put(key: string, item: Item): void {
    const older = waiting.get(key);
    if (older !== undefined) waiting.set(key, merge(older, item));
    else if (waiting.size < held) waiting.set(key, item);
    else dropped++;
  }

  /** The entries that are left, and the fault if one of them could not be written. */
  async function writeParts(entries: readonly (readonly [string, Item])[]) {
    const left: (readonly [string, Item])[] = [];
    let [at, failures, fault]: [number, number, unknown] = [0, 0, undefined];
    while (at < entries.length && failures < MOST_FAILURES) {
      const part = entries.slice(at, at + size);
      try {
        const later = new Set(await write(part.map(([, item]) => item)));
        left.push(...part.filter(([, item]) => later.has(item)));
        at += part.length;
        size = Math.min(written, size * 2);
      } catch (error) {
        failures++;
        size = Math.ceil(part.length / 2);
        if (isUnavailable(error) && !isPassing(error)) return { left: [...left, ...entries.slice(at)], fault: error };
        if (part.length > 1) continue;
        at++;
        if (!isUnavailable(error)) drop(error);
        else {
          left.push(...part);
          fault = error;
        }
      }
    }
    const rest = entries.slice(at);
    return {
      left: [...left, ...rest],
      fault: fault ?? (rest.length > 0 ? new Error('too many statements failed') : undefined),
    };
  }

  function drop(error: unknown): void {
    dropped++;
    onError(error, 'dropped');
  }

  return {
    put,
    /** The items that were never written, and never will be. */
    get dropped() {
      return dropped;
    },
    /** Writes all items; false if some could not be written, which are kept. */
    async write(): Promise<boolean> {
      const taken = waiting;
      waiting = new Map();
      const { left, fault } = await writeParts(inTurns([...taken].sort(byKey)));
      const since = waiting;
      waiting = new Map(left);
      for (const [key, item] of since) put(key, item);
      if (fault !== undefined) onError(fault, 'kept');
      return fault === undefined;
    },
  };
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);

/** From a random one on: nodes that write the same keys at the same time are at different ones. */
function inTurns<Entry>(entries: readonly Entry[]): readonly Entry[] {
  const start = Math.floor(Math.random() * entries.length);
  return [...entries.slice(start), ...entries.slice(0, start)];
}
