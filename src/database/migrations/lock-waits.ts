// How a migration waits for locks: in short attempts, holding no lock in between, and logging who holds them.
import { setTimeout as delay, setInterval as everyMilliseconds } from 'node:timers/promises';
import type { LogMessage } from '../../log.ts';
import type { DatabaseOptions, Session } from '../connection.ts';
import { hasOneOf } from '../database-errors.ts';
import { cancel, holdersBefore } from '../postgres/lock-holders.ts';

export type OpenSession = () => Promise<Session>;

/** How long to retry a migration while others hold its locks, and where to log it. */
export type WaitOptions = Pick<DatabaseOptions, 'logger' | 'lockWaitSeconds'>;

/** Another process is migrating; the message says which. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

const WAIT_SECONDS = 600;
/** Another process may wait as long, and then migrate. */
const BUSY_SHARE = 1.5;

/** In milliseconds; with attempts of 500 ms, a migration starts at most 3 s after its locks are free. */
const PAUSE = { first: 500, longest: 2000, growth: 1.5 };
const LOOK_MILLISECONDS = 100;
const LINE_MILLISECONDS = 5000;

/** SQLSTATE: a lock that was not granted in time, a deadlock, a serialization failure. */
const HELD_UP = ['55P03', '40P01', '40001'];

export const isHeldUp = (error: unknown): boolean =>
  error instanceof BusyError || hasOneOf(error, HELD_UP);

export type LockWaits = ReturnType<typeof createLockWaits>;

export function createLockWaits(
  open: OpenSession,
  { logger, lockWaitSeconds = WAIT_SECONDS }: WaitOptions,
) {
  let began = performance.now();
  let warnedAt = Number.NEGATIVE_INFINITY;
  let holders = '';
  let session: Session | undefined;

  const isOver = (share = 1) => performance.now() - began > lockWaitSeconds * 1000 * share;

  function warn(text: LogMessage): void {
    if (performance.now() - warnedAt < LINE_MILLISECONDS) return;
    warnedAt = performance.now();
    logger?.info(text);
  }

  async function watch(name: string, sql: string, signal: AbortSignal): Promise<void> {
    for await (const _ of everyMilliseconds(LOOK_MILLISECONDS, undefined, { signal })) {
      session ??= await open();
      const found = await holdersBefore(session, sql);
      if (found === '' || signal.aborted) continue;
      holders = found;
      warn(`The migration ${name} is waiting for a lock held by ${holders}`);
      // An index build waits without its own time limit.
      if (isOver()) await cancel(session, sql);
    }
  }

  return {
    /** Repeats an attempt at a migration, a whole transaction, until no other process blocks it. */
    async repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
      began = performance.now();
      for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.longest)) {
        try {
          return await attempt();
        } catch (error) {
          if (!isHeldUp(error) || isOver(error instanceof BusyError ? BUSY_SHARE : 1)) {
            if (isOver() && error instanceof Error && holders)
              error.message += `. The lock was held by ${holders}`;
            throw error;
          }
          if (error instanceof BusyError) warn(`A migration is waiting: ${error.message}`);
        }
        await delay(pause);
      }
    },
    /** Runs a statement while a second connection looks for sessions that block it. */
    async watched<Result>(name: string, sql: string, run: () => Promise<Result>): Promise<Result> {
      const ended = new AbortController();
      // Ends when aborted. Without a second connection, the wait continues without naming anyone.
      const watching = watch(name, sql, ended.signal).catch(() => {});
      try {
        return await run();
      } finally {
        ended.abort();
        await watching;
      }
    },
    close: async () => session?.close(),
  };
}
