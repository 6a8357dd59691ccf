// A batch of items in memory, one per key, that are written together.

export function createBatch<Item>(
  maxKeys: number,
  merge: (older: Item, newer: Item) => Item,
  write: (items: Item[]) => Promise<void>,
) {
  let waiting = new Map<string, Item>();

  /** Adds an item, merged with the one of its key. A new key beyond the bound is dropped. */
  function put(key: string, item: Item): void {
    const older = waiting.get(key);
    if (older !== undefined) waiting.set(key, merge(older, item));
    else if (waiting.size < maxKeys) waiting.set(key, item);
  }

  return {
    put,
    /** Writes all items; those that cannot be written stay, and the fault is thrown. */
    async write(): Promise<void> {
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
