// A batch of items in memory, one per key, written by statements with a limited number of keys.
import { isUnavailable, mayPassWithFewerRows } from '../database/database-errors.ts';

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
  /** Returns the items to write later, if any. */
  write(items: readonly Item[]): Promise<readonly Item[] | undefined>;
  /** Called for an item that the database rejects by itself, and for items that are kept. */
  onError(error: unknown, end: 'dropped' | 'kept'): void;
}

type Entries<Item> = readonly (readonly [key: string, item: Item])[];

/** Writes entries with fewer keys per statement after failures; `onDropped` is called for each rejected item. */
function createWriter<Item>({ written, write, onError }: Batched<Item>, onDropped: () => void) {
  let size = written;

  /** The entries of a statement that are to be written later. */
  async function writePart(part: Entries<Item>): Promise<Entries<Item>> {
    const later = new Set(await write(part.map(([, item]) => item)));
    size = Math.min(written, size * 2);
    return part.filter(([, item]) => later.has(item));
  }

  /** The remaining entries, and the error if one of them could not be written. */
  return async (entries: Entries<Item>) => {
    const left: Entries<Item>[number][] = [];
    let rest = entries;
    let fault: unknown;
    for (let failures = 0; rest.length > 0 && failures < MOST_FAILURES; ) {
      const part = rest.slice(0, size);
      try {
        left.push(...(await writePart(part)));
      } catch (error) {
        failures++;
        size = Math.ceil(part.length / 2);
        if (isUnavailable(error) && !mayPassWithFewerRows(error))
          return { left: [...left, ...rest], fault: error };
        if (part.length > 1) continue;
        if (isUnavailable(error)) {
          left.push(...part);
          fault = error;
        } else {
          onDropped();
          onError(error, 'dropped');
        }
      }
      rest = rest.slice(part.length);
    }
    if (rest.length > 0) fault ??= new Error('too many statements failed');
    return { left: [...left, ...rest], fault };
  };
}

/** Starts at random, so that nodes writing the same keys at the same time don't collide. */
function inOrder<Item>(items: ReadonlyMap<string, Item>): Entries<Item> {
  const entries = [...items].sort(([one], [other]) => (one < other ? -1 : 1));
  const start = Math.floor(Math.random() * entries.length);
  return [...entries.slice(start), ...entries.slice(0, start)];
}

export function createBatch<Item>(batched: Batched<Item>) {
  const { held, merge, onError } = batched;
  let waiting = new Map<string, Item>();
  let dropped = 0;
  const writeAll = createWriter(batched, () => dropped++);

  /** Adds an item, merged with the one of its key. Drops a new key beyond the limit. */
  function put(key: string, item: Item) {
    const older = waiting.get(key);
    if (older !== undefined) waiting.set(key, merge(older, item));
    else if (waiting.size < held) waiting.set(key, item);
    else dropped++;
  }

  return {
    put,
    /** The items that were never written and never will be. */
    get dropped() {
      return dropped;
    },
    /** Writes all items; false if some could not be written, which are kept. */
    async write(): Promise<boolean> {
      const taken = waiting;
      waiting = new Map();
      const { left, fault } = await writeAll(inOrder(taken));
      const since = waiting;
      waiting = new Map(left);
      for (const [key, item] of since) put(key, item);
      if (fault !== undefined) onError(fault, 'kept');
      return fault === undefined;
    },
  };
}
