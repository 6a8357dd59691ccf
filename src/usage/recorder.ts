// Counts the use of each token in memory on every request, and writes the counts in batches.
import { createBatch } from './batch.ts';
import { REFUSED_KEPT } from './housekeeping.ts';
import { plus } from './reads.ts';
import { isRefused, THROTTLED, type UsageEntry } from './usage-entry.ts';
import { type Count, type Writes, writeCounts, writeRefusedRequests } from './writes.ts';

export interface UsageRecorder {
  record(call: UsageEntry): void;
  /** Writes the recorded entries; those that cannot be written stay recorded. Never fails. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

const FLUSH_MILLISECONDS = 5_000;
const HOUR_MILLISECONDS = 3_600_000;

/** The most keys in memory while the database does not answer: hours of tokens, tokens with refused requests. */
const HELD = { counts: 20_000, refused: 500 };

export function createUsageRecorder(statements: Writes, onError: (error: unknown) => void): UsageRecorder {
  const counts = createBatch<Count>(HELD.counts, add, (held) => writeCounts(statements, held));
  const refused = createBatch<UsageEntry[]>(HELD.refused, newest, (held) =>
    writeRefusedRequests(statements, held.flat()),
  );
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    for (const batch of [counts, refused]) await batch.write().catch(onError);
  }

  const flush = () => (running = running.then(write));
  const timer = setInterval(flush, FLUSH_MILLISECONDS).unref();
  return {
    record(call) {
      const { tokenId, surface, at, sentInUrl, status, replayed, operations } = call;
      const hour = new Date(Math.floor(at.getTime() / HOUR_MILLISECONDS) * HOUR_MILLISECONDS);
      const count = {
        tokenId,
        surface,
        at,
        sentInUrlAt: sentInUrl ? at : null,
        calls: 1,
        refused: Number(isRefused(status)),
        throttled: Number(status === THROTTLED),
        replayed: Number(replayed),
        operations: new Set(operations),
      };
      counts.put(`${tokenId} ${surface} ${hour.getTime()}`, count);
      if (status >= 400) refused.put(String(tokenId), [call]);
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

const add = (one: Count, other: Count): Count => ({
  ...other,
  ...plus(one, other),
  sentInUrlAt: other.sentInUrlAt ?? one.sentInUrlAt,
  operations: new Set([...one.operations, ...other.operations]),
});

const newest = (older: UsageEntry[], newer: UsageEntry[]): UsageEntry[] => [...older, ...newer].slice(-REFUSED_KEPT);
