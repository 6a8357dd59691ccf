// The transaction in which all demo data is written: one at a time over all nodes, and whole or not at all.
import { setTimeout as delay } from 'node:timers/promises';
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';

/** The key of a PostgreSQL advisory lock that ends with its transaction, so that a connection pooler can't lose it. */
const DEMO_DATA_LOCK = 72707370;
const LOCK_WAIT_MILLISECONDS = 60_000;
const LOCK_POLL_MILLISECONDS = 100;

/** For some 30 statements over a slow network. */
const TRANSACTION_MILLISECONDS = 60_000;

/**
 * Runs `work` in a transaction that holds the lock. The lock is tried again and again, because each statement has a time
 * limit. @throws {DatabaseOpenError} another process holds the lock for a minute.
 */
export async function inDemoTransaction<Result>(
  db: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + LOCK_WAIT_MILLISECONDS;
  for (;;) {
    const done = await retryOnConflict(() => tryOnce(db, work));
    if (done) return done.result;
    if (performance.now() > deadline) {
      throw new DatabaseOpenError('Another process has been writing the demo data for a minute. Start again later.');
    }
    await delay(LOCK_POLL_MILLISECONDS);
  }
}

const tryOnce = <Result>(db: PrismaClient, work: (tx: Prisma.TransactionClient) => Promise<Result>) =>
  db.$transaction(
    async (tx) => {
      const [row]: { locked: boolean }[] =
        await tx.$queryRaw`SELECT pg_try_advisory_xact_lock(${DEMO_DATA_LOCK}) AS locked`;
      return row?.locked ? { result: await work(tx) } : undefined;
    },
    { timeout: TRANSACTION_MILLISECONDS },
  );
