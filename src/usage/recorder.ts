// Counts the use of each token in memory on every request, and writes the counts and the last uses in batches.
import { createBatch } from './batch.ts';
import { REFUSED_KEPT } from './housekeeping.ts';
import { plus } from './reads.ts';
import { isRefused, THROTTLED, type UsageEntry } from './usage-entry.ts';
import { dropMark, writeMark } from './writers.ts';
import { type Count, type LastUse, type Writes, writeCounts, writeLastUses, writeRefusedRequests } from './writes.ts';

export interface UsageRecorder {
  record(call: UsageEntry): void;
  /** Writes the recorded entries; those that cannot be written stay recorded. Never fails. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
  /** All that was recorded before is written, or dropped; milliseconds of Date.now(). */
  readonly writtenTo: number;
  /** The counts, last uses and refused requests that are lost: beyond the most in memory, or refused by the database. */
  readonly dropped: number;
}

interface RecorderOptions {
  /** The name under which other nodes find how far this one has written; absent: there is no other. */
  readonly node?: string | undefined;
  onError(error: unknown, end: 'dropped' | 'kept'): void;
}

const FLUSH_MILLISECONDS = 5_000;
const HOUR_MILLISECONDS = 3_600_000;

/** The most keys in memory while they can't be written (hours of tokens, tokens, tokens with refused requests), and in a statement. */
const KEYS = {
  counts: { held: 20_000, written: 500 },
  lastUses: { held: 100_000, written: 500 },
  refused: { held: 500, written: 20 },
};

export function createUsageRecorder(statements: Writes, { node, onError }: RecorderOptions): UsageRecorder {
  let isClosing = false;
  const counts = createBatch<Count>({
    ...KEYS.counts,
    merge: add,
    write: (held) => writeCounts(statements, held).then(nothingLeft),
    onError,
  });
  const lastUses = createBatch<LastUse>({
    ...KEYS.lastUses,
    merge: (older, newer) => ({ ...newer, sentInUrlAt: newer.sentInUrlAt ?? older.sentInUrlAt }),
    write: (held) => writeLastUses(statements, held, isClosing ? 0 : undefined),
    onError,
  });
  const refused = createBatch<UsageEntry[]>({
    ...KEYS.refused,
    merge: (older, newer) => [...older, ...newer].slice(-REFUSED_KEPT),
    write: (held) => writeRefusedRequests(statements, held.flat()).then(nothingLeft),
    onError,
  });
  const batches = [counts, lastUses, refused];
  let writtenTo = Date.now();
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const begun = Date.now();
    for (const batch of batches) if (!(await batch.write())) return;
    writtenTo = begun;
  }

  const flush = () => (running = running.then(write));

  const mark = async () =>
    node !== undefined && writeMark(statements, node, writtenTo).catch((error) => onError(error, 'kept'));
  const timer = setInterval(() => flush().then(mark), FLUSH_MILLISECONDS).unref();
  return {
    record(call) {
      const { tokenId, surface, at, address, agent, sentInUrl, status, replayed, operations } = call;
      const hour = Math.floor(at.getTime() / HOUR_MILLISECONDS);
      const count = {
        tokenId,
        surface,
        at,
        calls: 1,
        refused: Number(isRefused(status)),
        throttled: Number(status === THROTTLED),
        replayed: Number(replayed),
        operations: new Set(operations),
      };
      counts.put(`${tokenId} ${surface} ${hour}`, count);
      lastUses.put(String(tokenId), { tokenId, surface, at, address, agent, sentInUrlAt: sentInUrl ? at : null });
      if (status >= 400) refused.put(String(tokenId), [call]);
    },
    flush,
    async close() {
      clearInterval(timer);
      isClosing = true;
      const begun = Date.now();
      await flush();
      // The mark of a node that could not write the rest grows old.
      if (node !== undefined && writtenTo >= begun) await dropMark(statements, node).catch(() => {});
    },
    get writtenTo() {
      return writtenTo;
    },
    get dropped() {
      return batches.reduce((sum, { dropped }) => sum + dropped, 0);
    },
  };
}

const nothingLeft = () => [];

const add = (one: Count, other: Count): Count => ({
  ...other,
  ...plus(one, other),
  operations: new Set([...one.operations, ...other.operations]),
});
