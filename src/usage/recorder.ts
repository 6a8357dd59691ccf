// Counts each token's use in memory on every request, and writes counts and last uses in batches.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { FinishedRequest } from '../gate/finished-request.ts';
import { FAILURES } from '../operation/failures.ts';
import { DAY_MILLISECONDS } from '../time.ts';
import { createBatch } from './batch.ts';
import { commonPath, type FailedRequests, failedOnce } from './failure-entry.ts';
import type { UsageTotals } from './reads.ts';
import { REQUESTS_KEPT } from './retention.ts';
import {
  type Count,
  type LastUse,
  writeCounts,
  writeFailedRequests,
  writeLastUses,
} from './writes.ts';

/** Pages say that counts appear within twice this time. */
const FLUSH_EVERY_MILLISECONDS = 5_000;

/** A call failed if the list of failed requests has an entry for it. */
const countOf = (entry: FailedRequests | undefined) => ({
  calls: 1,
  failed: Number(entry !== undefined),
  rateLimited: Number(entry?.status === FAILURES.throttled.status),
});

export const plus = (one: UsageTotals, other: UsageTotals) => ({
  calls: one.calls + other.calls,
  failed: one.failed + other.failed,
  rateLimited: one.rateLimited + other.rateLimited,
});

const sumOf = (older: Count, newer: Count) => ({ ...newer, ...plus(older, newer) });

const latestOf = (older: LastUse, newer: LastUse) => ({
  ...newer,
  sentInUrlAt: newer.sentInUrlAt ?? older.sentInUrlAt,
});

const alike = (older: FailedRequests, newer: FailedRequests) => ({
  ...newer,
  times: older.times + newer.times,
  since: older.since,
  path: commonPath(older.path, newer.path),
  requests: [...newer.requests, ...older.requests].slice(0, REQUESTS_KEPT),
});

export function createUsageRecorder(
  db: PrismaClient,
  onError: (error: unknown, end: 'dropped' | 'kept') => void,
) {
  let isClosing = false;
  const counts = createBatch<Count>({
    held: 20_000,
    written: 500,
    merge: sumOf,
    write: (held, id) => writeCounts(db, held, id),
    onError,
  });
  const lastUses = createBatch<LastUse>({
    held: 100_000,
    written: 500,
    merge: latestOf,
    write: (held) => writeLastUses(db, held, isClosing ? 0 : undefined),
    onError,
  });
  const failed = createBatch<FailedRequests>({
    held: 5_000,
    written: 200,
    merge: alike,
    write: (held, id) => writeFailedRequests(db, held, id),
    onError,
  });
  const batches = [counts, lastUses, failed];
  let writtenTo = Date.now();
  let running = Promise.resolve();

  async function write() {
    const begun = Date.now();
    for (const batch of batches) if (!(await batch.write())) return;
    writtenTo = begun;
  }

  const flush = () => (running = running.then(write));

  const timer = setInterval(flush, FLUSH_EVERY_MILLISECONDS).unref();
  return {
    /**
     * Counts a request with a known token, unless it is a rehearsed failure. A request whose client disconnected is
     * not counted.
     */
    count(finished: FinishedRequest, at = new Date()) {
      const { caller, api: surface, address, agent, credentialSource, code } = finished;
      if (!caller || !surface || finished.isRehearsed) return;
      const { tokenId } = caller;
      const use = { tokenId, surface, at };
      const entry = code === undefined ? undefined : failedOnce(finished, use);
      const day = Math.floor(at.getTime() / DAY_MILLISECONDS);
      if (!finished.isAborted)
        counts.put(`${tokenId} ${surface} ${day}`, { ...use, ...countOf(entry) });
      const sentInUrlAt = credentialSource === 'query' ? at : null;
      lastUses.put(String(tokenId), { ...use, address, agent, sentInUrlAt });
      if (entry) failed.put(`${tokenId} ${entry.kind}`, entry);
    },
    /** Writes the recorded entries; those that can't be written stay recorded. Never fails. */
    flush,
    /** Writes the rest and stops. */
    async close() {
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
