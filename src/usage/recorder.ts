// Counts each token's use in memory on every request, and writes counts and last uses in batches.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { FAILURES } from '../operation/failures.ts';
import { DAY_MILLISECONDS } from '../time.ts';
import { createBatch } from './batch.ts';
import { REFUSED_KEPT } from './retention.ts';
import type { UsageEntry } from './usage-entry.ts';
import {
  type Count,
  type LastUse,
  writeCounts,
  writeFailedRequests,
  writeLastUses,
} from './writes.ts';

/** Pages say that counts appear within twice this time. */
const FLUSH_MILLISECONDS = 5_000;

export function createUsageRecorder(
  db: PrismaClient,
  onError: (error: unknown, end: 'dropped' | 'kept') => void,
) {
  let isClosing = false;
  const counts = createBatch<Count>({
    held: 20_000,
    written: 500,
    merge: (older, newer) => ({
      ...newer,
      calls: older.calls + newer.calls,
      rejected: older.rejected + newer.rejected,
      rateLimited: older.rateLimited + newer.rateLimited,
    }),
    write: (held) => writeCounts(db, held),
    onError,
  });
  const lastUses = createBatch<LastUse>({
    held: 100_000,
    written: 500,
    merge: (older, newer) => ({
      ...newer,
      sentInUrlAt: newer.sentInUrlAt ?? older.sentInUrlAt,
    }),
    write: (held) => writeLastUses(db, held, isClosing ? 0 : undefined),
    onError,
  });
  const failed = createBatch<UsageEntry[]>({
    held: 500,
    written: 20,
    merge: (older, newer) => [...older, ...newer].slice(-REFUSED_KEPT),
    write: (held) => writeFailedRequests(db, held.flat()),
    onError,
  });
  const batches = [counts, lastUses, failed];
  let writtenTo = Date.now();
  let running: Promise<void> = Promise.resolve();

  async function write() {
    const begun = Date.now();
    for (const batch of batches) if (!(await batch.write())) return;
    writtenTo = begun;
  }

  const flush = () => (running = running.then(write));

  const timer = setInterval(flush, FLUSH_MILLISECONDS).unref();
  return {
    record(call: UsageEntry): void {
      const { tokenId, surface, at, address, agent, sentInUrl, status } = call;
      const sentInUrlAt = sentInUrl ? at : null;
      const day = Math.floor(at.getTime() / DAY_MILLISECONDS);
      counts.put(`${tokenId} ${surface} ${day}`, countOf(call));
      const lastUse = { tokenId, surface, at, address, agent, sentInUrlAt };
      lastUses.put(String(tokenId), lastUse);
      if (status >= 400) failed.put(String(tokenId), [call]);
    },
    /** Writes the recorded entries; those that can't be written stay recorded. Never fails. */
    flush,
    /** Writes the rest and stops. */
    async close(): Promise<void> {
      clearInterval(timer);
      isClosing = true;
      await flush();
    },
    /** Everything recorded before this is written or dropped; milliseconds of Date.now(). */
    get writtenTo() {
      return writtenTo;
    },
    /**
     * The counts, last uses and failed requests that are lost: beyond the memory limit, or rejected by the database.
     */
    get dropped() {
      return batches.reduce((sum, { dropped }) => sum + dropped, 0);
    },
  };
}

const countOf = ({ tokenId, surface, at, status }: UsageEntry): Count => ({
  tokenId,
  surface,
  at,
  calls: 1,
  // A status from 500 on is a server error.
  rejected: Number(status >= 400 && status < 500),
  rateLimited: Number(status === FAILURES.throttled.status),
});
