// What waits in memory to be written together, one item per key.

export interface Batch<Item> {
  /** Holds an item, merged with the one that waits under its key. A new key beyond the bound is let go. */
  put(key: string, item: Item): void;
  /** Writes all that waits; what cannot be written waits on, and the fault is thrown. */
  write(): Promise<void>;
}

export function createBatch<Item>(
  maxKeys: number,
  merge: (older: Item, newer: Item) => Item,
  write: (items: Item[]) => Promise<void>,
): Batch<Item> {
  let waiting = new Map<string, Item>();

  function put(key: string, item: Item): void {
    const older = waiting.get(key);
    if (older !== undefined) waiting.set(key, merge(older, item));
    else if (waiting.size < maxKeys) waiting.set(key, item);
  }

  return {
    put,
    async write() {
      if (waiting.size === 0) return;
      const taken = waiting;
      waiting = new Map();
      try {
        await write([...taken.values()]);
      } catch (error) {
        const since = waiting;
        waiting = taken;
        for (const [key, item] of since) put(key, item);
        throw error;
      }
    },
  };
}
